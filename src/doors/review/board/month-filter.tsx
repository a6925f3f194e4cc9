import { unassigned } from '../../../views/lists/assignees.js';
import { clientReasons } from '../../../views/month/board.js';
import { clientInWords } from '../../../views/company/client-answers.js';
import { holdWords, stateWords } from '../../../views/words/words.js';
import type { RunState } from '../../../record/runs/run-state.js';
import { boardPath } from '../frame/paths.js';
import { modeWords } from '../frame/words.js';
import { Choice, Field, FilterForm } from '../kit/act-form.js';
import type { BoardProps } from './board-props.js';

type Options = readonly (readonly [string, string])[];

/** What Month can be limited to, behind one button: only what occurs in this month is offered. */
export function MonthFilter(props: BoardProps) {
  const { filter, principal, month } = props;
  const reasons = reasonsOffered(props);
  const modes = modesOffered(props);
  const assignees = assigneesOffered(props);
  const hasSeveral = month.summary.companies > 1 || filter.search !== undefined;
  const limits = limitsInWords(props, { reasons, assignees });
  if (!hasSeveral && reasons.length < 2 && modes.length < 2 && assignees.length === 0 && limits.length === 0)
    return null;
  const { year, period } = filter;
  return (
    <details class="month-filter noprint">
      <summary class="button secondary">{limits.length === 0 ? 'Filter' : `Only ${limits.join(' · ')}`}</summary>
      <FilterForm to="/" keeps={{ year, month: period + 1 }} act="Show">
        {reasons.length === 0 ? null : (
          <Choice
            name="reason"
            label="What needs you"
            options={[['', 'All of it'], ...reasons]}
            chosen={filter.reason}
          />
        )}
        {modes.length === 0 ? null : (
          <Choice name="mode" label="Clients" options={[['', 'Clients of any mode'], ...modes]} chosen={filter.mode} />
        )}
        {assignees.length === 0 ? null : (
          <Choice
            name="assignee"
            label="Work"
            options={[['', 'Anyone’s'], ...assignees]}
            chosen={filter.assignee === principal.person ? 'me' : filter.assignee}
          />
        )}
        {hasSeveral ? <Field label="Name of a client" type="search" name="search" value={filter.search ?? ''} /> : null}
        {limits.length === 0 ? null : <a href={boardPath(filter)}>Show everything</a>}
      </FilterForm>
    </details>
  );
}

/** States, what clients say, and why runs are held; and what is chosen, although it occurs no more. */
function reasonsOffered({ month: { occurs, clients }, filter: { reason } }: BoardProps): Options {
  const says = new Set(clients.map((one) => one.says));
  const ofClients = Object.entries(clientReasons).flatMap(([code, says_]) => (says.has(says_) ? [code] : []));
  const all = new Set([...occurs.reasons, ...ofClients, ...(reason === undefined ? [] : [reason])]);
  return [...all].map((code) => [code, reasonInWords(code)] as const);
}

function reasonInWords(code: string): string {
  if (Object.hasOwn(clientReasons, code))
    return clientInWords({ says: clientReasons[code as keyof typeof clientReasons] });
  return stateWords[code as RunState] ?? holdWords[code] ?? code.replaceAll('_', ' ');
}

function modesOffered({ month: { occurs }, filter: { mode } }: BoardProps): Options {
  const modes = [...new Set([...occurs.modes, ...(mode === undefined ? [] : [mode])])];
  return modes.length < 2 && mode === undefined ? [] : modes.map((one) => [one, modeWords[one]] as const);
}

function assigneesOffered({ principal: { person }, month: { colleagues }, filter: { assignee } }: BoardProps): Options {
  if (colleagues.length === 0 && assignee === undefined) return [];
  const mine = person === undefined ? [] : [['me', 'Mine'] as const];
  const others = colleagues.flatMap(({ id, name }) => (id === person ? [] : [[id, `${name}’s`] as const]));
  return [...mine, [unassigned, 'No one’s'], ...others];
}

/** What limits the page now. */
function limitsInWords(
  { filter: { reason, mode, assignee, search }, principal }: BoardProps,
  { reasons, assignees }: { readonly reasons: Options; readonly assignees: Options },
): readonly string[] {
  const chosen = assignee === principal.person ? 'me' : assignee;
  return [
    ...(assignee === undefined ? [] : [(assignees.find(([id]) => id === chosen)?.[1] ?? 'someone’s').toLowerCase()]),
    ...(reason === undefined ? [] : [reasons.find(([code]) => code === reason)?.[1] ?? reason]),
    ...(mode === undefined ? [] : [modeWords[mode]]),
    ...(search === undefined ? [] : [`“${search}”`]),
  ];
}
