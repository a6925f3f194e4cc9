import { noteCharactersMax } from '../../../acts/runs/note.js';
import { hasRole } from '../../../access/principal.js';
import { Csrf } from '../frame/marks.js';
import { runPath } from '../frame/paths.js';
import { moment } from '../frame/words.js';
import type { RunPageProps } from './run-props.js';

/** Who the run is assigned to, and people's notes. */
export function WorkOnRun({ view, assignment, colleagues, principal, now }: RunPageProps) {
  const path = `${runPath(view.row)}/work`;
  const acts = hasRole(principal, 'reviewer');
  if (!acts && assignment.assignedTo === undefined && assignment.notes.length === 0) return null;
  return (
    <section class="noprint" aria-labelledby="work-heading">
      <h2 id="work-heading">Notes{assignment.assignedTo ? `, assigned to ${assignment.assignedTo.name}` : ''}</h2>
      <ul>
        {assignment.notes.map(({ actor, words, at }) => (
          <li key={`${at.toISOString()} ${words}`} class="row">
            <span class="row-what">{words}</span>
            <span class="muted">
              {actor}, {moment(at, now)}
            </span>
          </li>
        ))}
      </ul>
      {acts ? (
        <>
          <form method="post" action={`${path}/note`} class="act-line">
            <Csrf token={principal.csrf} />
            <label class="reason">
              Note
              <input name="words" required maxLength={noteCharactersMax} autocomplete="off" />
            </label>
            <button type="submit" class="secondary">
              Add note
            </button>
          </form>
          <form method="post" action={`${path}/assign`} class="act-line">
            <Csrf token={principal.csrf} />
            <label>
              Assigned to
              <select name="to">
                <option value="">No one</option>
                {colleagues.map(({ id, name }) => (
                  <option key={id} value={id} selected={id === assignment.assignedTo?.id}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
            <button type="submit" class="secondary">
              Assign
            </button>
          </form>
        </>
      ) : null}
    </section>
  );
}
