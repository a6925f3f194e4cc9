import { CompanyRow } from '../companies/company.entity.js';
import type { Company } from '../companies/company.js';
import { type KeptSurroundings, surroundingsFact } from '../companies/surroundings.js';
import { readFact } from '../ground/facts.js';
import { dayInLondon } from '../ground/london.js';
import { type Problem, problem } from '../ground/problem.js';
import type { ReadRows } from '../ground/rows.js';
import { Chart } from '../journal/nouns/chart.js';
import { inWords } from '../journal/nouns/dates.js';

type Named = Pick<Company, 'id' | 'name'>;

interface Lacking {
  readonly name: string;
  readonly account: string;
  readonly readAt: string;
}

/**
 * An account that someone types must be in the chart of accounts, as the last sync read it. Found out only by a hold,
 * the mistake would hold payroll every month under a decision that looks made. Until a chart has been read, any account
 * is accepted.
 */
export async function mustBeInChart(rows: ReadRows, company: Named, accounts: readonly string[]): Promise<void> {
  const [lacking] = await lackingIn(rows, [company], accounts);
  if (lacking === undefined) return;
  const { name, account, readAt } = lacking;
  const read = inWords(dayInLondon(new Date(readAt)));
  throw noSuchAccount(`${name}: account ${account} is not in its chart of accounts, as last read on ${read}.`, name);
}

/** For what is decided for a whole practice: in the chart of each of its working companies whose chart is known. */
export async function mustBeInCharts(
  rows: ReadRows,
  company: Named & Pick<Company, 'connectionId'>,
  accounts: readonly string[],
): Promise<void> {
  await mustBeInChart(rows, company, accounts);
  if (accounts.length === 0) return;
  const { connectionId } = company;
  const where = { connectionId, life: 'working' as const };
  const clients = await rows.select(CompanyRow, ['id', 'name'], { where, order: { name: 'ASC' } });
  const lacking = await lackingIn(rows, clients, accounts);
  const [first] = lacking;
  if (first === undefined) return;
  const names = lacking.filter(({ account }) => account === first.account).map(({ name }) => name);
  const charts = names.length === 1 ? 'chart' : 'charts';
  throw noSuchAccount(
    `${company.name}: account ${first.account} is not in the ${charts} of accounts of ${listed(names)}, as last read.`,
    first.name,
  );
}

/** One company at a time, since a practice may have thousands. */
async function lackingIn(
  rows: ReadRows,
  companies: readonly Named[],
  accounts: readonly string[],
): Promise<readonly Lacking[]> {
  const found: Lacking[] = [];
  if (accounts.length === 0) return found;
  for (const { id, name } of companies) {
    const kept = await readFact(rows, surroundingsFact(id));
    if (kept === undefined) continue;
    const { accounts: listedAccounts, at: readAt } = JSON.parse(kept) as KeptSurroundings;
    const chart = new Chart(listedAccounts);
    const missing = listedAccounts.length === 0 ? [] : accounts.filter((account) => !chart.has(account));
    for (const account of missing) found.push({ name, account, readAt });
  }
  return found;
}

const namesMax = 10;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, namesMax);
  const more = names.length - shown.length;
  const all = more > 0 ? [...shown, `${more} more`] : shown;
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1) ?? ''}`;
}

function noSuchAccount(detail: string, company: string): Problem {
  return problem('no-such-account', {
    detail,
    todo: `Name an account that the chart has. If it was added since, read everything again first: \`counterfoil sync --company "${company}" --full\`, or “Read payroll again” on the page of a pay run.`,
  });
}
