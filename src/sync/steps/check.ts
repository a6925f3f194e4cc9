import { withoutSuffix } from '../../journal/chart.js';
import { Money } from '../../journal/money.js';
import { costAccounts } from '../../journal/cost-accounts.js';
import { guardRange } from './look.js';
import { periodIndex, type Run } from '../runs.js';
import type { Session } from '../session.js';
import type { World } from '../world.js';

/** Mode `check`: what payroll says a period costs against what the books show, account by account or in whole. */
export async function compare(session: Session, world: World, run: Run): Promise<NonNullable<Run['check']>> {
  const accounts = costAccounts(session.company.policy);
  const period = [...world.runs.values()].filter((one) => periodIndex(one) === periodIndex(run));
  const entries = period.flatMap((one) => one.mapped?.journal?.entries ?? []);
  const expected = byAccount(
    entries.map((entry) => ({ code: entry.category, total: entry.debit })),
    accounts,
  );
  const found = byAccount(await session.books.trialBalance(guardRange(world, run)), accounts);
  const codes = new Set([...expected.keys(), ...found.keys()]);
  const eachAgrees = [...codes].every((code) =>
    (expected.get(code) ?? Money.zero).equals(found.get(code) ?? Money.zero),
  );
  // Other payroll postings tell net salary and tax apart (404, 405): the same cost in whole.
  const agrees = eachAgrees || Money.sum(expected.values()).equals(Money.sum(found.values()));
  return { agrees, expected: shown(expected), found: shown(found) };
}

function byAccount(
  lines: readonly { code: string; total: Money }[],
  accounts: ReadonlySet<string>,
): ReadonlyMap<string, Money> {
  const totals = new Map<string, Money>();
  for (const { code, total } of lines) {
    const account = withoutSuffix(code);
    if (accounts.has(account)) totals.set(account, (totals.get(account) ?? Money.zero).plus(total));
  }
  return totals;
}

const shown = (totals: ReadonlyMap<string, Money>) =>
  Object.fromEntries([...totals].map(([code, total]) => [code, total.toString()]));
