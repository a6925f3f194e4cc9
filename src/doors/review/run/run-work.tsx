import { noteCharactersMax } from '../../../acts/runs/note.js';
import { hasRole } from '../../../access/principal.js';
import { runPath } from '../frame/paths.js';
import { moment } from '../frame/words.js';
import { ActForm, Choice, Field } from '../kit/act-form.js';
import { Section } from '../kit/section.js';
import type { RunPageProps } from './run-props.js';

/** Who the run is assigned to, and people's notes. */
export function WorkOnRun({ view, assignment, colleagues, principal, now }: RunPageProps) {
  const path = `${runPath(view.row)}/work`;
  const acts = hasRole(principal, 'reviewer');
  if (!acts && assignment.assignedTo === undefined && assignment.notes.length === 0) return null;
  return (
    <Section
      id="work"
      heading={<>Notes{assignment.assignedTo ? `, assigned to ${assignment.assignedTo.name}` : ''}</>}
      class="noprint"
    >
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
          <ActForm to={`${path}/note`} class="act-line" act="Add note" button="secondary">
            <Field name="words" label="Note" required maxLength={noteCharactersMax} class="reason" />
          </ActForm>
          <ActForm to={`${path}/assign`} class="act-line" act="Assign" button="secondary">
            <Choice
              name="to"
              label="Assigned to"
              options={[['', 'No one'], ...colleagues.map(({ id, name }) => [id, name] as const)]}
              chosen={assignment.assignedTo?.id}
            />
          </ActForm>
        </>
      ) : null}
    </Section>
  );
}
