import type { WriteKind } from '../../record/runs/write.entity.js';

/** The service's own words when it refused a write. */
export interface Refusal {
  readonly status: number;
  readonly words: string;
}

/** A refusal of one kind of write: the service may accept a reversal where it refused an amendment. */
export interface RefusedAct extends Refusal {
  readonly act: WriteKind;
}

/** Refused for its content: it is looked for first, in case it arrived anyway. */
export const isForContent = (status: number): boolean => [400, 409, 422].includes(status);

/** In the form that is kept with the write. */
export const refusalText = ({ status, words }: Refusal): string => `${status} ${words}`;

/**
 * What the log keeps of it for ever: the status, without the service's words, which may name someone. The words stay
 * with the write, where they can be erased. A refusal of our own has no colon.
 */
export const answerInLog = (answer: string | null): string | undefined =>
  refusalIn(answer)?.status.toString() ?? answer?.replace(/: .*$/s, '');

export function refusalIn(answer: string | null): Refusal | undefined {
  const [, status, words] = /^(400|403|404|409|422) (.*)$/s.exec(answer ?? '') ?? [];
  return status === undefined || words === undefined ? undefined : { status: Number(status), words };
}
