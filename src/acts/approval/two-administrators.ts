const dayMs = 24 * 3_600_000;
const validDays = 7;

export interface Asked {
  /** A person's id; at the terminal, a user of the machine. */
  readonly by: string;
  readonly at: Date;
}

/** `from`: if there is no other administrator, when the same one may ask again. */
export type MayBeDone = { readonly may: true } | { readonly may: false; readonly from?: Date };

interface Question {
  readonly me: string;
  /** Other administrators of all companies, without the person whom this is about. */
  readonly others: readonly string[];
  /** Who has asked for exactly this. */
  readonly asked: readonly Asked[];
  readonly now: Date;
}

/** One rule for turning two pairs of eyes off, and for anything that would let one administrator act as another. */
export function mayBeDone({ me, others, asked, now }: Question): MayBeDone {
  const valid = asked.filter(({ at }) => now.getTime() - at.getTime() <= validDays * dayMs);
  if (valid.some(({ by }) => by !== me)) return { may: true };
  if (others.length > 0) return { may: false };
  const first = valid.sort((a, b) => a.at.getTime() - b.at.getTime())[0];
  const from = new Date((first?.at ?? now).getTime() + dayMs);
  return now >= from ? { may: true } : { may: false, from };
}
