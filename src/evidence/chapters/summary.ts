import { needsAPerson } from '../../record/control-answer.js';
import { adjustmentName } from '../../journal/nouns/adjustment.js';
import { bankDayOnOrBefore } from '../../journal/nouns/bank-days.js';
import { dayInWords, inWords } from '../../journal/nouns/dates.js';
import { Money } from '../../journal/nouns/money.js';
import { isAdjustment } from '../../record/runs/adjustment.js';
import { isPaidByPayroll } from '../../record/runs/month-figures.js';
import type { Decision } from '../../record/runs/decision.entity.js';
import type { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import type { Block, Chapter, Check, Fact, Row, Table } from '../chapter.js';
import { ownWorkReviewed } from '../../views/words/own-work.js';
import type { Seen } from '../month-facts.js';
import { clientTable } from './client-approval.js';
import { momentInWords } from '../../ground/london.js';
import { taxMonthInWords, totals } from '../words.js';
import { readKey } from '../../views/checks/books-as-read.js';
import { checkInWords, type Say } from '../../views/checks/check-words.js';
import { dueToHmrcOn } from '../../views/checks/paye-tie.js';
import { checkNames, isToStand, monthChecks, withoutAmounts } from '../../views/checks/checks.js';
import { adjustmentInWords, inSentence, stateWords } from '../../views/words/words.js';

/** What a reader wants first: what was paid, whether it is right, and who approved it. */
export function summaryChapter(facts: Seen): Chapter {
  const { company, year, period, runs } = facts;
  const about: Fact[] = [
    { label: 'Company', value: company.name },
    { label: 'Month', value: taxMonthInWords(year, period) },
    { label: 'Pay dates', value: runs.map(({ datedOn }) => inWords(datedOn)).join(', ') },
  ];
  const { payeReference, accountsOffice } = company.policy.controls;
  if (payeReference !== null) about.push({ label: 'PAYE reference', value: payeReference });
  if (accountsOffice !== null) about.push({ label: 'Accounts Office reference', value: accountsOffice });
  return {
    title: 'Summary',
    blocks: [
      { kind: 'facts', facts: about },
      { kind: 'table', table: runsTable(facts) },
      ...hiddenNote(facts),
      { kind: 'checks', title: 'Checks', checks: checksOf(facts) },
      { kind: 'table', table: peopleTable(facts) },
      { kind: 'table', table: clientTable(facts) },
    ],
  };
}

function hiddenNote({ pay }: Seen): Block[] {
  if (pay) return [];
  return [{ kind: 'text', words: 'This copy shows no amounts: it was made by someone who may not see pay.' }];
}

function runsTable({ runs, pay }: Seen): Table {
  const shown = pay ? totals : [];
  const counted = runs.filter(isPaidByPayroll);
  return {
    title: 'Pay runs',
    empty: 'None.',
    columns: [
      { id: 'paid', title: 'Paid', kind: 'day', width: 12 },
      { id: 'state', title: 'State', kind: 'text', width: 20 },
      { id: 'payslips', title: 'Payslips', kind: 'count', width: 8, total: true },
      ...shown.map(([id, title]) => ({ id, title, kind: 'money', width: 12, total: true }) as const),
    ],
    rows: runs.map(
      (run): Row => ({
        paid: run.datedOn,
        state: `${stateWords[run.state]}${isPaidByPayroll(run) ? '' : ', not counted'}`,
        payslips: String(run.payslips),
        ...Object.fromEntries(shown.map(([id]) => [id, run[id].toString()])),
      }),
    ),
    totals: {
      payslips: String(counted.reduce((sum, run) => sum + run.payslips, 0)),
      ...Object.fromEntries(shown.map(([id]) => [id, Money.sum(counted.map((run) => run[id])).toString()])),
    },
  };
}

function checksOf(facts: Seen): Check[] {
  const month = monthChecks(facts.checks, facts);
  if (month === undefined) return [controlsCheck(facts)];
  const dueOn = month.paye.tie && dueToHmrcOn(month.paye.tie);
  const say = {
    money: (sum: Money) => sum.inPounds(),
    at: momentInWords,
    due: dueOn === undefined ? undefined : `due by ${inWords(bankDayOnOrBefore(dueOn))}`,
  };
  // A reader who may not see amounts sees only whether it agrees.
  const shown = facts.pay ? month : withoutAmounts(month);
  const checks = checkNames.map((name): Check => {
    const open = name === 'books' ? notAsPosted(facts, say) : '';
    return { is: marks[shown[name].answer], words: open || checkInWords(name, shown, say) };
  });
  return [...checks, controlsCheck(facts)];
}

const marks = { yes: 'good', no: 'bad', not_known: 'open' } as const;

/** The names of those that are not there as posted; empty if all are. */
function notAsPosted({ runs, adjustments, checks }: Seen, say: Say): string {
  const open = [...runs, ...adjustments.filter(isToStand)].flatMap((run): string[] => {
    const own = checks.get(readKey(run));
    const isOpen = own && own.books.answer !== 'yes' && (own.books.of !== 'payroll' || own.books.answer === 'no');
    return isOpen ? [`${nameOf(run)}: ${inSentence(checkInWords('books', own, say))}`] : [];
  });
  return open.length === 0 ? '' : `Not as posted, or not in the books: ${open.join('; ')}`;
}

const nameOf = (run: PayRunRecord) =>
  isAdjustment(run) ? adjustmentInWords(adjustmentName(run)) : `paid ${inWords(run.datedOn)}`;

function controlsCheck({ controls, controlsBefore }: Seen): Check {
  if (controls === undefined) {
    const last = controlsBefore === undefined ? 'not read yet' : `last read on ${dayInWords(controlsBefore)}`;
    return { is: 'open', words: `Control accounts: ${last}` };
  }
  const { state, causes, accounts } = controls;
  const open = accounts.filter((one) => one.open.some(needsAPerson)).length;
  if (state === 'clear') return { is: 'good', words: 'Every control account is clear' };
  if (state === 'cannot_tell') return { is: 'open', words: 'Control accounts: not known yet' };
  const known = causes.length === 0 ? '' : `${causes.length} ${causes.length === 1 ? 'cause' : 'causes'} known, `;
  return { is: 'bad', words: `Control accounts: ${known}${open} of ${accounts.length} with something open` };
}

const actsOfPeople: Readonly<Partial<Record<Decision['kind'], string>>> = {
  approval: 'Approved a hold',
  treatment: 'Coded a pay item',
  take_back: 'Took back a decision',
  post: 'Approved for posting',
  amend: 'Asked to amend',
  reverse: 'Asked to reverse',
  ignore: 'Decided to ignore',
  sign_off: 'Signed off',
};

/** Who approved and who signed off, when, by name. Their reasons are with the decisions. */
function peopleTable({ runs, decisions, log }: Seen): Table {
  const paidOf = new Map(runs.map(({ tag, datedOn }) => [tag, datedOn]));
  const signedOff = new Set(runs.flatMap(({ tag, signedOffAt }) => (signedOffAt === null ? [] : [tag])));
  const own = new Set(log.flatMap(({ answer, ref }) => (answer === ownWorkReviewed && ref !== undefined ? [ref] : [])));
  const rows = decisions.flatMap(({ id, kind, actor, at, tag, endedAt }): Row[] => {
    const words = actsOfPeople[kind];
    if (words === undefined) return [];
    const withdrawn = kind === 'sign_off' && endedAt !== null;
    const lapsed = kind === 'sign_off' && !withdrawn && !signedOff.has(tag ?? '');
    return [
      {
        at: at.toISOString(),
        who: actor,
        what: [
          words,
          ...(withdrawn ? ['withdrawn since'] : []),
          ...(lapsed ? ['before payroll or the books changed'] : []),
          ...(own.has(id) ? [ownWorkReviewed] : []),
        ].join(', '),
        paid: paidOf.get(tag ?? '') ?? '',
      },
    ];
  });
  return {
    title: 'Who approved and signed off',
    empty: 'No one has approved or signed off anything in this month.',
    columns: [
      { id: 'at', title: 'When', kind: 'moment', width: 18 },
      { id: 'who', title: 'Who', kind: 'text', width: 24 },
      { id: 'what', title: 'What', kind: 'text', width: 38 },
      { id: 'paid', title: 'Pay date', kind: 'day', width: 14 },
    ],
    rows,
  };
}
