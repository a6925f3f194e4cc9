import { Fragment } from 'preact';
import { shortDay, taxYearInWords, taxYearOf } from '../../../journal/nouns/dates.js';
import type { Principal } from '../../../access/principal.js';
import { hasRole } from '../../../access/principal.js';
import type { Page } from '../../../ground/seek.js';
import type { ImportState } from './client-imports.js';
import type { CompaniesFilter, CompanyListed } from '../../../views/month/companies-listed.js';
import { FiguresTable } from '../kit/figures.js';
import { DateField } from '../kit/date-box.js';
import { More } from '../frame/marks.js';
import { companyPath, withQuery } from '../frame/paths.js';
import { count, modesOffered, modeWords, moment } from '../frame/words.js';
import { ActForm, Choice, Field, FilterForm, TickBox } from '../kit/act-form.js';
import { PageHeading, Section } from '../kit/section.js';

interface ClientsProps {
  readonly page: Page<CompanyListed>;
  readonly asked: CompaniesFilter;
  readonly principal: Principal;
  readonly practices: readonly string[];
  readonly importing?: ImportState;
  readonly now: Date;
  readonly today: string;
}

export function ClientsPage(props: ClientsProps) {
  const { page, asked, principal, importing } = props;
  const mayConnect = hasRole(principal, 'admin') && principal.companies === null;
  return (
    <>
      <PageHeading words="Clients">
        <div class="files">
          <a href="/reconciliation" class="button secondary">
            Reconciliation
          </a>
          <a href="/audits" class="button secondary">
            Audits
          </a>
          {hasRole(principal, 'reviewer') ? (
            <a href="/payroll-in" class="button secondary">
              Payroll in
            </a>
          ) : null}
          {mayConnect ? (
            <a href="#connect" class="button">
              Connect
            </a>
          ) : null}
        </div>
      </PageHeading>
      {importing === undefined ? null : <ImportNote state={importing} />}
      <section aria-label="Clients">
        <FilterForm to="/clients" act="Find" data-submits-itself>
          <Field
            label={<span class="sr-only">Find a client</span>}
            type="search"
            name="search"
            value={asked.search ?? ''}
            placeholder="Find a client"
          />
          <Choice
            name="mode"
            label={<span class="sr-only">Mode</span>}
            options={{ '': 'any mode', ...modeWords }}
            chosen={asked.mode}
          />
        </FilterForm>
        <div id="clients-listed">
          {page.rows.length === 0 ? <p class="after-filter">{noneInWords(asked, principal)}</p> : <List {...props} />}
          <More
            href={page.next && withQuery('/clients', { search: asked.search, mode: asked.mode, after: page.next })}
            words="More clients"
          />
        </div>
      </section>
      <ToBillFrom today={props.today} />
      {mayConnect ? <Connect {...props} /> : null}
    </>
  );
}

/** What was done, by client and month: this tax year, and the one before. */
function ToBillFrom({ today }: Pick<ClientsProps, 'today'>) {
  const year = taxYearOf(today);
  return (
    <p class="noprint">
      To bill from, by client and month:{' '}
      {[year, year - 1].map((one, at) => (
        <Fragment key={one}>
          {at > 0 ? ' · ' : ''}
          {taxYearInWords(one)} <a href={`/clients/billing.csv?year=${one}`}>CSV</a>,{' '}
          <a href={`/clients/billing.xlsx?year=${one}`}>Excel</a>
        </Fragment>
      ))}
    </p>
  );
}

function List({ page, now }: ClientsProps) {
  return (
    <FiguresTable
      kind="cards"
      name={{ label: 'Clients' }}
      headings={['Client', 'Mode', 'Posts from', 'Connection', 'State', 'Synced']}
    >
      {page.rows.map((row) => (
        <tr key={row.id}>
          <th scope="row">
            <a href={companyPath(row.id)}>{row.name}</a>
          </th>
          <td data-label="Mode">{modeWords[row.inForce.policy.mode]}</td>
          <td data-label="Posts from">{cutOver(row.inForce.policy.postFrom)}</td>
          <td data-label="Connection">{row.connection.kind === 'practice' ? row.connection.name : 'its own'}</td>
          <td class="corner">
            <Life row={row} />
          </td>
          <td class="note" data-label="Synced">
            {row.lastSyncedAt === null ? 'not yet' : moment(row.lastSyncedAt, now)}
          </td>
        </tr>
      ))}
    </FiguresTable>
  );
}

function cutOver(postFrom: string | null | undefined): string {
  return postFrom ? `${shortDay(postFrom)} ${postFrom.slice(0, 4)}` : 'the beginning';
}

function Life({ row }: { readonly row: CompanyListed }) {
  if (row.life === 'left') return <span class="state is-ignored">Left</span>;
  if (row.life === 'paused') return <span class="state is-held">Paused</span>;
  if (row.connection.state === 'reconnect') return <span class="state is-refused">Connect again</span>;
  if (row.problem !== null) return <span class="state is-refused">Not synced</span>;
  return <span class="state is-posted">Working</span>;
}

function ImportNote({ state }: { readonly state: ImportState }) {
  const { done, total, imported, known, leftOut, running, problem } = state;
  // With scripts these two parts are read again; without them the whole page is.
  const polls = running
    ? {
        ...{ 'hx-get': '/clients', 'hx-trigger': 'every 700ms', 'hx-swap': 'outerHTML' },
        ...{ 'hx-select': '#import-status', 'hx-select-oob': '#clients-listed' },
      }
    : {};
  return (
    <section id="import-status" aria-label="Import" aria-live="polite" class={running ? undefined : 'quiet'} {...polls}>
      <h2>{running ? 'Importing clients' : 'Clients were imported'}</h2>
      {running ? (
        <progress value={total === undefined ? undefined : done} max={total} aria-label="Clients read" />
      ) : null}
      <p>
        {total === undefined ? '' : `${done} of ${count(total, 'client')} read: `}
        {count(imported, 'client')} imported, {known} known already, {leftOut.length} left out.
        {problem === undefined ? '' : ` It stopped: ${problem}`}
      </p>
      {leftOut.length === 0 ? null : (
        <ul>
          {leftOut.map(({ name, reason }) => (
            <li key={name}>
              {name}: {reason}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Connect({ practices }: ClientsProps) {
  return (
    <div class="beside">
      <Section id="connect" heading="Connect a client, or a practice">
        <p class="muted">You are sent to the accounting service to allow it, and come back here.</p>
        <ActForm to="/connect" class="stacked" act="Connect">
          <Field name="name" label="Name" required maxLength={200} />
          <ModeAndCutOver />
          <TickBox name="practice" value="on">
            This is an accountancy practice: its clients are imported afterwards
          </TickBox>
        </ActForm>
      </Section>
      {practices.length === 0 ? null : (
        <Section id="import" heading="Import clients">
          <p class="muted">
            All clients of {practices.join(', ')} that are not here yet. Clients without UK payroll are left out.
          </p>
          <ActForm to="/clients/import" class="stacked" act="Import clients">
            <ModeAndCutOver />
          </ActForm>
        </Section>
      )}
    </div>
  );
}

function ModeAndCutOver() {
  return (
    <>
      <Choice name="mode" label="Mode" options={modesOffered} chosen="approve" />
      <DateField
        label="Post pay runs paid from"
        name="postFrom"
        hint="Empty: from the start of the current tax month."
      />
    </>
  );
}

/** A list may also be empty because of the search, or of which clients the viewer reaches. */
function noneInWords({ search, mode }: CompaniesFilter, { companies }: Principal): string {
  const some = companies === null ? 'No client' : 'No client that you may see';
  if (search === undefined && mode === undefined) return `${some} is connected yet.`;
  const looked = [search && 'has these letters in its name', mode && `is set to “${modeWords[mode]}”`];
  return `${some} ${looked.filter(Boolean).join(' and ')}.`;
}
