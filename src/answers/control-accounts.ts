import * as z from 'zod';
import { hasRole, type Principal } from '../access/principal.js';
import { roleRefused } from '../access/refusals.js';
import { reason } from '../acts/act-body.js';
import { mainCode } from '../journal/nouns/chart.js';
import { Money } from '../journal/nouns/money.js';
import { companyStates, namedStates, openStates } from '../record/control-answer.js';
import { day, moment, money } from '../ground/written.js';
import { date, word, year } from '../views/lists/lists.js';
import { acts, type Asked, reads } from './answer.js';
import { companyOf, toolsOf, whoOf } from './asked.js';

const inThis = { of: 'Control accounts' } as const;

const typed = z.string().refine((text) => Money.tryParse(text) !== undefined, 'an amount is expected, such as "12.34"');
const account = { account: z.string(), user: z.string().optional(), name: z.string() };

const controlAnswer = z
  .object({
    company: z.string(),
    companyId: z.string(),
    state: z.enum(companyStates),
    causes: z.array(
      z.object({
        what: z.string(),
        todo: z.string(),
        accounts: z.array(
          z.object({
            ...account,
            amount: money.optional(),
            id: z
              .string()
              .optional()
              .meta({ description: 'Of an open item that the cause holds: by which it is accepted.' }),
            item: z.string().optional(),
            due: day.optional(),
          }),
        ),
      }),
    ),
    accounts: z.array(
      z.object({
        ...account,
        balance: money.optional(),
        notDue: money.optional(),
        known: money.optional(),
        open: z.array(
          z.object({
            id: z.string().meta({ description: 'By which it is accepted.' }),
            item: z.string(),
            due: day,
            amount: money.optional(),
            state: z.enum(openStates),
            hints: z.array(z.string()).meta({ description: 'What may be behind it; none claims to be.' }),
            reason: z.string().optional(),
          }),
        ),
      }),
    ),
    readAt: moment.optional(),
    asOn: day.optional(),
  })
  .meta({
    id: 'ControlAccounts',
    description:
      'What a company’s liability accounts held on a day: causes first, then what is open of each. Amounts owed are positive; balance = notDue + known + what is open.',
  });
const answer = z.object({ items: z.array(controlAnswer) });

export const getControlAccounts = reads({
  ...inThis,
  name: 'getControlAccounts',
  at: 'GET /api/control-accounts',
  role: 'viewer',
  showsPay: 'control accounts',
  takes: z
    .strictObject({ company: word.optional(), on: date.optional() })
    .refine(({ company, on }) => on === undefined || company !== undefined, 'a day needs its company'),
  gives: answer,
  summary: 'what each payroll liability account holds, owes, and why',
  description:
    'As last read. With a company and a day, or for a company never read, the books are read now, which needs the role reviewer.',
  does: async (asked, { company: named, on }) => {
    if (named === undefined) return stored(asked);
    const { ControlAccounts } = await import('../controls/controls.js');
    const { jsonOf } = await import('../controls/show/json.js');
    const { answerShown, readingsOf } = await import('../controls/show/readings.js');
    const found = await companyOf(asked, named);
    const { database } = await toolsOf(asked);
    const [last] = await database.read((rows) => readingsOf(rows, asked.who, [found.id]));
    if (last !== undefined && (on === undefined || on === last.asOn)) return { items: [jsonOf(last)] };
    mayReadBooks(asked.who);
    const { problem, answer: read, asOn } = await asked.parts.get(ControlAccounts).read(found, { ...whoOf(asked), on });
    if (problem !== undefined) throw problem;
    const shown = { ...answerShown(read, asked.who), asOn, readAt: database.clock.now() };
    return { items: [jsonOf({ company: found.name, companyId: found.id, ...shown })] };
  },
});

const yearAccount = z.object({
  account: z.string(),
  name: z.string(),
  payslips: money,
  books: money,
  difference: money,
  because: z
    .array(z.object({ what: z.string(), amount: money }))
    .meta({ description: 'The parts sum to the difference.' }),
});

export const getYearOfBooks = reads({
  ...inThis,
  name: 'getYearOfBooks',
  at: 'GET /api/control-accounts/year',
  role: 'viewer',
  showsPay: 'payslips and books',
  takes: z.strictObject({ company: word, year }),
  gives: z.object({
    items: z.array(
      z
        .object({
          year: z.enum(['tax_year', 'accounting_year']),
          from: day,
          to: day,
          isPart: z
            .boolean()
            .meta({ description: 'The books begin after the start of the year, or the year is not over.' }),
          payRuns: z.number().int(),
          agrees: z.boolean(),
          waiting: z
            .array(z.string())
            .meta({ description: 'Pay runs without a journal: what they cost is not known yet.' }),
          costs: z.array(yearAccount).meta({ description: 'Debits positive.' }),
          liabilities: z.array(yearAccount).meta({ description: 'Credits positive; payments move these too.' }),
        })
        .meta({ id: 'YearAgreement', description: 'A year’s payslips against the trial balance of the same year.' }),
    ),
  }),
  summary: 'a year’s payslips against the trial balance of the year',
  description:
    'For the tax year, and for the company’s own accounting year that ends in it. The books are read now; a viewer gets what was last read.',
  does: async (asked, { company: named, year: ofYear }) => {
    const { ControlAccounts } = await import('../controls/controls.js');
    const { mustSeeAmounts } = await import('../controls/show/readings.js');
    const { yearAsRead } = await import('../controls/show/year-in-books.js');
    const found = await companyOf(asked, named);
    mustSeeAmounts(asked.who);
    const { database } = await toolsOf(asked);
    const asRead = async () => {
      const read = await database.read((rows) => yearAsRead(rows, found.id, ofYear));
      if (read === undefined) mayReadBooks(asked.who);
      return read?.spans ?? [];
    };
    const isReviewer = hasRole(asked.who, 'reviewer');
    const spans = isReviewer ? await asked.parts.get(ControlAccounts).year(found, ofYear) : await asRead();
    return { items: spans.map(({ kind, ...span }) => ({ year: kind, ...span })) };
  },
});

const place = { company: word, account: z.string().regex(mainCode), user: word.optional() };

export const acceptDifference = acts({
  ...inThis,
  name: 'acceptDifference',
  at: 'POST /api/control-accounts/accept',
  role: 'reviewer',
  showsPay: 'control accounts',
  takes: z.strictObject({ ...place, item: word, as: z.enum(namedStates), amount: typed, reason }),
  gives: answer,
  summary: 'name a difference, which then needs no one’s attention until it changes',
  does: async (asked, { company: named, user: userPath = '', amount, ...given }) => {
    const { nameDifference } = await import('../acts/runs/name-difference.js');
    const found = await companyOf(asked, named);
    const act = { ...given, who: whoOf(asked), userPath, amount: Money.parse(amount) };
    await nameDifference(await toolsOf(asked), found, act);
    return stored(asked, found.id);
  },
});

export const bringForward = acts({
  ...inThis,
  name: 'bringForward',
  at: 'POST /api/control-accounts/bring-forward',
  role: 'reviewer',
  showsPay: 'control accounts',
  takes: z.strictObject({ ...place, amount: typed, dueOn: date.optional(), reason }),
  gives: answer,
  summary: 'enter a debt from before the first known pay run',
  does: async (asked, { company: named, user: userPath = '', amount, ...given }) => {
    const { bringForward: enter } = await import('../acts/runs/name-difference.js');
    const found = await companyOf(asked, named);
    const act = { ...given, who: whoOf(asked), userPath, amount: Money.parse(amount) };
    await enter(await toolsOf(asked), found, act);
    return stored(asked, found.id);
  },
});

async function stored(asked: Asked, companyId?: string) {
  const { jsonOf, unreadJson } = await import('../controls/show/json.js');
  const { companiesUnread, readingsOf } = await import('../controls/show/readings.js');
  const { database } = await toolsOf(asked);
  return database.read(async (rows) => {
    const read = await readingsOf(rows, asked.who, companyId === undefined ? undefined : [companyId]);
    const unread = companyId === undefined ? await companiesUnread(rows, asked.who) : [];
    const items = [...read.map(jsonOf), ...unread.map(({ id, name }) => unreadJson(name, id))];
    return { items: items.sort((a, b) => (a.company < b.company ? -1 : 1)) };
  });
}

/** A reading of the books is kept and logged, so it takes the same role as the page's button. */
function mayReadBooks(who: Principal): void {
  if (!hasRole(who, 'reviewer')) throw roleRefused(who, 'reviewer');
}
