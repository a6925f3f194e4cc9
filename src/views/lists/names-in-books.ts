import type { KeptSurroundings } from '../../companies/surroundings.js';
import { accountNamesFact, surroundingsFact } from '../../companies/surroundings.js';
import { readFact } from '../../ground/facts.js';
import type { ReadRows } from '../../ground/rows.js';
import { usualNames, withoutSuffix } from '../../journal/nouns/chart.js';
import { pathOf } from '../../journal/nouns/pay-run.js';
import { isUnmatched } from '../../payrolls/files/files-payroll.js';

/** What a company's own books call an account. */
export interface AccountsInBooks {
  /** '' when neither the chart nor common usage has a name for it. */
  account(code: string): string;
}

/** What they call an account and a person. */
export interface NamesInBooks extends AccountsInBooks {
  /** Undefined when the books no longer list them. */
  person(user: string): string | undefined;
}

/** As pages name a person: by a number whom the books do not list any more. */
export const personIn =
  ({ person }: Pick<NamesInBooks, 'person'>) =>
  (user: string): string =>
    person(user)?.trim() || `person ${pathOf(user).split('/').at(-1)}`;

/** From the chart and users that the last sync read; the usual names for a company that was never read. */
export async function namesInBooks(rows: ReadRows, companyId: string): Promise<NamesInBooks> {
  const kept = await readFact(rows, surroundingsFact(companyId));
  const { accounts, people } = kept === undefined ? nothingKept : (JSON.parse(kept) as KeptSurroundings);
  const ofPeople = new Map(people.map(({ url, firstName, lastName }) => [pathOf(url), `${firstName} ${lastName}`]));
  return { ...accountsNamed(accounts), person: (user) => ofPeople.get(pathOf(user)) };
}

/** The same for a page that names accounts but no person, nor the accounts of one. */
export async function accountsInBooks(rows: ReadRows, companyId: string): Promise<AccountsInBooks> {
  const kept = await readFact(rows, accountNamesFact(companyId));
  if (kept === undefined) return namesInBooks(rows, companyId);
  const names = Object.entries(JSON.parse(kept) as Readonly<Record<string, string>>);
  return accountsNamed(names.map(([code, name]) => ({ code, name })));
}

function accountsNamed(accounts: readonly Pick<KeptSurroundings['accounts'][number], 'code' | 'name'>[]) {
  // A chart that names an account by its code adds nothing.
  const named = accounts.filter(({ code, name }) => name !== code);
  const ofAccounts = new Map(named.map(({ code, name }) => [code, name]));
  return {
    account: (code: string) => {
      const whole = withoutSuffix(code);
      return ofAccounts.get(code) ?? ofAccounts.get(whole) ?? usualNames[whole] ?? '';
    },
  };
}

export interface NamedPerson {
  readonly url: string;
  readonly name: string;
}

/** With the parts of the name, to compare it with one from elsewhere. */
interface PersonInBooks extends NamedPerson {
  readonly firstName: string;
  readonly lastName: string;
}

/** A company's users as last read, sorted by name. */
export async function peopleOf(rows: ReadRows, companyId: string): Promise<readonly PersonInBooks[]> {
  const kept = await readFact(rows, surroundingsFact(companyId));
  const { people } = kept === undefined ? nothingKept : (JSON.parse(kept) as KeptSurroundings);
  // A sync keeps a place for everyone whom files pay, also for people not matched in the books yet.
  const listed = people.filter((one) => !isUnmatched(one));
  const named = listed.map(({ url, firstName, lastName }) => {
    return { url, name: `${firstName} ${lastName}`.trim(), firstName, lastName };
  });
  return named.filter(({ name }) => name !== '').sort((a, b) => a.name.localeCompare(b.name, 'en-GB'));
}

const nothingKept: Pick<KeptSurroundings, 'accounts' | 'people'> = { accounts: [], people: [] };
