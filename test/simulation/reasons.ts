import type { HoldCode } from '../../src/journal/nouns/remark.js';
import type { PayRunRecord } from '../../src/record/runs/pay-run.entity.js';
import type { RunState } from '../../src/record/runs/run-state.js';
import type { FiledPayroll } from './filed-payroll.js';
import { addDays, type PaidRun, type Payroll, tagOf, tagOfRun } from './payroll.js';
import { adjustmentShape, isOurs, placeOf, standingSets } from './promises.js';
import type { BookedSet } from './service.js';

/**
 * What has to be so in the world for a run to wait, when all trouble has ended: in what was drawn, in the books, or in
 * what persons decided. A reason that is shown and is not so is a violation, however long it may wait.
 */
export interface World {
  readonly payroll: Payroll;
  /** Where payroll comes as files. */
  readonly filed?: FiledPayroll;
  readonly sets: readonly BookedSet[];
  /** All sets, including deleted ones as they were last. */
  readonly everInBooks: readonly BookedSet[];
  /** By address, how many contents and tags a set has had. */
  readonly contents: ReadonlyMap<string, ReadonlySet<string>>;
  /** Runs whose sets people altered, or posted. */
  readonly altered: ReadonlySet<number>;
  readonly rows: readonly PayRunRecord[];
  readonly postFrom: string;
  readonly mode: 'auto' | 'approve' | 'check';
  /** Not all settings of this history split pay alike: a set that was adopted is compared by the present ones. */
  readonly reallocated: boolean;
  /** Runs whose write the service refused in its own words. */
  readonly refused: ReadonlySet<string>;
  /** Tags of the runs that persons ignored. */
  readonly ignored: ReadonlySet<string>;
  /** By person, as the books have it. */
  readonly roles: ReadonlyMap<number, string>;
}

type Row = PayRunRecord;
/** Whether it is so; or what is not, in words. */
type Reason = (row: Row, world: World) => boolean | string;

/** No history draws it, so it is never so. */
const notDrawn: Reason = () => 'no history draws this';

const runOf = ({ tag }: Pick<Row, 'tag'>): string => placeOf(tag)?.run ?? '';
const setsOf = (row: Row, sets: readonly BookedSet[]) => sets.filter(({ tag }) => placeOf(tag)?.run === runOf(row));
const stands = (row: Row, { sets }: World): boolean => standingSets(sets).some(({ run }) => run === runOf(row));
const drawnFor = ({ tag }: Pick<Row, 'tag'>, { payroll }: World): readonly PaidRun[] =>
  payroll.runs.filter((run) => !run.gone && tagOf(run) === tag);
const periodOf = ({ year, period }: Pick<Row, 'year' | 'period'>) => year * 12 + period;

/** Of payroll that comes as files: what its files and settings leave open. */
const isOpen =
  (code: HoldCode): Reason =>
  (row, world) => {
    const { filed } = world;
    if (filed === undefined) return false;
    const own = filed.runs.filter((run) => tagOf(run) === row.tag);
    if (filed.questions.openBeside(row.datedOn).has(code)) return true;
    return own.some((run) => filed.questions.openIn(run).has(code)) || isAnsweredSince(row, world);
  };

/** What another program posted goes by the policy of that day, which a later answer does not reach. */
const isAnsweredSince = ({ tag, plan }: Row, { filed, altered }: World): boolean =>
  plan?.kind === 'changed' &&
  filed?.answers.hasAnswered === true &&
  filed.runs.some((run) => tagOf(run) === tag && altered.has(run.id));

const costs = /^(?:40[1-57-9]|8|682)/;
/** A journal that is not ours, on the accounts of payroll, about that day. */
const isForeign: Reason = ({ datedOn }, { sets }) =>
  sets.some(
    (set) =>
      !isOurs(set.tag) &&
      set.datedOn >= addDays(datedOn, -35) &&
      set.datedOn <= addDays(datedOn, 35) &&
      set.lines.some(({ code, pence }) => costs.test(code) && pence !== 0),
  );

const holds: Readonly<Record<HoldCode, Reason>> = {
  ambiguous_field: (row, world) =>
    world.filed ? isOpen('ambiguous_field')(row, world) : drawnFor(row, world).some(({ unclear }) => unclear),
  unknown_money_field: notDrawn,
  possible_double_count: notDrawn,
  possible_duplicate_payslip: notDrawn,
  allowance_exceeds_employer_ni: notDrawn,
  allowance_above_maximum: notDrawn,
  allowance_not_claimed: notDrawn,
  negative_allowance: notDrawn,
  negative_employer_ni: (row, { filed }) => filed?.books.takesNiBack(periodOf(row)) === true,
  negative_gross: isOpen('negative_gross'),
  negative_net_pay: isOpen('negative_net_pay'),
  unsupported_role: (row, world) =>
    [
      ...(world.filed?.questions.peopleOn(row.datedOn) ?? []),
      // The month's allowance is shared by everyone's NI in it.
      ...world.payroll.runs.filter((run) => !run.gone && run.period === periodOf(row)).flatMap(({ people }) => people),
    ].some((one) => !['Director', 'Employee'].includes(world.roles.get(one) ?? '')),
  unknown_user: notDrawn,
  payslip_date_outside_tax_year: notDrawn,
  accounts_closed: notDrawn,
  not_exact_money: notDrawn,
  // Everything is back in the chart.
  missing_account: notDrawn,
  split_exceeds_amount: notDrawn,
  director_allocated: notDrawn,
  already_in_books: isForeign,
  unexplained_movement: isForeign,
  reversed: (row, { sets }) =>
    setsOf(row, sets).some(({ tag }) => placeOf(tag)?.kind === 'reversal') || 'no reversal of it is in the books',
  net_pay_differs: isOpen('net_pay_differs'),
  taxable_and_ni_pay_differ: isOpen('taxable_and_ni_pay_differ'),
  employer_ni_improbable: isOpen('employer_ni_improbable'),
  employee_ni_improbable: isOpen('employee_ni_improbable'),
  ni_missing: notDrawn,
  who_is_who: notDrawn,
  year_to_date_differs: isOpen('year_to_date_differs'),
  paid_by_difference: isOpen('paid_by_difference'),
  notional_pay: isOpen('notional_pay'),
  off_payroll_worker: isOpen('off_payroll_worker'),
  person_unmapped: isOpen('person_unmapped'),
  employer_pension_unknown: isOpen('employer_pension_unknown'),
  // No one types a total.
  pension_total_differs: notDrawn,
  relief_at_source_unknown: isOpen('relief_at_source_unknown'),
  totals_differ: notDrawn,
  column_unknown: notDrawn,
  levy_account_unknown: ({ kind }, { filed }) => kind === 'levy' && filed?.questions.levyIsOpen === true,
  cis_not_set_off: notDrawn,
  return_before_unknown: ({ year, period }, { filed }) => filed?.returned.isUnchecked(year, period + 1) === true,
  paid_by_two_sources: isOpen('paid_by_two_sources'),
  appeared_after_move: notDrawn,
};

const isHeld: Reason = (row, world) => {
  if (row.holdCodes.length === 0) return 'nothing holds it';
  const wrong = row.holdCodes.flatMap((code) => {
    const so = holds[code as HoldCode](row, world);
    return so === true ? [] : [`${code}${so === false ? '' : ` (${so})`}`];
  });
  return wrong.length === 0 || `not so: ${wrong.join(', ')}`;
};

/** What a neighbour may wait for: another run of the months around, with something to be dealt with, or left as it is. */
const dealtWith: readonly RunState[] = ['changed', 'drift', 'refused', 'in_doubt'];
const leftAlone: readonly RunState[] = ['ignored', 'before_cutover'];

const waitsForOthers: Reason = (row, world) => {
  const { plan } = row;
  if (plan?.kind !== 'changed' || (plan.waitsFor ?? []).length === 0) return 'it waits for no one';
  if (plan.mayCome) return 'nothing may still come';
  const states = plan.mayPost ? leftAlone : dealtWith;
  const wrong = (plan.waitsFor ?? []).filter((tag) => {
    const other = world.rows.find((one) => one.tag === tag);
    return (
      !other || Math.abs(periodOf(other) - periodOf(row)) > 1 || !(states.includes(other.state) || stands(other, world))
    );
  });
  return wrong.length === 0 || `nothing is to be done about ${wrong.join(', ')}`;
};

const changes: Readonly<Record<string, Reason>> = {
  amount: (row, world) => stands(row, world) && (differs(row, world) || 'the books say what payroll says'),
  hold: (row, world) => stands(row, world) && isHeld(row, world),
  nothing: (row, world) => stands(row, world) && drawnFor(row, world).length === 0,
  gone: (row, world) => stands(row, world) && (isAdjustment(row) || drawnFor(row, world).length === 0),
  not_filed: ({ year, period }, { payroll }) => payroll.unfiled.has(year * 12 + period),
  neighbour: waitsForOthers,
};

const isAdjustment = ({ tag }: Row) => adjustmentShape.test(tag);

/** Whether its set says otherwise than payroll. */
function differs(row: Row, world: World): boolean {
  if (isAdjustment(row)) return true;
  const runs = drawnFor(row, world);
  if (world.reallocated && row.origin === 'adopted') return true;
  if (runs.length === 0 || runs.some(({ id }) => world.altered.has(id))) return true;
  if (!world.filed) return runs.some(({ id }) => !world.payroll.isUntouched(id));
  const right = world.filed.books.journalOf(row.tag);
  return standingSets(world.sets)
    .filter(({ run }) => tagOfRun(run) === row.tag)
    .some((set) => !isSameJournal(linesOf(set), right) || set.datedOn !== row.datedOn);
}

/** In pence, by account, net pay by person. */
export function linesOf({ lines }: Pick<BookedSet, 'lines'>): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { code, user, pence } of lines) {
    const key = code === '902' ? `902/${user}` : code;
    sums.set(key, (sums.get(key) ?? 0) + pence);
  }
  return sums;
}

export const isSameJournal = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean =>
  [...new Set([...one.keys(), ...other.keys()])].every((key) => (one.get(key) ?? 0) === (other.get(key) ?? 0));

const drifts: Readonly<Record<string, Reason>> = {
  missing: (row, { sets, everInBooks, contents }) =>
    everInBooks.some(
      ({ url, tag }) =>
        (placeOf(tag)?.run === runOf(row) || hadTag(contents.get(url), row.tag)) &&
        !sets.some((set) => set.url === url && placeOf(set.tag)?.run === runOf(row)),
    ) || 'all of its sets are there',
  edited: (row, { everInBooks, contents }) =>
    everInBooks.some(
      ({ url, tag }) =>
        (placeOf(tag)?.run === runOf(row) || hadTag(contents.get(url), row.tag)) && (contents.get(url)?.size ?? 0) > 1,
    ) || 'no one altered its sets',
  doubled: (row, { sets, contents }) => {
    const own = setsOf(row, sets).map(({ tag }) => tag);
    // Someone may have given one of the two another tag since.
    const had = sets.filter(({ url }) => hadTag(contents.get(url), row.tag));
    const isTwice = standingSets(setsOf(row, sets)).length > 1 || new Set(own).size < own.length;
    return isTwice || had.length > own.length || 'it stands once';
  },
};

/** By what a set had: its content and tag, as text. */
const hadTag = (had: ReadonlySet<string> | undefined, tag: string): boolean =>
  [...(had ?? [])].some((one) => placeOf(JSON.parse(one).tag)?.run === placeOf(tag)?.run);

const isUnfiled: Reason = ({ year, period }, { payroll }) => payroll.unfiled.has(year * 12 + period);

const states: Readonly<Record<RunState, Reason>> = {
  in_doubt: () => 'every window has passed',
  drift: (row, world) => (row.plan?.kind === 'drift' ? (drifts[row.plan.what] ?? notDrawn)(row, world) : 'no plan'),
  changed: (row, world) =>
    row.plan?.kind === 'changed' ? (changes[row.plan.why] ?? notDrawn)(row, world) : 'no plan says why',
  refused: (row, { refused }) => {
    if (row.plan?.kind === 'refused' && row.plan.checked) return 'its second look is long due';
    return refused.has(runOf(row)) || 'the service refused nothing of it';
  },
  held: isHeld,
  ready: ({ plan }, { mode }) => (plan?.kind === 'unread' ? 'everything was read' : mode === 'approve'),
  posted: () => true,
  agrees: notDrawn,
  differs: notDrawn,
  overdue: isUnfiled,
  not_ready: isUnfiled,
  nothing: (row, world) => isAdjustment(row) || drawnFor(row, world).length === 0 || 'payroll pays someone in it',
  before_cutover: ({ datedOn }, { postFrom }) => datedOn < postFrom,
  moved: notDrawn,
  // It is inherited where a pay date moves.
  ignored: (row, { ignored, rows }) =>
    [...ignored].some((tag) => {
      const other = rows.find((one) => one.tag === tag);
      return tag === row.tag || other === undefined || Math.abs(periodOf(other) - periodOf(row)) <= 2;
    }) || 'no one ignored it',
};

/** Runs that wait with a reason that is not so. */
export function falseReasons(world: World): readonly string[] {
  return world.rows.flatMap((row) => {
    const so = states[row.state](row, world);
    if (so === true) return [];
    const shown = [row.state, row.plan && 'why' in row.plan ? row.plan.why : '', ...row.holdCodes];
    return [
      `reason: ${row.tag} is ${shown.filter((one) => one !== '').join(' ')}; ${so === false ? 'it is not so' : so}`,
    ];
  });
}
