import type { PayRunRecord } from '../record/pay-run.entity.js';
import { canonicalJson } from './canonical-json.js';
import { sha256 } from './evidence-file.js';

/** Of all figures of a month: any pay run that comes, goes, moves or changes makes it another. */
export function monthFingerprint(runs: readonly Pick<PayRunRecord, 'tag' | 'fingerprint' | 'gone'>[]): string {
  const said = runs.filter(({ gone }) => !gone).map(({ tag, fingerprint }) => `${tag} ${fingerprint ?? ''}`);
  return sha256(canonicalJson(said.sort()));
}
