import { In, IsNull } from 'typeorm';
import type { ReadRows } from '../../ground/rows.js';
import { Decision } from '../../record/runs/decision.entity.js';
import type { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { nameShown } from '../words/name-shown.js';
import { readKey } from './books-as-read.js';

export interface SignOffFallen {
  readonly by: string;
  readonly at: Date;
}

type OfRun = Pick<PayRunRecord, 'companyId' | 'tag' | 'signedOffAt'>;

/** By run: the sign-off that no one withdrew, and that no longer counts because a figure has changed since. */
export async function signOffsFallen(
  rows: ReadRows,
  runs: readonly OfRun[],
): Promise<ReadonlyMap<string, SignOffFallen>> {
  const open = new Set(runs.filter(({ signedOffAt }) => !signedOffAt).map(readKey));
  if (open.size === 0) return new Map();
  const companyId = In([...new Set(runs.map((run) => run.companyId))]);
  const tag = In([...new Set(runs.map((run) => run.tag))]);
  const where = { companyId, tag, kind: 'sign_off' as const, endedAt: IsNull() };
  const signed = await rows.find(Decision, { where, order: { at: 'ASC' } });
  return new Map(
    signed.flatMap(({ companyId: company, tag: of, actor, at }) => {
      const key = readKey({ companyId: company ?? '', tag: of ?? '' });
      return open.has(key) ? [[key, { by: nameShown(actor), at }] as const] : [];
    }),
  );
}
