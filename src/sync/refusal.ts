import type { WriteKind } from '../record/runs/write.entity.js';

/** The service's own words when it refused a write. */
export interface Refusal {
  /** Of which kind; unknown for what was shown as refused by an earlier release. */
  readonly act?: WriteKind;
  readonly status: number;
  readonly words: string;
}

/** As it is kept with the write. */
export const refusalText = ({ status, words }: Pick<Refusal, 'status' | 'words'>): string => `${status} ${words}`;

export function refusalIn(answer: string | null): Refusal | undefined {
  const [, status, words] = /^(400|403|404|409|422) (.*)$/s.exec(answer ?? '') ?? [];
  return status === undefined || words === undefined ? undefined : { status: Number(status), words };
}

/** Whether this is what the service refused: it may accept a reversal where it refused an amendment. */
export const isRefusalOf = ({ act }: Refusal, verdict: string | undefined): boolean =>
  act === undefined || act === verdict;
