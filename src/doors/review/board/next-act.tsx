import { hasRole } from '../../../access/principal.js';
import { ActForm } from '../kit/act-form.js';
import { reviewPath, runPath, signOffPath, withQuery } from '../frame/paths.js';
import { count } from '../frame/words.js';
import { needYou } from './board-attention.js';
import type { BoardProps } from './board-props.js';

/** The next thing to do for a month: where it is done, or by which form, and what to know about it. Neither: to wait. */
export interface NextAct {
  readonly words: string;
  readonly href?: string;
  /** Sent by a form, because it does something at once. */
  readonly to?: string;
  readonly note?: string;
}

type Known = Pick<BoardProps, 'month' | 'filter'>;

/** The first that is due of this list, in the order in which a month is closed; undefined once nothing is. */
export const nextAct = (known: Known): NextAct | undefined => {
  for (const step of inOrder) {
    const act = step(known);
    if (act !== undefined) return act;
  }
  return undefined;
};

const inOrder: readonly ((known: Known) => NextAct | undefined)[] = [
  decide,
  look,
  post,
  signOff,
  payroll,
  reconcile,
  files,
];

function decide({ month: { held } }: Known): NextAct | undefined {
  const [first] = held;
  if (first === undefined) return undefined;
  const questions = held.reduce((sum, run) => sum + run.questions.length, 0);
  return {
    words: `Decide ${count(questions, 'question')}`,
    href: `${runPath(first.row)}#questions`,
    note: `of ${count(held.length, 'pay run')}, one after the other`,
  };
}

/** What is compared or answered, and not decided. Pay runs that are late wait for payroll. */
function look({ month }: Known): NextAct | undefined {
  const left = needYou(month) - month.overdue - month.held.length;
  return left <= 0 ? undefined : { words: `Look at ${left}`, href: '#needs-you', note: 'that need you, listed below' };
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

function reconcile({ month: { steps } }: Known): NextAct | undefined {
  if (steps.closed < steps.clients) return undefined;
  if (steps.neverRead > 0)
    return {
      words: 'Reconcile',
      to: '/reconciliation/read',
      note: `reads the control accounts of all clients; ${steps.neverRead} never read`,
    };
  return steps.toReconcile === 0
    ? undefined
    : { words: 'Reconcile', href: '/reconciliation', note: `${steps.toReconcile} open, as last read` };
}

function files({ month: { steps, counts }, filter }: Known): NextAct | undefined {
  if (counts.done.runs === 0 || steps.closed < steps.clients || steps.files >= steps.clients) return undefined;
  const of = { year: String(filter.year), month: String(filter.period + 1) };
  return { words: 'Get the files', href: withQuery('/month-files', of), note: 'of all clients, one ZIP' };
}

/** One large button for what comes next; the rest of Month is there to look at. */
export function Next({ month, filter, principal }: BoardProps) {
  const act = nextAct({ month, filter });
  if (act === undefined || !hasRole(principal, 'reviewer')) return null;
  return (
    <div class="next noprint">
      <Button {...act} />
      {act.note === undefined ? null : <span class="muted">{act.note}</span>}
    </div>
  );
}

function Button({ words, href, to }: NextAct) {
  if (href !== undefined)
    return (
      <a class="button" href={href} data-next>
        {words}
      </a>
    );
  if (to === undefined) return <strong>{words}</strong>;
  return (
    <ActForm to={to}>
      <button type="submit" data-next>
        {words}
      </button>
    </ActForm>
  );
}
