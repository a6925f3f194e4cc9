import { expect, it } from '@jest/globals';
import { AppModule } from '../../../src/app/app.module.js';
import type { Block } from '../../../src/evidence/chapter.js';
import { filesIn } from '../../../src/evidence/formats/zip.js';
import type { MonthFile } from '../../../src/evidence/month-file.js';
import { Decision } from '../../../src/record/runs/decision.entity.js';
import { PayRunRecord } from '../../../src/record/runs/pay-run.entity.js';
import { type Answer, type CheckName, checkNames } from '../../../src/views/checks/checks.js';
import { type Door, openDoor } from '../../doors/api/door.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { act, type Books, booksOn, elm, type PeriodDocument, withMaternityPay } from '../../sync/rig.js';

/** Elm's months, each with one pay run, paid on its last working day. */
const months = { august: 4, september: 5, october: 6 } as const;
type Period = (typeof months)[keyof typeof months];

/** What a check answers, and of what: of `!`, what will be posted; of `-`, nothing of ours. */
type Told = `${Answer}${'' | '!' | '-'}`;
type Checks = Readonly<Record<CheckName, Told>>;

interface Story {
  readonly name: string;
  readonly mode?: 'auto' | 'approve' | 'check';
  /** The pay run that is looked at: October's, unless another is named. */
  readonly period?: Period;
  readonly happens: (books: Books) => Promise<void>;
  readonly checks: Checks;
}

const october = months.october;
const fine: Checks = { balanced: 'yes', items: 'yes', books: 'yes', paye: 'yes' };
const toCome: Checks = { balanced: 'yes!', items: 'yes!', books: 'no!', paye: 'yes!' };

/** Where each run waits for a person, September is posted, so that the tax year has something to show. */
const approving = async (books: Books) => {
  await books.sync();
  await books.acts.post(books.ref(months.september), act());
};

const withSlip = async (books: Books, over: object) => {
  const document = await books.period(2026, october);
  const [first, ...others] = document.payslips;
  const payslips = [{ ...first, ...over }, ...others] as PeriodDocument['payslips'];
  await books.setPeriod(2026, october, { ...document, payslips });
};

/** Posts with £208.00 of student loans on 815. */
const withLoansElsewhere = async (books: Books) => {
  await withSlip(books, { student_loan_deduction: '208.0' });
  await books.policy({ studentLoans: 'otherDeductions' });
  await books.sync();
};

/** As an earlier release took such a decision. */
const decidesAway = async (books: Books, field: string) => {
  const { companyId, tag } = await books.run(october);
  const decision = { companyId, tag, field, scope: 'run', kind: 'treatment', treatment: 'information' } as const;
  const of = { connectionId: null, userPath: null, holdCode: null, fingerprint: null, figures: null, onDate: null };
  const by = { reason: 'as it was', actor: 'Ruth', at: books.clock.now(), endedAt: null };
  await books.db.work((rows) => rows.insert(Decision, { id: `away ${field}`, ...of, ...decision, ...by }));
};

const inBooks = async (books: Books, method: string, change?: (set: object) => object) => {
  const { journalSet } = await books.run(october);
  const [first] = books.rig.sandbox.credentials().companies;
  const headers = {
    authorization: `Bearer ${first?.accessToken}`,
    'content-type': 'application/json',
    'user-agent': 'test',
  };
  const address = `${books.rig.baseUrl}${new URL(journalSet ?? '').pathname}`;
  const { journal_set: set } = (await (await fetch(address, { headers })).json()) as { journal_set: object };
  const body = change && JSON.stringify({ journal_set: change(set) });
  expect((await fetch(address, { method, headers, body })).status).toBeLessThan(300);
};

const synced = async (books: Books) => void (await books.sync());
const stories: readonly Story[] = [
  { name: 'posted', happens: synced, checks: fine },
  { name: 'ready to post', mode: 'approve', happens: approving, checks: toCome },
  {
    name: 'held',
    happens: async (books) => {
      await withSlip(books, { other_deductions: '40.0' });
      await books.sync();
    },
    checks: { balanced: 'yes!', items: 'no!', books: 'no!', paye: 'yes!' },
  },
  {
    name: 'posted with loans on another account',
    happens: withLoansElsewhere,
    checks: { ...fine, paye: 'no' },
  },
  {
    name: 'posted with loans on another account, and the policy put back',
    happens: async (books) => {
      await withLoansElsewhere(books);
      await books.policy({ studentLoans: 'payeNi' });
      await books.sync({ full: true });
    },
    checks: { ...fine, paye: 'no' },
  },
  {
    name: 'posted, and moved to other accounts only in the policy',
    happens: async (books) => {
      await withSlip(books, { student_loan_deduction: '208.0' });
      await books.sync();
      await books.policy({ studentLoans: 'otherDeductions' });
      await books.sync({ full: true });
    },
    checks: fine,
  },
  {
    name: 'ready with tax decided to be information',
    mode: 'approve',
    happens: async (books) => {
      await approving(books);
      await decidesAway(books, 'tax_deducted');
      await books.sync({ full: true });
    },
    checks: { balanced: 'yes!', items: 'no!', books: 'no!', paye: 'no!' },
  },
  {
    name: 'posted with tax decided to be information',
    mode: 'approve',
    happens: async (books) => {
      await approving(books);
      await decidesAway(books, 'tax_deducted');
      await books.sync({ full: true });
      await books.acts.post(books.ref(october), act());
    },
    checks: { ...fine, items: 'no', paye: 'no' },
  },
  {
    name: 'posted, and payroll changed since',
    happens: async (books) => {
      await books.sync();
      await withSlip(books, { tax_deducted: '200.2' });
      await books.sync();
    },
    checks: { ...fine, paye: 'no' },
  },
  {
    name: 'posted and amended',
    happens: async (books) => {
      await books.sync();
      await withSlip(books, { tax_deducted: '200.2' });
      await books.sync();
      await books.acts.amend(books.ref(october), act());
    },
    checks: fine,
  },
  {
    name: 'posted and reversed',
    happens: async (books) => {
      await books.sync();
      await books.acts.reverse(books.ref(october), act());
    },
    checks: toCome,
  },
  {
    name: 'reversed and posted again',
    happens: async (books) => {
      await books.sync();
      await books.acts.reverse(books.ref(october), act());
      await books.acts.post(books.ref(october), act());
    },
    checks: fine,
  },
  {
    name: 'edited in the books, and rechecked',
    happens: async (books) => {
      await books.sync();
      await inBooks(books, 'PUT', (set) => ({ ...set, dated_on: '2025-11-03' }));
      await books.verify.run(books.company, { actor: 'Ruth', trigger: 'command' });
    },
    checks: { ...fine, books: 'no' },
  },
  {
    name: 'taken out of the books, and rechecked',
    happens: async (books) => {
      await books.sync();
      await inBooks(books, 'DELETE');
      await books.verify.run(books.company, { actor: 'Ruth', trigger: 'command' });
    },
    checks: { ...fine, books: 'no' },
  },
  {
    name: 'ignored before it was posted',
    mode: 'approve',
    happens: async (books) => {
      await approving(books);
      await books.acts.ignore(books.ref(october), act());
    },
    checks: { balanced: 'not_known-', items: 'not_known-', books: 'not_known-', paye: 'not_known-' },
  },
  {
    name: 'with its recovery posted',
    period: months.september,
    happens: async (books) => {
      await books.policy({ recovery: { from: '2025-08-06', post: 'auto', smallEmployer: 'yes' } });
      await withMaternityPay(books, '500.0');
      await books.sync();
    },
    checks: fine,
  },
];

describeOnDatabases('every check of a run', (open) => {
  it.each(stories)('$name: is answered alike everywhere', async ({ mode, period = october, happens, checks }) => {
    const books = await booksOn(open, { scenario: elm(), mode });
    await happens(books);
    const door = await openDoor(books.db, [AppModule]);
    try {
      const run = await books.run(period);
      expect(await inApi(door, run)).toEqual(checks);
      expect(await onPage(door, run)).toEqual(onPageAs(run, checks));
      expect(await inMonthFile(door, run)).toEqual(unmarked(checks));
      expect(await inTaxYear(door, run)).toEqual(inTaxYearAs(checks));
      expect(await isOfferedForSignOff(door, run)).toBe(run.state === 'posted' && checks === fine);
      expect(await isClean(door, run)).toBe(run.state === 'ready' ? checks.paye.startsWith('yes') : undefined);
    } finally {
      await door.close();
    }
  });
});

const path = ({ companyId, year, period, datedOn }: PayRunRecord) => `${companyId}/${year}/${period}/${datedOn}`;

async function get(door: Door, address: string): Promise<string> {
  const { cookie } = await door.browser();
  return (await door.http.get(address).set('Cookie', cookie).expect(200)).text;
}

interface InApi {
  readonly clean?: boolean;
  readonly checks: readonly { check: CheckName; answer: Answer; of: 'posted' | 'to_be_posted' | 'payroll' }[];
}

async function api(door: Door, run: PayRunRecord): Promise<InApi> {
  const token = await door.token();
  const { body } = await door.http
    .get(`/api/pay-runs/${path(run)}`)
    .set('Authorization', `Bearer ${token}`)
    .expect(200);
  return body as InApi;
}

const ofMarks = { posted: '', to_be_posted: '!', payroll: '-' } as const;

async function inApi(door: Door, run: PayRunRecord): Promise<Checks> {
  const { checks } = await api(door, run);
  return Object.fromEntries(checks.map(({ check, answer, of }) => [check, `${answer}${ofMarks[of]}`])) as Checks;
}

const isClean = async (door: Door, run: PayRunRecord) => (await api(door, run)).clean;

/** What stands first in the words of each check. */
const begins: readonly (readonly [CheckName, RegExp])[] = [
  ['balanced', /^Balanced|^Out of balance|balances/],
  ['items', /pay item/],
  ['books', /books|No journal of it/],
  ['paye', /PAYE/],
];

const nameOf = (words: string) => begins.find(([, words_]) => words_.test(words))?.[0];

/** The mark before each check on the page of the run. */
async function onPage(door: Door, run: PayRunRecord): Promise<Readonly<Record<string, string>>> {
  const html = await get(door, `/runs/${path(run)}`);
  const list = /<section class="checks"[^]*?<\/section>/.exec(html)?.[0] ?? '';
  const items = [...list.matchAll(/<li class="[^"]*"><span aria-hidden="true">(.)<\/span> ([^<]*)/g)];
  return Object.fromEntries(items.flatMap(([, mark, words = '']) => (nameOf(words) ? [[nameOf(words), mark]] : [])));
}

/** A held run shows its questions in place of the checks; what is not posted yet is no mistake. */
function onPageAs({ state }: PayRunRecord, checks: Checks): Readonly<Record<string, string>> {
  if (state === 'held') return {};
  const marks = { yes: '✓', no: '≠', not_known: '·' } as const;
  const shown = checkNames.flatMap((name) => {
    const told = checks[name];
    if (told.endsWith('-') && name !== 'paye') return [];
    const answer = told.replace(/[!-]$/, '') as Answer;
    return [[name, name === 'books' && told === 'no!' ? '·' : marks[answer]]];
  });
  return Object.fromEntries(shown);
}

const unmarked = (checks: Checks) =>
  Object.fromEntries(checkNames.map((name) => [name, checks[name].replace(/[!-]$/, '')]));

async function inMonthFile(door: Door, { companyId, year, period }: PayRunRecord): Promise<object> {
  const { cookie } = await door.browser();
  const address = `${await door.app.getUrl()}/api/month-files/${companyId}/${year}/${period}?format=zip`;
  const answer = await fetch(address, { headers: { cookie } });
  const files = filesIn(new Uint8Array(await answer.arrayBuffer()));
  const bytes = files instanceof Map ? files.get('evidence.json') : undefined;
  const { pages } = JSON.parse(Buffer.from(bytes ?? '{}').toString()) as MonthFile;
  const checks = pages.summary.blocks.flatMap((block: Block) => (block.kind === 'checks' ? block.checks : []));
  const answers = { good: 'yes', bad: 'no', open: 'not_known' } as const;
  return Object.fromEntries(
    checks.flatMap(({ is, words }) => (/^(Control|Every control)/.test(words) ? [] : [[nameOf(words), answers[is]]])),
  );
}

async function inTaxYear(door: Door, run: PayRunRecord): Promise<string | undefined> {
  const html = await get(door, `/clients/${run.companyId}/tax-year?year=${run.year}`);
  const cells = [...html.matchAll(/<td class="tie-words[^"]*" data-label="Agrees"[^>]*>(.*?)<\/td>/g)];
  const words = cells[run.period]?.[1]?.replaceAll(/<[^>]*>/g, ' ') ?? '';
  const csv = await get(door, `/clients/${run.companyId}/tax-year.csv?year=${run.year}`);
  const [heading = [], ...rows] = csv
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .map((row) => (row.match(/("[^"]*"|[^,]*)(,|$)/g) ?? []).map((cell) => cell.replace(/,$/, '')));
  const agreed = rows[run.period]?.[heading.indexOf('Agreed to PAYE due')];
  return `${words.includes('✓') ? '✓' : words.includes('≠') ? '≠' : words.includes('not all posted') ? 'not all posted' : '·'} ${agreed}`;
}

/** The tax year asks for both at once: posted as agreed, and there as posted. */
function inTaxYearAs({ books, paye }: Checks): string {
  if (paye.endsWith('-')) return '· not posted here';
  if (books.endsWith('!')) return 'not all posted not all in the books';
  if (books === 'no') return '≠ no: the books differ';
  return paye === 'yes' ? '✓ yes' : '≠ no';
}

async function isOfferedForSignOff(door: Door, run: PayRunRecord): Promise<boolean> {
  const html = await get(door, `/runs/sign-off?year=${run.year}&month=${run.period + 1}`);
  const [, offered = ''] = html.split('id="whole-heading"');
  return html.includes('name="seen"') && offered.includes(`/runs/${path(run)}"`);
}
