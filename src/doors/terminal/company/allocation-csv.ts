import { stringify } from 'csv-stringify/sync';
import { allocationsFrom, type ListedPart, listed } from '../../../journal/allocation/allocation-list.js';
import type { Allocations } from '../../../journal/nouns/allocation-of-cost.js';
import { isDate } from '../../../journal/nouns/dates.js';
import { pathOf } from '../../../journal/nouns/pay-run.js';
import { type Problem, problem } from '../../../ground/problem.js';
import { neutral } from '../../../views/files/csv.js';
import { csvLines } from '../../../acts/companies/csv-lines.js';

const columns = [
  'user',
  'name',
  'from',
  'percent',
  'salaries',
  'employer_nics',
  'staff_pensions',
  'directors',
] as const;
type Row = Readonly<Record<(typeof columns)[number], string>>;

/** A row for each part. The name, found by the user's path, is only there for people who read the file. */
export function allocationCsv(allocations: Allocations, names: ReadonlyMap<string, string>): string {
  const rows = listed(allocations).map(
    (part): Row => ({
      user: part.user,
      name: names.get(pathOf(part.user)) ?? '',
      from: part.from,
      percent: part.percent,
      salaries: part.salaries ?? '',
      employer_nics: part.employerNics ?? '',
      staff_pensions: part.staffPensions ?? '',
      directors: part.directors ? 'yes' : '',
    }),
  );
  return stringify(rows, { header: true, columns: [...columns], eof: false, cast: { string: neutral } });
}

export function allocationsIn(csv: string): Allocations {
  const [heading = [], ...lines] = csvLines(csv, wrong);
  const names = heading.map((name) => name.trim().toLowerCase());
  const unknown = names.filter((name) => !(columns as readonly string[]).includes(name));
  const missing = ['user', 'from', 'percent'].filter((name) => !names.includes(name));
  if (unknown.length > 0) throw wrong(`The column ${unknown.join(', ')} is not known.`);
  if (missing.length > 0) throw wrong(`The column ${missing.join(', ')} is missing.`);
  return allocationsFrom(
    lines.map((line, index) =>
      partIn(Object.fromEntries(names.map((name, at) => [name, line[at]?.trim() ?? ''])), index + 2),
    ),
  );
}

function partIn(row: Partial<Row>, line: number): ListedPart {
  const { user = '', from = '', percent = '', directors = '' } = row;
  if (user === '') throw wrong(`Line ${line}: the user's url is missing.`);
  if (!isDate(from)) throw wrong(`Line ${line}, from: a date is written YYYY-MM-DD.`);
  if (!['', 'yes', 'no'].includes(directors)) throw wrong(`Line ${line}, directors: yes, no or nothing is expected.`);
  return {
    user,
    from,
    percent: percent.replace(/%$/, '').trimEnd(),
    ...(row.salaries && { salaries: row.salaries }),
    ...(row.employer_nics && { employerNics: row.employer_nics }),
    ...(row.staff_pensions && { staffPensions: row.staff_pensions }),
    ...(directors === 'yes' && { directors: true }),
  };
}

function wrong(detail: string): Problem {
  return problem('allocations-unreadable', {
    detail,
    todo: `Correct the file. Its columns are ${columns.join(', ')}; \`counterfoil allocations COMPANY --export\` prints one.`,
  });
}
