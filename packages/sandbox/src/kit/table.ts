import type { KitSet } from './books.js';
import type { KitReport, Outcome } from './kit.js';

/** The report for a person: a line a case, then what is in the books too often or not at all. */
export function reportText({ suite, command, without, cases }: KitReport): string {
  const rows = cases.map(({ case: name, outcome, exits, happens }) => [name, outcome, exits.join(' '), happens]);
  const counted = new Map<Outcome, number>();
  for (const { outcome } of cases) counted.set(outcome, (counted.get(outcome) ?? 0) + 1);
  return [
    `${suite}: ${command.join(' ')}`,
    `Without a fault it makes ${without.sets.length} journal ${without.sets.length === 1 ? 'set' : 'sets'} and ends with ${without.exit}.`,
    '',
    ...columns([['case', 'outcome', 'exits', 'what happens'], ...rows]),
    '',
    [...counted].map(([outcome, count]) => `${count} ${outcome}`).join(', '),
    ...cases.flatMap(({ case: name, extra, missing }) => [
      ...extra.map((set) => `${name}: too often ${named(set)}`),
      ...missing.map((set) => `${name}: missing ${named(set)}`),
    ]),
  ].join('\n');
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at]!))
      .join('  ')
      .trimEnd(),
  );
}

function named({ company, datedOn = 'no date', description, tag }: KitSet): string {
  return `${datedOn} ${description}${tag === undefined ? '' : ` [${tag}]`}, ${company}`;
}
