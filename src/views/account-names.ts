import { readFact } from '../ground/facts.js';
import type { Rows } from '../ground/rows.js';
import { type KeptSurroundings, surroundingsFact } from '../companies/surroundings.js';
import { usualNames } from '../journal/chart.js';

/** Names by code. A company's own chart first; the service's usual names where the chart was never read. */
export type AccountNames = ReadonlyMap<string, string>;

export const usual: AccountNames = new Map(Object.entries(usualNames));

export interface NamedPerson {
  readonly url: string;
  readonly name: string;
}

/** A company's users as they were last read, by name. */
export async function peopleOf(em: Rows, companyId: string): Promise<readonly NamedPerson[]> {
  const kept = await readFact(em, surroundingsFact(companyId));
  const { people = [] } = kept === undefined ? {} : (JSON.parse(kept) as Partial<KeptSurroundings>);
  const named = people.map(({ url, firstName = '', lastName = '' }) => ({
    url,
    name: `${firstName} ${lastName}`.trim(),
  }));
  return named.filter(({ name }) => name !== '').sort((a, b) => a.name.localeCompare(b.name, 'en-GB'));
}

/** As the company's chart was last read, however long ago: a name does not age like a balance. */
export async function accountNamesOf(em: Rows, companyId: string): Promise<AccountNames> {
  const kept = await readFact(em, surroundingsFact(companyId));
  if (kept === undefined) return usual;
  const { accounts = [] } = JSON.parse(kept) as Partial<KeptSurroundings>;
  // A chart that names an account by its own code says nothing.
  const own = accounts.filter(({ code, name }) => name !== '' && name !== code);
  return new Map([...usual, ...own.map(({ code, name }) => [code, name] as const)]);
}

export const accountNameIn = (names: AccountNames, code: string): string => names.get(code.replace(/-\d+$/, '')) ?? '';
