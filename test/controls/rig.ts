import type { CompanyTools } from '../../src/acts/act-tools.js';
import { Outbox } from '../../src/record/messages/outbox.js';
import type { Answer } from '../../src/record/control-answer.js';
import { ControlAccounts, type Reading } from '../../src/controls/controls.js';
import { Money } from '../../src/journal/nouns/money.js';
import { type Books, booksOn } from '../sync/rig.js';

const asked = { actor: 'test', trigger: 'command' };

export interface Rigged extends Books {
  readonly tools: CompanyTools;
  readonly reader: ControlAccounts;
  controls(on: string): Promise<Reading>;
  pay(dated_on: string, amount: string, category: string, user?: number): Promise<void>;
  /** Reads the books for a day: the state, causes, and what is open. */
  controlLines(on: string): Promise<readonly string[]>;
}

export async function rigged(
  open: Parameters<typeof booksOn>[0],
  options: Parameters<typeof booksOn>[1] = {},
): Promise<Rigged> {
  const books = await booksOn(open, { ...options, env: { WEBHOOK_URL: 'http://127.0.0.1:9/hook' } });
  const { rig, db, clock, company, log } = books;
  const reader = new ControlAccounts(db, clock, rig.companies, log, new Outbox(clock, rig.config));
  const controls = async (on: string) => reader.read(await rig.companies.find(company.id), { ...asked, on });
  return {
    ...books,
    tools: { database: db, companies: rig.companies, log },
    reader,
    controls,
    async pay(dated_on, amount, category, user) {
      const body = { dated_on, amount, category, ...(user !== undefined && { user }) };
      await rig.control('POST', 'companies/elm/payments', body);
    },
    async controlLines(on) {
      const { answer, problem } = await controls(on);
      if (problem !== undefined) return [problem.title];
      return linesOf(answer);
    },
  };
}

/** Causes, then accounts that are clear or what is open of them: each is checked to add up. */
export function linesOf({ state, causes, accounts }: Answer): readonly string[] {
  for (const { account, name, balance, notDue, known, open } of accounts) {
    const parts = [notDue, known, ...open.map(({ amount }) => amount)].map(Money.parse);
    expect([account, name, Money.sum(parts).toString()]).toEqual([account, name, balance]);
  }
  return [
    state,
    ...causes.map(
      ({ what, accounts: on }) =>
        `! ${what}: ${on.map(({ account, name, amount }) => `${account} ${name} ${amount}`).join(', ')}`,
    ),
    ...accounts.flatMap(({ account, name, open }) =>
      open.map(
        ({ item, state: is, amount, hints }) =>
          `${account} ${name}: ${item}: ${is} ${amount}${hints.map((hint) => ` (${hint})`).join('')}`,
      ),
    ),
  ];
}

/** Elm pays Ann 1,000.00 and Ed 1,733.64 a month; HMRC is owed 578.81. */
export async function payMonth(books: Rigged, day: string, hmrcOn?: string): Promise<void> {
  await books.pay(day, '1000.00', '902', 1);
  await books.pay(day, '1733.64', '902', 2);
  if (hmrcOn !== undefined) await books.pay(hmrcOn, '578.81', '814');
}

/** Everybody is paid, and HMRC £12.34 too little for September. */
export async function payHmrcShort(books: Rigged): Promise<void> {
  await books.sync();
  await payMonth(books, '2025-08-29', '2025-09-22');
  await payMonth(books, '2025-09-30');
  await payMonth(books, '2025-10-31');
  await books.pay('2025-10-22', '566.47', '814');
}

export async function bankAccounts(books: Rigged): Promise<readonly string[]> {
  const [first] = books.rig.sandbox.credentials().companies;
  const answer = await fetch(`${books.rig.baseUrl}/v2/bank_accounts`, {
    headers: { authorization: `Bearer ${first?.accessToken}`, 'user-agent': 'test' },
  });
  const { bank_accounts: all } = (await answer.json()) as { bank_accounts: { url: string }[] };
  return all.map(({ url }) => url);
}

export async function upload(books: Rigged, bank: string, statement: readonly object[]): Promise<void> {
  const [first] = books.rig.sandbox.credentials().companies;
  const answer = await fetch(
    `${books.rig.baseUrl}/v2/bank_transactions/statement?bank_account=${encodeURIComponent(bank)}`,
    {
      method: 'POST',
      headers: {
        authorization: `Bearer ${first?.accessToken}`,
        'user-agent': 'test',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ statement }),
    },
  );
  expect(answer.status).toBe(200);
}
