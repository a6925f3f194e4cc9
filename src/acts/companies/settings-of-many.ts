import { hash } from 'node:crypto';
import type { Company } from '../../companies/company.js';
import { asProblem, problem, Problem } from '../../ground/problem.js';
import { accountsTyped } from '../../journal/policy/accounts-in-policy.js';
import type { Policy } from '../../journal/policy/policy.js';
import { settingRows } from '../../journal/policy/settings.js';
import { changesNamed } from '../../views/log/log-reasons.js';
import { mustBeInChart } from '../accounts-in-chart.js';
import type { Who } from '../act.js';
import type { CompanyTools } from '../act-tools.js';
import { mustHaveReason } from '../reason.js';
import { changePolicy, policyGiven } from './change-policy.js';
import { csvLines } from './csv-lines.js';
import { withSettings } from './with-settings.js';

/** What a list of settings would change of one company. */
export interface PlannedSettings {
  readonly company: Company;
  readonly policy: Policy;
  /** In words; empty if all is so already. */
  readonly changes: readonly string[];
}

const linesMax = 5000;
const wrongShownMax = 10;
const columnsOfPensions = ['payroll_id', 'employer_pension'] as const;

/**
 * Reads a list of settings for many companies, and changes nothing: the first column is `company`, each other one a
 * setting as `policy --set` names it, or `payroll_id` with `employer_pension`. An empty cell leaves a setting as it is.
 * A company may have several lines. A Problem names what is wrong in every line: a list is taken whole or not at all.
 */
export async function planSettings(
  { database }: Pick<CompanyTools, 'database'>,
  csv: string,
  companyNamed: (named: string) => Promise<Company>,
): Promise<readonly PlannedSettings[]> {
  const [heading = [], ...lines] = csvLines(csv, unreadable);
  const columns = heading.map((name) => name.trim());
  if (columns[0]?.toLowerCase() !== 'company') throw unreadable('The first column must be "company".');
  if (lines.length > linesMax) throw unreadable(`It has ${lines.length} lines, and ${linesMax} are read at once.`);
  const unknown = columns.slice(1).filter((name) => !isColumn(name));
  if (unknown.length > 0) throw unreadable(`These columns are no settings: ${unknown.join(', ')}.`);
  const planned = new Map<string, { readonly company: Company; readonly given: unknown; readonly lines: number[] }>();
  const wrong: string[] = [];
  const attempt = async (lines: readonly number[], read: () => Promise<void>) => {
    await read().catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      wrong.push(`${lines.length === 1 ? 'Line' : 'Lines'} ${lines.join(', ')}: ${error.detail}`);
    });
  };
  for (const [index, [named = '', ...cells]] of lines.entries())
    await attempt([index + 2], async () => {
      const company = await companyNamed(named.trim());
      const before = planned.get(company.id);
      const given = withSettings(before?.given ?? company.policy, settingsIn(columns.slice(1), cells));
      planned.set(company.id, { company, given, lines: [...(before?.lines ?? []), index + 2] });
    });
  const plans: PlannedSettings[] = [];
  for (const { company, given, lines: own } of planned.values())
    await attempt(own, async () => {
      const policy = policyGiven(company, given);
      const changes = await database.read(async (rows) => {
        await mustBeInChart(rows, company, accountsTyped(company.policy, policy));
        return changesNamed(rows, company.id, company.policy, policy);
      });
      plans.push({ company, policy, changes });
    });
  if (wrong.length > 0) {
    const more = wrong.length > wrongShownMax ? ` And ${wrong.length - wrongShownMax} more.` : '';
    throw unreadable(`${wrong.slice(0, wrongShownMax).join(' ')}${more}`);
  }
  return plans;
}

const isColumn = (name: string): boolean =>
  columnsOfPensions.some((one) => one === name) || settingRows.some(({ path }) => path === name);

/** As `policy --set` takes them. */
function settingsIn(columns: readonly string[], cells: readonly string[]): readonly string[] {
  const cell = (name: string) => cells[columns.indexOf(name)]?.trim() ?? '';
  const [id, pension] = columnsOfPensions.map(cell);
  const settings = columns
    .filter((name) => settingRows.some(({ path }) => path === name) && cell(name) !== '')
    .map((name) => `${name}=${cell(name)}`);
  if (pension === '' || pension === undefined) return settings;
  if (!id) throw unreadable('An employer_pension needs its payroll_id.');
  return [...settings, `employerPensions.${id}=${pension}`];
}

/** Differs once any of it, or what it would change, does. */
export const seenOfPlans = (plans: readonly PlannedSettings[]): string =>
  hash('sha256', JSON.stringify(plans.map(({ company, policy }) => [company.id, company.policyVersion, policy])));

export interface SettingsChanged {
  readonly company: string;
  readonly policyVersion?: number;
  readonly changes: readonly string[];
  /** Why this one was not changed; the others were. */
  readonly problem?: string;
}

/** Changes what was planned, company by company: each has its version, its line in the log, and the same reason. */
export async function changeSettings(
  tools: CompanyTools,
  plans: readonly PlannedSettings[],
  { who, reason, seen }: { readonly who: Who; readonly reason: string; readonly seen: string },
): Promise<readonly SettingsChanged[]> {
  mustHaveReason(reason, 'Settings of several companies');
  if (seen !== seenOfPlans(plans))
    throw problem('policy-changed', {
      detail: 'What this list would change is no longer what was shown.',
      todo: 'Look at the preview again. Nothing was changed.',
    });
  const done: SettingsChanged[] = [];
  for (const { company, policy, changes } of plans) {
    if (changes.length === 0) continue;
    try {
      const { policyVersion } = await changePolicy(tools, company, { who, policy, reason });
      done.push({ company: company.name, policyVersion, changes });
    } catch (error) {
      done.push({ company: company.name, changes: [], problem: asProblem(error).detail });
    }
  }
  return done;
}

function unreadable(detail: string): Problem {
  return problem('settings-unreadable', {
    detail,
    todo: 'Correct the list: its columns are company, and settings as `policy --help` names them, or payroll_id and employer_pension. Nothing was changed.',
  });
}
