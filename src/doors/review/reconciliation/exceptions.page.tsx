import { needsAPerson } from '../../../record/control-answer.js';
import type { ReadingsCounted, ReadingShown } from '../../../controls/show/readings.js';
import { dayInWords } from '../../../journal/nouns/dates.js';
import type { Page } from '../../../ground/seek.js';
import { hasRole, type Principal } from '../../../access/principal.js';
import type { TaxMonth } from '../../../views/month/board-lists.js';
import type { ReadingAll } from '../../../runner/read-all.js';
import { FiguresTable } from '../kit/figures.js';
import { Going, Reloaded } from '../frame/going.js';
import { More } from '../frame/marks.js';
import { companyPath, reconcilePath, withQuery } from '../frame/paths.js';
import { count, moment } from '../frame/words.js';
import { ActForm } from '../kit/act-form.js';
import { type NextAct, NextStep } from '../kit/next-step.js';
import { PageHeading, Section } from '../kit/section.js';
import { CauseSums, CauseWords } from './causes.js';
import { openHeadings, openOf, OpenRow } from './open-items.js';

interface ExceptionsProps {
  readonly counts: ReadingsCounted;
  /** With something to look at, or that could not be read. */
  readonly open: Page<ReadingShown>;
  /** Companies whose control accounts no one has read yet. */
  readonly unread: Page<{ readonly id: string; readonly name: string }>;
  /** Without a pay run to compare with. */
  readonly nothing: Page<ReadingShown>;
  readonly clear: Page<ReadingShown>;
  /** A reading of all clients that is under way. */
  readonly going?: ReadingAll;
  readonly principal: Principal;
  readonly now: Date;
  /** The month that is being closed, if it led here; and what comes next in it. */
  readonly month?: TaxMonth;
  readonly next?: NextAct;
}

/** All clients: what a person needs to look at, and when each was read. */
export function ExceptionsPage({
  counts,
  open,
  unread,
  nothing,
  clear,
  going,
  principal,
  now,
  month,
  next,
}: ExceptionsProps) {
  const unreadNamed = { ...unread, rows: unread.rows.map(({ id, name }) => ({ companyId: id, company: name })) };
  return (
    <>
      <PageHeading
        words="Reconciliation"
        small={
          <>
            {counts.clear} of {count(counts.all, 'client')} clear
            {counts.never === 0 ? '' : `, ${counts.never} not read yet`}
          </>
        }
      >
        <ReadAll going={going} principal={principal} month={month} />
      </PageHeading>
      {going === undefined ? null : <Reading going={going} month={month} />}
      <NextStep act={next} />
      {open.rows.map((reading) => (
        <Client key={reading.companyId} reading={reading} now={now} />
      ))}
      {open.rows.length === 0 ? <p>{noneInWords(counts)}</p> : null}
      <More href={open.next && withQuery('/reconciliation', { open: open.next })} words="More clients to look at" />
      <Clients id="unread" title="Not read yet" counts={counts} of={unreadNamed} />
      <Clients id="nothing" title="No pay run to compare with" counts={counts} of={nothing} />
      <Clients
        id="clear"
        title="Clear"
        counts={counts}
        of={clear}
        words={({ asOn, readAt, since }) =>
          `as at ${dayInWords(asOn)}, read ${moment(readAt, now)}${since === undefined ? '' : ', changed since'}`
        }
      />
    </>
  );
}

function ReadAll({ going, principal, month }: Pick<ExceptionsProps, 'going' | 'principal' | 'month'>) {
  if (!hasRole(principal, 'reviewer')) return null;
  return (
    <ActForm to="/reconciliation/read" sends={month && { year: month.year, month: month.period + 1 }}>
      <button type="submit" disabled={going !== undefined}>
        Read all now
      </button>
    </ActForm>
  );
}

const readingId = 'reading-status';

/** Fetched again and again: once every client was read, the whole page is read again. */
export function Reading({ going, month }: Pick<ExceptionsProps, 'going' | 'month'>) {
  if (going === undefined) return <Reloaded id={readingId} page={reconcilePath(month)} />;
  const words = `${going.done} of ${count(going.of, 'client')} read.`;
  return <Going id={readingId} {...going} words={words} path={reconcilePath(month, '/reading')} />;
}

/** If no one looked, nothing is known: that is not the same as nothing to look at. */
function noneInWords({ clear, all }: ReadingsCounted): string {
  if (all === 0) return 'No client that you may see.';
  if (clear === 0) return 'Nothing is known yet.';
  return clear === all
    ? 'Nothing to look at.'
    : `Nothing to look at in the ${count(clear, 'client')} that could be read.`;
}

type Listed = Pick<ReadingShown, 'companyId' | 'company'>;

interface ClientsProps<One extends Listed> {
  /** Also the name of its place in the address. */
  readonly id: 'unread' | 'nothing' | 'clear';
  readonly title: string;
  readonly counts: ReadingsCounted;
  readonly of: Page<One>;
  words?(one: One): string;
}

function Clients<One extends Listed>({ id, title, counts, of, words }: ClientsProps<One>) {
  if (of.rows.length === 0) return null;
  return (
    <Section id={id} heading={title} count={counts[id]}>
      <ul class="found">
        {of.rows.map((one) => (
          <li key={one.companyId}>
            <a href={companyPath(one.companyId, 'reconciliation')}>{one.company}</a>{' '}
            {words === undefined ? null : <small>{words(one)}</small>}
          </li>
        ))}
      </ul>
      <More href={of.next && `${withQuery('/reconciliation', { [id]: of.next })}#${id}`} words="More clients" />
    </Section>
  );
}

/** Keeps the list of all clients short; the client's own page has everything. */
const shownMax = 3;

function Client({ reading, now }: { readonly reading: ReadingShown; readonly now: Date }) {
  const { companyId, causes, unseen } = reading;
  const open = openOf(reading).filter(({ part }) => needsAPerson(part));
  const more = Math.max(0, causes.length - shownMax) + Math.max(0, open.length - shownMax) + unseen;
  const id = `client-${companyId}`;
  return (
    <section aria-labelledby={id}>
      <ClientHeading reading={reading} now={now} id={id} />
      {causes.length === 0 ? null : (
        <ul class="causes">
          {causes.slice(0, shownMax).map((cause) => (
            <li key={`${cause.what} ${cause.run?.datedOn ?? ''}`}>
              <CauseWords cause={cause} companyId={companyId} />
              <p class="muted">
                <CauseSums cause={cause} />
              </p>
            </li>
          ))}
        </ul>
      )}
      {open.length === 0 ? null : (
        <FiguresTable kind="dense cards even" name={{ labelledBy: id }} headings={openHeadings}>
          {open.slice(0, shownMax).map(({ place, part }) => (
            <OpenRow key={`${place.account} ${place.user ?? ''} ${part.id}`} place={place} part={part} />
          ))}
        </FiguresTable>
      )}
      {more === 0 ? null : (
        <p>
          <a href={companyPath(companyId, 'reconciliation')}>
            {more} more{unseen === 0 ? '' : `, ${unseen} on people’s pay, which you may not see`} ›
          </a>
        </p>
      )}
    </section>
  );
}

function ClientHeading({
  reading,
  now,
  id,
}: {
  readonly reading: ReadingShown;
  readonly now: Date;
  readonly id: string;
}) {
  const { companyId, company, problem, empty, asOn, readAt, since } = reading;
  const read = `${problem === undefined ? 'read' : `below as at ${dayInWords(asOn)}, read`} ${moment(readAt, now)}`;
  return (
    <>
      <h2 id={id}>
        <a href={companyPath(companyId, 'reconciliation')}>{company}</a>{' '}
        <small>
          {empty === 'never_read' ? 'not read yet' : `${read}${since === undefined ? '' : ', changed since'}`}
        </small>
      </h2>
      {problem === undefined ? null : <p class="is-held">The books could not be read: {problem}</p>}
    </>
  );
}
