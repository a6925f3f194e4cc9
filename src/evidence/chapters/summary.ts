import { leavesItemOpen } from '../../journal/holds.js';
import { acceptedStates } from '../../journal/controls/control.js';
import { companionName } from '../../journal/companion.js';
import { inWords } from '../../journal/dates.js';
import { Money } from '../../journal/money.js';
import { Companion } from '../../record/runs/companion.entity.js';
import type { Decision } from '../../record/runs/decision.entity.js';
import type { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import type { Block, Chapter, Check, Fact, Row, Table } from '../chapter.js';
import { ownWorkReviewed } from '../../views/own-work.js';
import type { Seen } from '../month-facts.js';
import { clientTable } from './client-approval.js';
import { momentInWords } from '../../ground/london.js';
import { signedPounds, taxMonthInWords, totals } from '../words.js';
import { companionWords, stateWords } from '../../views/words.js';

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

function hiddenNote({ sight }: Seen): Block[] {
  if (sight === 'people') return [];
  const words =
    sight === 'totals'
      ? 'This copy shows totals only: it was made by somebody who may not see what each person is paid.'
      : 'This copy shows no amounts: it was made by somebody who may not see what each person is paid, and with fewer than three payslips a total would show it.';
  return [{ kind: 'text', words }];
}

function runsTable({ runs, sight }: Seen): Table {
  const shown = sight === 'state' ? [] : totals;
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
        state: stateWords[run.state],
        payslips: String(run.payslips),
        ...Object.fromEntries(shown.map(([id]) => [id, run[id].toString()])),
      }),
    ),
    totals: {
      payslips: String(runs.reduce((sum, run) => sum + run.payslips, 0)),
      ...Object.fromEntries(shown.map(([id]) => [id, Money.sum(runs.map((run) => run[id])).toString()])),
    },
  };
}

const standsAside = ['nothing', 'before_cutover', 'ignored'];

function checksOf(facts: Seen): Check[] {
  const { company, runs, companions, postings } = facts;
  const standing = postings.filter(({ state }) => state === 'in_books' || state === 'doubled');
  const unbalanced = standing.filter(({ lines }) => !Money.sum(lines.map(({ debit }) => Money.parse(debit))).isZero());
  const held = runs.some(({ holdCodes }) => holdCodes.some(leavesItemOpen));
  const due = [...runs, ...companions.filter(isToStand)].filter(({ state }) => !standsAside.includes(state));
  const settled = due.filter(({ state }) => state === 'posted' || state === 'agrees');
  const verified = company.lastVerifiedAt?.toISOString();
  const asAt = verified === undefined ? ', not yet rechecked' : `, as at ${momentInWords(new Date(verified))}`;
  return [
    unbalanced.length === 0
      ? { is: 'good', words: 'Every journal balances' }
      : { is: 'bad', words: `Out of balance: ${unbalanced.map(({ tag }) => tag).join(', ')}` },
    held
      ? { is: 'bad', words: 'A pay item needs coding' }
      : { is: 'good', words: 'All payslip items posted or decided' },
    settled.length === due.length
      ? { is: verified === undefined ? 'open' : 'good', words: `In the books once and as posted${asAt}` }
      : { is: 'bad', words: `Not as posted, or not in the books: ${notSettled(due)}` },
    payeCheck(facts),
    controlsCheck(facts),
  ];
}

/** A set that a person entered and then reversed is not missing. */
const isToStand = ({ holdCodes }: Companion) => !holdCodes.includes('reversed');

const notSettled = (runs: readonly PayRunRecord[]) =>
  runs
    .filter(({ state }) => state !== 'posted' && state !== 'agrees')
    .map((run) => `${nameOf(run)}: ${stateWords[run.state].toLowerCase()}`)
    .join('; ');

const nameOf = (run: PayRunRecord) =>
  run instanceof Companion ? companionWords(companionName(run)) : `paid ${inWords(run.datedOn)}`;

const explained = ['reconciled', 'settled', ...acceptedStates] as readonly string[];

function controlsCheck({ controls }: Seen): Check {
  if (controls.length === 0) return { is: 'open', words: 'Control accounts: not compared in this month' };
  const open = controls.filter(({ state }) => !explained.includes(state)).length;
  if (open === 0) return { is: 'good', words: 'Every control account is reconciled or settled' };
  return { is: 'bad', words: `Control accounts: ${open} of ${controls.length} neither reconciled nor settled` };
}

/** Somebody who may not see amounts sees only whether it agrees. */
function payeCheck({ tie, sight }: Seen): Check {
  if (tie === undefined) return { is: 'open', words: 'Agreement to the PAYE due: nothing known yet' };
  const { due, expected, difference, verdict, recoveryRate, dueOn } = tie;
  const shown = sight !== 'state';
  const on = dueOn === undefined ? '' : `, due ${inWords(dueOn)}`;
  const amount = shown && due !== undefined ? ` ${due.inPounds()}` : '';
  switch (verdict) {
    case 'agrees':
      return { is: 'good', words: `Agrees to the PAYE due${amount}${on}` };
    case 'explained':
      return {
        is: 'good',
        words: `Agrees to the PAYE due${amount}${on}, after statutory pay recovery at ${recoveryRate}`,
      };
    case 'unexplained':
      return {
        is: 'bad',
        words: shown
          ? `Does not agree to the PAYE due${amount}${on}: the journals show ${expected.inPounds()}, ${signedPounds(difference)} is unexplained`
          : `Does not agree to the PAYE due${on}`,
      };
    case 'cannot_tell':
      return {
        is: 'open',
        words: `Nothing is due to HMRC${on}: at which rate statutory pay was recovered cannot be told yet`,
      };
    default:
      return { is: 'open', words: `Payroll names no PAYE due yet${shown ? `: ${expected.inPounds()} expected` : ''}` };
  }
}

const actsOfPeople: Readonly<Partial<Record<Decision['kind'], string>>> = {
  approval: 'Approved a hold',
  treatment: 'Coded a pay item',
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
  const rows = decisions.flatMap(({ id, kind, actor, at, tag }): Row[] => {
    const words = actsOfPeople[kind];
    if (words === undefined) return [];
    const lapsed = kind === 'sign_off' && !signedOff.has(tag ?? '');
    return [
      {
        at: at.toISOString(),
        who: actor,
        what: [
          words,
          ...(lapsed ? ['before payroll or the books changed'] : []),
          ...(own.has(id) ? [ownWorkReviewed] : []),
        ].join(', '),
        paid: paidOf.get(tag ?? '') ?? '',
      },
    ];
  });
  return {
    title: 'Who approved and signed off',
    empty: 'Nobody has approved or signed off anything of this month.',
    columns: [
      { id: 'at', title: 'When', kind: 'moment', width: 18 },
      { id: 'who', title: 'Who', kind: 'text', width: 24 },
      { id: 'what', title: 'What', kind: 'text', width: 38 },
      { id: 'paid', title: 'Pay date', kind: 'day', width: 14 },
    ],
    rows,
  };
}
