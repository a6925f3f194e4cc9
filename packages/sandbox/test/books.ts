import type { Client, Reply } from './client.js';

/** The amounts of a trial balance by displayed code, without zeros. */
export function totals(answer: Reply): Record<string, string> {
  const items = answer.json.trial_balance_summary as { display_nominal_code: string; total: string }[];
  return Object.fromEntries(
    items.filter(({ total }) => total !== '0.0').map((item) => [item.display_nominal_code, item.total]),
  );
}

/** The sum of the whole trial balance in pence: zero when the books are right. */
export async function outOfBalance(client: Client): Promise<bigint> {
  const answer = await client.get('/v2/accounting/trial_balance/summary?from_date=2000-01-01&to_date=2099-12-31');
  const items = answer.json.trial_balance_summary as { total: string }[];
  return items.reduce((sum, { total }) => sum + pence(total), 0n);
}

function pence(text: string): bigint {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)!;
  const size = BigInt(whole!) * 100n + BigInt(fraction.padEnd(2, '0').slice(0, 2));
  return sign === '-' ? -size : size;
}
