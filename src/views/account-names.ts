import { readFact } from '../ground/facts.js';
import type { Rows } from '../ground/rows.js';
import { surroundingsFact } from '../record/surroundings-fact.js';

/** Names by code. A company's own chart first; the service's usual names where the chart was never read. */
export type AccountNames = ReadonlyMap<string, string>;

export const usualNames: AccountNames = new Map([
  ['401', 'Salaries'],
  ['402', 'Employer NICs'],
  ['403', 'Staff pensions'],
  ['404', 'Net salary expense'],
  ['405', 'PAYE/NI expense'],
  ['407', 'Directors’ salaries'],
  ['408', 'Directors’ employer NICs'],
  ['409', 'Directors’ staff pensions'],
  ['813', 'Pension creditor'],
  ['814', 'PAYE/NI'],
  ['815', 'Other payroll deductions'],
  ['902', 'Salary and bonuses'],
]);

export interface NamedPerson {
  readonly url: string;
  readonly name: string;
}

/** A company's users as they were last read, by name. */
export async function peopleOf(em: Rows, companyId: string): Promise<readonly NamedPerson[]> {
  const kept = await readFact(em, surroundingsFact(companyId));
  const { people = [] } = kept === undefined ? {} : (JSON.parse(kept) as Kept);
  const named = people.map(({ url, firstName = '', lastName = '' }) => ({
    url,
    name: `${firstName} ${lastName}`.trim(),
  }));
  return named.filter(({ name }) => name !== '').sort((a, b) => a.name.localeCompare(b.name, 'en-GB'));
}

interface Kept {
  readonly people?: readonly { readonly url: string; readonly firstName?: string; readonly lastName?: string }[];
  readonly accounts?: readonly { readonly code: string; readonly name?: string }[];
}

/** As the company's chart was last read, however long ago: a name does not age like a balance. */
export async function accountNamesOf(em: Rows, companyId: string): Promise<AccountNames> {
  const kept = await readFact(em, surroundingsFact(companyId));
  if (kept === undefined) return usualNames;
  const { accounts = [] } = JSON.parse(kept) as Kept;
  // A chart that names an account by its own code says nothing.
  const own = accounts.filter(({ code, name }) => name !== undefined && name !== '' && name !== code);
  return new Map([...usualNames, ...own.map(({ code, name = '' }) => [code, name] as const)]);
}

export const accountNameIn = (names: AccountNames, code: string): string => names.get(code.replace(/-\d+$/, '')) ?? '';
