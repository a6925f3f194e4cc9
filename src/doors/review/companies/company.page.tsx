import { monthName } from '../../../journal/nouns/dates.js';
import type { Principal } from '../../../access/principal.js';
import { hasRole } from '../../../access/principal.js';
import type { Company } from '../../../companies/company.js';
import type { PolicyVersion } from '../../../companies/policy-version.entity.js';
import type { YearCell } from '../../../views/board/board-year.js';
import { changesOf } from '../../../views/log/log-reasons.js';
import { nameShown } from '../../../views/name-shown.js';
import type { Problem } from '../../../ground/problem.js';
import { cutOver } from './companies.page.js';
import { Csrf } from '../frame/marks.js';
import { everyMonthPath } from '../frame/month-file-links.js';
import { companyPath, runPath, withQuery } from '../frame/paths.js';
import { ProblemNote } from '../frame/problem-note.js';
import { modeWords, moment, stateMarks } from '../frame/words.js';
import { inSentence, stateWords } from '../../../views/words.js';

interface CompanyProps {
  readonly company: Company;
  readonly year: number;
  readonly months: readonly (YearCell | undefined)[];
  readonly history: readonly PolicyVersion[];
  readonly principal: Principal;
  readonly now: Date;
  readonly problem?: Problem;
}

const lifeWords = { setup: 'Being set up', working: 'Working', paused: 'Paused', left: 'Left' } as const;
const lifeStates = { setup: 'ready', working: 'posted', paused: 'held', left: 'ignored' } as const;

export function CompanyPage(props: CompanyProps) {
  const { company, problem } = props;
  return (
    <>
      <header class="page-heading">
        <div>
          <p class="crumbs">
            <a href="/companies">Companies</a> ›
          </p>
          <h1>{company.name}</h1>
        </div>
      </header>
      {problem === undefined ? null : <ProblemNote problem={problem} />}
      {company.problem === undefined ? null : <BrokenConnection {...props} />}
      <div class="beside">
        <div>
          <Facts {...props} />
          <Acts {...props} />
          <Left {...props} />
        </div>
        <div>
          <Year {...props} />
          <PolicyHistory {...props} />
        </div>
      </div>
    </>
  );
}

function BrokenConnection({ company, principal }: CompanyProps) {
  return (
    <div class="problem" role="alert">
      <h2>{company.problem}</h2>
      <p>
        Nothing of {company.name} is fetched or posted until then. Connecting again keeps everything that was recorded.
      </p>
      {hasRole(principal, 'admin') ? (
        <form method="post" action="/connect">
          <Csrf token={principal.csrf} />
          <input type="hidden" name="name" value={company.name} />
          <input type="hidden" name="mode" value={company.policy.mode} />
          <button type="submit">Connect again</button>
        </form>
      ) : null}
    </div>
  );
}

function Facts({ company, now }: CompanyProps) {
  const { policy } = company;
  return (
    <section aria-label="Company">
      <dl class="facts">
        <dt>State</dt>
        <dd>
          <span class={`state is-${lifeStates[company.life]}`}>{lifeWords[company.life]}</span>
        </dd>
        <dt>Books</dt>
        <dd>{company.booksName ?? 'name not read yet: connect again to see whose they are'}</dd>
        <dt>Mode</dt>
        <dd>{modeWords[policy.mode]}</dd>
        <dt>Posts from</dt>
        <dd>{cutOver(policy.postFrom)}</dd>
        <dt>Policy</dt>
        <dd>
          <a href={`${companyPath(company.id)}/policy`}>version {company.policyVersion}</a> ·{' '}
          <a href={`${companyPath(company.id)}/allocations`}>cost by account</a> ·{' '}
          <a href={`${companyPath(company.id)}/adjustments`}>adjustments</a>
        </dd>
        <dt>Synced</dt>
        <dd>{company.lastSyncedAt === undefined ? 'not yet' : moment(company.lastSyncedAt, now)}</dd>
        <dt>Books rechecked</dt>
        <dd>{company.lastVerifiedAt === undefined ? 'not yet' : moment(company.lastVerifiedAt, now)}</dd>
        <dt>Journal reference prefix</dt>
        <dd>
          <code>{company.prefix}:</code>
        </dd>
      </dl>
      <p class="links">
        <a href={withQuery('/log', { company: company.name })}>Log</a> ·{' '}
        <a href={withQuery('/year-end', { company: company.id })}>Tax year</a>
      </p>
    </section>
  );
}

function Acts({ company, principal }: CompanyProps) {
  if (!hasRole(principal, 'reviewer') || company.life === 'left') return null;
  const path = companyPath(company.id);
  const isAdmin = hasRole(principal, 'admin');
  return (
    <section aria-label="Acts">
      <form method="post" action="/syncs" class="act-line">
        <Csrf token={principal.csrf} />
        <input type="hidden" name="company" value={company.id} />
        {company.life === 'working' ? <button type="submit">Sync now</button> : null}
        {isAdmin ? (
          <button
            type="submit"
            formAction={`${path}/${company.life === 'paused' ? 'resume' : 'pause'}`}
            class="secondary"
          >
            {company.life === 'paused' ? 'Resume' : 'Pause'}
          </button>
        ) : null}
      </form>
      {isAdmin ? (
        <details class="more-acts">
          <summary>Leave this company</summary>
          <form method="post" action={`${path}/leave`} class="act-line">
            <Csrf token={principal.csrf} />
            <label class="reason">
              Its keys are destroyed; what was recorded stays. Type its name to confirm
              <input name="confirm" required autocomplete="off" />
            </label>
            <button type="submit" class="danger">
              Leave
            </button>
          </form>
        </details>
      ) : null}
    </section>
  );
}

/** For a client who left: download what is kept, or erase it. */
function Left({ company, principal }: CompanyProps) {
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
          <form method="post" action={`${companyPath(company.id)}/erase`} class="act-line">
            <Csrf token={principal.csrf} />
            <label class="reason">
              Payroll, pay runs, decisions and notes are erased for ever; the log stays. Type its name to confirm
              <input name="confirm" required autocomplete="off" />
            </label>
            <button type="submit" class="danger">
              Erase
            </button>
          </form>
        </details>
      ) : null}
    </section>
  );
}

function Year({ company, year, months }: CompanyProps) {
  const shown = months.map((cell, period) => ({ cell, period })).filter(({ cell }) => cell !== undefined);
  return (
    <section aria-labelledby="months-heading">
      <div class="section-line">
        <h2 id="months-heading">
          {year - 1}/{String(year).slice(2)}
        </h2>
        <span class="muted">
          <a href={withQuery(companyPath(company.id), { year: String(year - 1) })}>
            ‹ {year - 2}/{String(year - 1).slice(2)}
          </a>{' '}
          <a href={withQuery(companyPath(company.id), { year: String(year + 1) })}>
            {year}/{String(year + 1).slice(2)} ›
          </a>
        </span>
      </div>
      {shown.length === 0 ? <p class="muted">No pay run of this tax year is known.</p> : null}
      <ul class="months">
        {shown.map(({ cell, period }) =>
          cell === undefined ? null : (
            <li key={period}>
              <a href={runPath({ companyId: company.id, year, period, datedOn: cell.datedOn })}>
                <span class={`mark is-${cell.state}`} aria-hidden="true">
                  {stateMarks[cell.state]}
                </span>{' '}
                {monthName(period)}
              </a>{' '}
              <span class="muted">{inSentence(stateWords[cell.state])}</span>
            </li>
          ),
        )}
      </ul>
    </section>
  );
}

/** The oldest version changed nothing: the company was connected with it. */
const changesSince = (before: PolicyVersion | undefined, { policy }: PolicyVersion): readonly string[] =>
  before === undefined ? [] : changesOf(before.policy, policy);

function PolicyHistory({ company, history, now }: CompanyProps) {
  return (
    <section aria-labelledby="policy-heading">
      <div class="section-line">
        <h2 id="policy-heading">Policy</h2>
        <a href={`${companyPath(company.id)}/policy`}>See or change</a>
      </div>
      <ol class="history">
        {history.map((one, index) => (
          <li key={one.version}>
            <time dateTime={one.createdAt.toISOString()}>{moment(one.createdAt, now)}</time>
            <div>
              <strong>Version {one.version}</strong> <span class="muted">by {nameShown(one.actor)}</span>
              <q>{one.reason}</q>
              {changesSince(history[index + 1], one).map((words) => (
                <span key={words} class="decided">
                  {words}
                </span>
              ))}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
