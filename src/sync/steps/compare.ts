import { withoutSuffix } from '../../journal/nouns/chart.js';
import { costAccounts } from '../../journal/allocation/cost-accounts.js';
import { Money, sumByKey } from '../../journal/nouns/money.js';
import type { Books } from '../../books/books.js';
import type { Event } from '../facts/event.js';
import type { Facts } from '../facts/facts.js';
import { guardRange, ofPeriod } from '../facts/run-facts.js';

/** Mode `check`: compares what payroll costs in a period with what the books show, account by account or in total. */
export async function compare(ledger: Books, { runs, company }: Facts, tag: string): Promise<Event> {
  const accounts = costAccounts(company.policy);
  const period = ofPeriod(runs, tag);
  const entries = period.flatMap((one) => one.payroll.mapped?.journal?.entries ?? []);
  const expected = byAccount(
    entries.map((entry) => ({ code: entry.category, total: entry.debit })),
    accounts,
  );
  const found = byAccount(await ledger.trialBalance(guardRange(period)), accounts);
  const codes = new Set([...expected.keys(), ...found.keys()]);
  const eachAgrees = [...codes].every((code) =>
    (expected.get(code) ?? Money.zero).equals(found.get(code) ?? Money.zero),
  );
  // Other payroll postings show net salary and tax separately (404, 405): the same cost in total.
  const agrees = eachAgrees || Money.sum(expected.values()).equals(Money.sum(found.values()));
  return { is: 'compared', tag, check: { agrees, expected: asText(expected), found: asText(found) } };
}

function byAccount(
  lines: readonly { code: string; total: Money }[],
  accounts: ReadonlySet<string>,
): ReadonlyMap<string, Money> {
  const own = lines.filter(({ code }) => accounts.has(withoutSuffix(code)));
  return sumByKey(own.map(({ code, total }) => [withoutSuffix(code), total]));
}

const asText = (totals: ReadonlyMap<string, Money>) =>
  Object.fromEntries([...totals].map(([code, total]) => [code, total.toString()]));
