import { onlyAmong } from '../../ground/among.js';
import type { ReadRows } from '../../ground/rows.js';
import type { Policy } from '../../journal/policy/policy.js';
import { settings } from '../../journal/policy/settings.js';
import { CompanyRow } from '../../companies/company.entity.js';
import { PolicyVersion } from '../../companies/policy-version.entity.js';
import type { Viewer } from '../../access/viewer.js';

export type Mode = Policy['mode'];

/** A policy is kept as text: a quotation mark within a value would have a backslash. */
export const policyOfMode = (mode: Mode): string => `%"mode":"${mode}"%`;

/** A person who looks at the clients of one mode alone: whatever is counted, listed or done then covers only these. */
export async function ofMode<One extends Viewer>(rows: ReadRows, viewer: One, mode: Mode | undefined): Promise<One> {
  if (mode === undefined) return viewer;
  const query = rows
    .createQueryBuilder()
    .select('c.id', 'id')
    .from(CompanyRow, 'c')
    .innerJoin(PolicyVersion, 'p', 'p.companyId = c.id AND p.version = c.policyVersion')
    .where('p.policy LIKE :mode', { mode: policyOfMode(mode) });
  onlyAmong(query, 'c.id', viewer.companies);
  return { ...viewer, companies: (await query.getRawMany<{ id: string }>()).map(({ id }) => id) };
}

/** The modes of the clients that a person may see. */
export async function modesOf(rows: ReadRows, viewer: Viewer): Promise<readonly Mode[]> {
  const query = rows
    .createQueryBuilder()
    .select(
      `CASE ${modes.map((mode) => `WHEN p.policy LIKE '${policyOfMode(mode)}' THEN '${mode}'`).join(' ')} END`,
      'mode',
    )
    .distinct(true)
    .from(CompanyRow, 'c')
    .innerJoin(PolicyVersion, 'p', 'p.companyId = c.id AND p.version = c.policyVersion')
    .where(`c.life <> 'left'`);
  onlyAmong(query, 'c.id', viewer.companies);
  const found = new Set((await query.getRawMany<{ mode: Mode }>()).map(({ mode }) => mode));
  return modes.filter((mode) => found.has(mode));
}

const modes = Object.keys(settings.mode.words) as readonly Mode[];
