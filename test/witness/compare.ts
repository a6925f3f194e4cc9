import { type Figure, figures } from './figures.js';
import { keyOf, type OwnFigures } from './own/figures.js';
import type { Said } from './said.js';

/** Two doors that say different things, or a door and the figure as it was worked out apart from the program. */
export interface Differs {
  readonly is: string;
  readonly of: string;
  readonly words: string;
  /** The doors that say the same, together. */
  readonly doors: readonly (readonly string[])[];
}

export function compared(said: readonly Said[], own: OwnFigures): readonly Differs[] {
  const found: Differs[] = [];
  const together = new Map<string, Said[]>();
  for (const one of said) {
    const row: Figure | undefined = figures[one.is];
    if (row === undefined)
      found.push({ is: one.is, of: one.of, words: `${one.door} says it, and the table lacks it`, doors: [] });
    else if (row.of !== 'nothing') {
      const key = keyOf(one.is, one.of);
      const others = together.get(key);
      if (others) others.push(one);
      else together.set(key, [one]);
    }
  }
  let known = 0;
  const several = ofSeveral(together);
  for (const [key, all] of together) {
    const [{ is, of }] = all as [Said];
    if (is.startsWith('person.') && several.has(of)) continue;
    const right = own.get(key);
    const values = new Map<number | string, string[]>();
    for (const { says, door } of all) values.set(says, [...new Set([...(values.get(says) ?? []), door])]);
    if (right !== undefined) known += 1;
    if (right !== undefined) values.set(right, [...(values.get(right) ?? []), 'our own figure']);
    if (values.size < 2) continue;
    const words = [...values].map(([says, doors]) => `${doors.join(', ')}: ${says}`).join('; ');
    found.push({ is, of, words, doors: [...values.values()] });
  }
  // Else nothing would be compared with what was drawn, and no one would notice.
  if (own.size > 0 && known === 0) found.push({ is: 'own', of: '', words: 'no door says any of it', doors: [] });
  return found;
}

/** Where someone has several payslips in a pay run, doors print each of them; they may be alike. */
const ofSeveral = (together: ReadonlyMap<string, readonly Said[]>): ReadonlySet<string> =>
  new Set(
    [...together.values()]
      .filter((all) => all.filter(({ is, door }) => is.startsWith('person.') && door === 'API, one run').length > 1)
      .flatMap(([one]) => one?.of ?? []),
  );
