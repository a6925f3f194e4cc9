import { hasRole } from '../../../access/principal.js';
import type { Connection } from '../../../companies/connection.entity.js';
import { dayInLondon } from '../../../ground/london.js';
import { dayInWords } from '../../../journal/nouns/dates.js';
import { ClientHead } from '../frame/client-head.js';
import { everyMonthPath } from '../frame/month-file-links.js';
import { companyPath, withQuery } from '../frame/paths.js';
import { ProblemNote } from '../kit/section.js';
import { moment } from '../frame/words.js';
import type { ClientPageProps } from '../frame/visit.js';
import { ActForm, Field } from '../kit/act-form.js';
import { ConnectAgain, ConnectionLost } from './connection-lost.js';

interface ConnectionProps extends ClientPageProps {
  readonly connection: Connection;
  /** When the client was added. */
  readonly createdAt: Date;
  readonly now: Date;
}

export function ConnectionPage(props: ConnectionProps) {
  const { company, principal, problem } = props;
  return (
    <>
      <ClientHead {...{ company, principal }} tab="connection" />
      <ProblemNote problem={problem} />
      <ConnectionLost {...{ company, principal }} />
      <Facts {...props} />
      <Acts {...props} />
      <Left {...props} />
    </>
  );
}

/** The connected books may not be the intended ones. */
function Facts({ company, connection, createdAt, now }: ConnectionProps) {
  return (
    <section aria-label="Connection">
      <dl class="facts">
        <dt>Books</dt>
        <dd>{company.booksName ?? 'name not read yet: connect again to see whose they are'}</dd>
        <dt>Connected</dt>
        <dd>
          {connection.kind === 'practice' ? `through the practice ${connection.name}` : 'on its own'}, since{' '}
          {dayInWords(dayInLondon(createdAt))}
          {connection.state === 'reconnect' ? '; it has to be connected again' : ''}
        </dd>
        <dt>Last read</dt>
        <dd>{company.lastSyncedAt === undefined ? 'not yet' : moment(company.lastSyncedAt, now)}</dd>
        <dt>Books rechecked</dt>
        <dd>{company.lastVerifiedAt === undefined ? 'not yet' : moment(company.lastVerifiedAt, now)}</dd>
        <dt>Journal reference prefix</dt>
        <dd>
          <code>{company.prefix}:</code>
        </dd>
      </dl>
      <p class="links">
        <a href={withQuery('/log', { company: company.name })}>Its log</a>
      </p>
    </section>
  );
}

function Acts({ company, connection, principal }: ConnectionProps) {
  if (!hasRole(principal, 'reviewer') || company.life === 'left') return null;
  const path = companyPath(company.id, 'connection');
  const isAdmin = hasRole(principal, 'admin');
  return (
    <section aria-label="Acts">
      <ActForm to="/syncs" class="act-line" sends={{ company: company.id }}>
        {company.life === 'working' ? (
          <>
            <button type="submit">Sync now</button>
            <button type="submit" name="dryRun" value="on" class="secondary">
              Dry run
            </button>
          </>
        ) : null}
        {isAdmin ? (
          <button
            type="submit"
            formAction={`${path}/${company.life === 'paused' ? 'resume' : 'pause'}`}
            class="secondary"
          >
            {company.life === 'paused' ? 'Resume' : 'Pause'}
          </button>
        ) : null}
      </ActForm>
      {isAdmin && connection.kind === 'company' && company.problem === undefined ? (
        <>
          <p class="muted links">With other keys, if access to these books was withdrawn, or is to be another’s:</p>
          <ConnectAgain company={company} />
        </>
      ) : null}
      {isAdmin ? (
        <details class="more-acts">
          <summary>Leave this client</summary>
          <ActForm to={`${path}/leave`} class="act-line" act="Leave" button="danger">
            <Field
              name="confirm"
              label="Its keys are destroyed; what was recorded stays. Type its name to confirm"
              required
              class="reason"
            />
          </ActForm>
        </details>
      ) : null}
    </section>
  );
}

/** For a client who left: download what is kept, or erase it. */
function Left({ company, principal }: ConnectionProps) {
  if (company.life !== 'left') return null;
  return (
    <section aria-label="What is kept">
      <p>
        <a href={everyMonthPath(company.id)} download>
          Every month’s file, signed (ZIP)
        </a>
      </p>
      {hasRole(principal, 'admin') ? (
        <details class="more-acts">
          <summary>Erase what is kept</summary>
          <ActForm to={`${companyPath(company.id, 'connection')}/erase`} class="act-line" act="Erase" button="danger">
            <Field
              name="confirm"
              label="Payroll, pay runs, decisions and notes are erased for ever; the log stays. Type its name to confirm"
              required
              class="reason"
            />
          </ActForm>
        </details>
      ) : null}
    </section>
  );
}
