/** What the books hold, from the accounting service's own answers and by nothing of the program: integers of pence. */

export interface OwnSet {
  readonly url: string;
  readonly datedOn: string;
  readonly tag: string;
  readonly lines: readonly { readonly code: string; readonly user?: number; readonly pence: number }[];
}

/** The day in London, as accounts go by. */
export const londonDay = (at: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(at);

/** What each control account owes on a day, credits positive, by account and by account and person. */
export function owedOn(sets: readonly OwnSet[], day: string): ReadonlyMap<string, number> {
  const owed = new Map<string, number>();
  const add = (of: string, pence: number) => owed.set(of, (owed.get(of) ?? 0) - pence);
  for (const { datedOn, lines } of sets) {
    if (datedOn > day) continue;
    for (const { code, user, pence } of lines) {
      add(code, pence);
      if (user !== undefined) add(`${code} ${user}`, pence);
    }
  }
  return owed;
}

/** What our sets put on each account, by the tax month that their tag names: "2026-06 401". */
export function postedByMonth(sets: readonly OwnSet[]): ReadonlyMap<string, number> {
  const posted = new Map<string, number>();
  for (const { tag, lines } of sets) {
    const month = /^counterfoil(?:\.\w+)?:(\d{4}-\d{2}):/.exec(tag)?.[1];
    if (month === undefined) continue;
    for (const { code, pence } of lines) posted.set(`${month} ${code}`, (posted.get(`${month} ${code}`) ?? 0) + pence);
  }
  return posted;
}
