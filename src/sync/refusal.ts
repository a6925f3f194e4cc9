import type { WriteKind } from '../record/runs/write.entity.js';

/** The service's own words when it refused a write. */
export interface Refusal {
  readonly status: number;
  readonly words: string;
}

/** A refusal of one kind of write: the service may accept a reversal where it refused an amendment. */
export interface RefusedAct extends Refusal {
  readonly act: WriteKind;
}

/** As it is kept with the write. */
export const refusalText = ({ status, words }: Refusal): string => `${status} ${words}`;

export function refusalIn(answer: string | null): Refusal | undefined {
  const [, status, words] = /^(400|403|404|409|422) (.*)$/s.exec(answer ?? '') ?? [];
  return status === undefined || words === undefined ? undefined : { status: Number(status), words };
}
