import { addDays, dayInWords } from '../../../journal/nouns/dates.js';
import type { LogRow } from '../../../views/log/log-view.js';
import type { Page } from '../../../ground/seek.js';
import { actInWords, actNamed, detailsInWords, logActs, setInWords } from '../../../views/log/log-words.js';
import { DateField } from '../kit/date-box.js';
import { FiguresTable } from '../kit/figures.js';
import { Amount, More, Said } from '../frame/marks.js';
import { runPath, withQuery } from '../frame/paths.js';
import { count, moment } from '../frame/words.js';
import { Choice, Field, FilterForm, TickBox } from '../kit/act-form.js';
import { PageHeading } from '../kit/section.js';

/** The filter as text in the address. */
export interface LogAsked {
  readonly search?: string;
  readonly company?: string;
  readonly since?: string;
  readonly until?: string;
  readonly act?: string;
  readonly actor?: string;
  readonly unreviewed?: string;
}

interface LogPageProps {
  readonly page: Page<LogRow>;
  readonly asked: LogAsked;
  /** This is not the first page. */
  readonly goesOn: boolean;
  readonly now: Date;
}

/** Who did what, when, why it ran, and the outcome. */
export function LogPage({ page, asked, goesOn, now }: LogPageProps) {
  return (
    <>
      <PageHeading
        words="Posting log"
        small="append-only, each entry chained to the one before it, so that a change can be detected"
      >
        <nav class="files" aria-label="Files">
          <a href={withQuery('/api/log.xlsx', apiQuery(asked))} class="button secondary">
            Excel
          </a>
          <a href={withQuery('/api/log.csv', apiQuery(asked))} class="button secondary">
            CSV
          </a>
        </nav>
      </PageHeading>
      <section aria-label="Entries" class="page-wide">
        <Filter asked={asked} />
        <p class="printonly">{onPaper({ page, asked, goesOn })}</p>
        <FiguresTable
          kind="dense log cards"
          is="log"
          name={{ label: 'Entries' }}
          headings={[
            'When',
            'Client',
            'What',
            'Who',
            'Paid',
            { n: 'Gross' },
            { n: 'Net' },
            { n: 'HMRC' },
            'Set',
            'Reviewer',
          ]}
        >
          {page.rows.map((row) => (
            <Entry key={row.id} row={row} now={now} />
          ))}
        </FiguresTable>
        {page.rows.length === 0 ? <p>Nothing in the log matches.</p> : null}
        <More href={page.next && withQuery('/log', { ...asked, after: page.next })} words="Older" />
      </section>
    </>
  );
}

/** On paper the filter's boxes are missing, so words say which entries these are and whether they are complete. */
function onPaper({ page, asked, goesOn }: Omit<LogPageProps, 'now'>): string {
  const { search, company, act, actor, since, until, unreviewed } = asked;
  const filter = [
    search && `search “${search}”`,
    company && `client “${company}”`,
    act && `what: ${actNamed(act)}`,
    actor && `who: ${actor}`,
    since && `from ${dayInWords(since)}`,
    until && `until ${dayInWords(until)}`,
    unreviewed === 'true' && 'unreviewed only',
  ].filter(Boolean);
  const others = [goesOn && 'newer', page.next !== undefined && 'older'].filter(Boolean).join(' and ');
  const entries = `${count(page.rows.length, 'entry', 'entries')}, the newest first`;
  return `Filter: ${[...(filter.length === 0 ? ['none'] : filter), entries].join(' · ')}${others && `; ${others} ones are not printed`}`;
}

function Entry({ row, now }: { readonly row: LogRow; readonly now: Date }) {
  // The id of a decision is for `take-back` at the terminal.
  const details = detailsInWords({ ...row, decision: undefined });
  return (
    <tr data-of={row.id}>
      <td class="nowrap corner">
        <time dateTime={row.at.toISOString()}>{moment(row.at, now)}</time>
      </td>
      <th scope="row">{row.company}</th>
      <td class="wordy">
        <Said>{actInWords(row)}</Said>
        {details.length === 0 ? null : (
          <span class="line-words muted">
            <Said>{details.join(' · ')}</Said>
          </span>
        )}
        {row.reason === undefined ? null : (
          <q class="line-words">
            <Said>{row.reason}</Said>
          </q>
        )}
      </td>
      <td class="note">{row.actor}</td>
      <td class="nowrap" data-label="Paid">
        {row.run === undefined ? (
          ''
        ) : (
          <a href={runPath({ companyId: row.companyId, ...row.run })}>{dayInWords(row.run.datedOn)}</a>
        )}
      </td>
      {row.totals === undefined && !row.hidden ? (
        <td colSpan={3} class="n" />
      ) : (
        <>
          <Amount of={row.totals?.gross} label="Gross" />
          <Amount of={row.totals?.net} label="Net" />
          <Amount of={row.totals?.taxAuthority} label="HMRC" />
        </>
      )}
      <td class="nowrap" data-label="Set">
        {row.journalSet === undefined ? '' : setInWords(row.journalSet).replace('journal set ', '')}
      </td>
      <td data-label="Reviewer">{row.reviewer ?? ''}</td>
    </tr>
  );
}

function Filter({ asked }: { readonly asked: LogAsked }) {
  return (
    <FilterForm to="/log" class="filter log-filter" act="Filter">
      <Field
        name="search"
        label="Search"
        type="search"
        value={asked.search ?? asked.company ?? ''}
        placeholder="client or person"
      />
      <Choice
        name="act"
        label="What"
        options={[['', 'everything'], ...logActs.map((act) => [act, actNamed(act)] as const)]}
        chosen={asked.act}
      />
      <DateField label="From" name="since" value={asked.since} />
      <DateField label="Until" name="until" value={asked.until} />
      <TickBox name="unreviewed" value="true" checked={asked.unreviewed === 'true'} class="tick">
        unreviewed only
      </TickBox>
    </FilterForm>
  );
}

/** The page's "until" includes that day, the API's does not. */
function apiQuery(asked: LogAsked): Record<string, string | undefined> {
  const { until, ...same } = asked;
  return { ...same, until: until === undefined ? undefined : addDays(until, 1) };
}
