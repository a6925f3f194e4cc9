import * as z from 'zod';
import type { ListedClient } from '../../../companies/practice-import.js';
import { isDate } from '../../../journal/nouns/dates.js';
import { type Problem, problem } from '../../../ground/problem.js';
import { csvLines } from '../../../acts/companies/csv-lines.js';

const optional = (text: string) => (text === '' ? undefined : text);

const row = z
  .strictObject({
    subdomain: z.string().min(1, 'a subdomain is needed'),
    name: z.string().default('').transform(optional),
    mode: z
      .enum(['', 'auto', 'approve', 'check'])
      .default('')
      .transform((mode) => mode || undefined),
    post_from: z
      .string()
      .default('')
      .refine((date) => date === '' || isDate(date), 'a date is written YYYY-MM-DD')
      .transform(optional),
  })
  .transform(({ post_from: postFrom, ...rest }): ListedClient => ({ ...rest, postFrom }));

/** A CSV file with a heading line: subdomain, and optionally name, mode, post_from. */
export function listedClients(csv: string): readonly ListedClient[] {
  const [heading = [], ...lines] = csvLines(csv, wrong);
  const names = heading.map((name) => name.trim().toLowerCase());
  if (!names.includes('subdomain')) throw wrong('The first line must name the columns, one of them "subdomain".');
  return lines.map((line, index) => {
    const read = row.safeParse(Object.fromEntries(names.map((name, i) => [name, line[i]?.trim() ?? ''])));
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    throw wrong(`Line ${index + 2}, ${issue?.path.join('.') || 'columns'}: ${issue?.message}.`);
  });
}

function wrong(detail: string): Problem {
  return problem('client-list-unreadable', {
    detail,
    todo: 'Correct the file. Its columns are: subdomain, and if wanted name, mode, post_from.',
  });
}
