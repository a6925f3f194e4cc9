import { hasRole, type Principal } from '../../../access/principal.js';
import type { BoardFilter } from '../../../views/month/board-lists.js';
import type { Board } from '../../../views/month/board.js';
import { questionsIn } from '../../../views/month/questions.js';
import type { NextAct } from '../kit/next-step.js';
import { reconcilePath, reviewPath, runPath, signOffPath, withQuery } from '../frame/paths.js';
import { count } from '../frame/words.js';
import { needYou } from './board-attention.js';
import type { BoardProps } from './board-props.js';

type Known = Pick<BoardProps, 'month' | 'filter'>;

/** In the order in which a month is closed. */
const inOrder = { decide, look, post, signOff, payroll, reconcile, files } as const;
export type MonthStep = keyof typeof inOrder;

/** The first that is due, of all or of those from one on; undefined once nothing is. */
export function nextAct(known: Known, from: MonthStep = 'decide'): NextAct | undefined {
  const names = Object.keys(inOrder) as MonthStep[];
  for (const name of names.slice(names.indexOf(from))) {
    const act = inOrder[name](known);
    if (act !== undefined) return act;
  }
  return undefined;
}

function decide({ month: { held } }: Known): NextAct | undefined {
  const [first] = held;
  if (first === undefined) return undefined;
  return {
    words: `Decide ${count(questionsIn(held), 'question')}`,
    href: `${runPath(first.row)}#questions`,
    ...(held.length > 1 && { note: `of ${count(held.length, 'pay run')}, one after the other` }),
  };
}

/** What is compared or answered, and not decided. Pay runs that are late wait for payroll. */
function look({ month }: Known): NextAct | undefined {
  const left = needYou(month) - month.overdue - month.held.length;
  return left <= 0
    ? undefined
    : { words: `Look at ${left}`, href: '#needs-you', note: `that ${left === 1 ? 'needs' : 'need'} you, listed below` };
}

function post({ month: { ready, counts }, filter }: Known): NextAct | undefined {
  if (counts.ready.runs === 0) return undefined;
  const warned = ready.warned.length + ready.warnedMore;
  const href = reviewPath(filter);
  if (ready.clean === 0) return { words: `Look at ${count(warned, 'warning')}`, href, note: 'then post' };
  return {
    words: `Post ${ready.clean}`,
    href,
    note: warned === 0 ? 'after a review of the totals' : `after a review, with ${count(warned, 'warning')} first`,
  };
}

function signOff({ month: { counts }, filter }: Known): NextAct | undefined {
  const { unsigned } = counts.done;
  return unsigned === 0 ? undefined : { words: `Sign off ${unsigned}`, href: signOffPath(filter) };
}

/** Of late payroll it is worth asking again; what is still to come is waited for. */
function payroll({ month: { steps, overdue } }: Known): NextAct | undefined {
  const missing = steps.clients - steps.payrollIn;
  if (missing === 0) return undefined;
  if (overdue + steps.awaited.length === 0)
    return { words: `Nothing to do until payroll of ${count(missing, 'client')} comes` };
  return { words: 'Sync', to: '/syncs', note: `payroll of ${count(missing, 'client')} has not come` };
}

function reconcile({ month: { steps }, filter }: Known): NextAct | undefined {
  if (steps.closed < steps.clients) return undefined;
  if (steps.neverRead > 0)
    return {
      words: 'Reconcile',
      to: '/reconciliation/read',
      sends: { year: filter.year, month: filter.period + 1 },
      note: `reads the control accounts of all clients; ${steps.neverRead} never read`,
    };
  return steps.toReconcile === 0
    ? undefined
    : { words: 'Reconcile', href: reconcilePath(filter), note: `${steps.toReconcile} open, as last read` };
}

function files({ month: { steps, counts }, filter }: Known): NextAct | undefined {
  if (counts.done.runs === 0 || steps.closed < steps.clients || steps.files >= steps.clients) return undefined;
  const of = { year: String(filter.year), month: String(filter.period + 1) };
  return { words: 'Get the files', href: withQuery('/month-files', of), note: 'of all clients, one ZIP' };
}

/** For the pages on which a month goes on: what comes next in it, as it is now. `from` leaves out their own step. */
export async function nextInMonth(
  board: Board,
  principal: Principal,
  filter: BoardFilter,
  from?: MonthStep,
): Promise<NextAct | undefined> {
  if (!hasRole(principal, 'reviewer')) return undefined;
  return nextAct({ month: await board.month(principal, filter), filter }, from);
}
