import { monthInWords } from '../../../journal/nouns/dates.js';
import type { TaxMonth } from '../../../views/month/board-lists.js';
import { ErrandStatus } from '../frame/errand.js';
import { Going } from '../frame/going.js';
import { boardPath, withQuery } from '../frame/paths.js';
import type { ErrandShown } from '../frame/runs-at-work.js';
import { count } from '../frame/words.js';
import { PageHeading, Section } from '../kit/section.js';

interface StatusProps extends ErrandShown {
  /** A ZIP was just requested. This is what was shown before, and the new one may not have begun. */
  readonly after?: string;
}

interface MonthFilesProps extends Omit<StatusProps, 'after'> {
  /** How many clients have a file of the month. */
  readonly clients: number;
  /** Names of the clients at work that have none. */
  readonly without: readonly string[];
}

const of = ({ year, period }: TaxMonth) => ({ year: String(year), month: String(period + 1) });
const namesShownMax = 20;

/** What the ZIP will hold, then its progress, then what it lacks and why. */
export function MonthFilesPage({ clients, without, ...status }: MonthFilesProps) {
  const { month } = status;
  return (
    <>
      <PageHeading words="Month files" small={monthInWords(month.year, month.period)}>
        <a href={boardPath(month)} class="button secondary">
          Back to Month
        </a>
      </PageHeading>
      <Section id="month-files" heading="All clients, one ZIP">
        <p>
          The files are made one after another while the ZIP downloads; keep the download until it has ended. A file
          that cannot be made is left out, and the ZIP lists it.
        </p>
        {without.length === 0 ? null : <p>No pay run in this month, and so no file: {named(without)}.</p>}
        <p>
          <a class="button" href={withQuery('/month-files.zip', of(month))} download data-asks={statusId}>
            Download {count(clients, 'file')}
          </a>
        </p>
        <noscript>
          <p class="muted">Load this page again to see how far it is.</p>
        </noscript>
        <MonthFilesStatus {...status} />
      </Section>
    </>
  );
}

const named = (names: readonly string[]): string => {
  const more = names.length - namesShownMax;
  return `${names.slice(0, namesShownMax).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

export function MonthFilesStatus({ month, names, errand, after, now }: StatusProps) {
  const pathAfter = (before?: string) => withQuery('/month-files/status', { ...of(month), after: before });
  if (after !== undefined && after === (errand?.id ?? none))
    return <Going id={statusId} path={pathAfter(after)} done={0} of={1} words="Beginning." />;
  const shown = errand && (
    <ErrandStatus id={statusId} noun="file" verb="made" path={pathAfter()} {...{ errand, names, now }} />
  );
  if (errand !== undefined && errand.end === undefined) return shown ?? null;
  // The page is read again only once a ZIP was requested.
  return (
    <div id={statusId} hx-get={pathAfter(errand?.id ?? none)} hx-trigger="asked delay:300ms" hx-swap="outerHTML">
      {shown}
    </div>
  );
}

const none = 'none';
const statusId = 'files-status';
