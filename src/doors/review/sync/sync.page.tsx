import { monthInWords } from '../../../journal/nouns/dates.js';
import type { SyncProgress, SyncRecord } from '../../../record/runs/sync-record.entity.js';
import type { SyncsFollowed } from '../../../views/lists/syncs-followed.js';
import { Reloaded } from '../frame/going.js';
import { auditPath, dryRunPath } from '../frame/paths.js';
import { count } from '../frame/words.js';
import { PageHeading } from '../kit/section.js';

interface SyncShown {
  readonly company: string;
  readonly sync: SyncRecord;
}

export interface SyncsProps extends Omit<SyncsFollowed, 'shown'> {
  readonly shown: readonly SyncShown[];
  /** Where the status is fetched again. */
  readonly path: string;
}

const stepWords: Readonly<Record<SyncProgress['step'], string>> = {
  queued: 'Waiting for its turn',
  settling: 'Checking whether anything sent is unanswered',
  adopting: 'Listing what is in the books',
  auditing: 'Reading payroll and journals',
  fetching: 'Reading payroll',
  posting: 'Posting',
  done: 'Done',
};

export function SyncPage(props: SyncsProps) {
  return (
    <>
      <PageHeading words={madeOf(props.shown).heading} />
      <SyncStatus {...props} />
    </>
  );
}

/** Where the outcome of a dry run or an audit of one client is shown, once it has ended. */
export function shownElsewhere({ total, over, shown: [first] }: SyncsProps): string | undefined {
  if (total !== 1 || over < 1 || first === undefined) return undefined;
  const { companyId, id, state, request } = first.sync;
  if (request.dryRun === true) return dryRunPath(companyId, id);
  return request.audit === undefined || state === 'failed' ? undefined : auditPath(companyId, request.audit);
}

/** The progress: with scripts this part is fetched again and again, without them the whole page. */
export function SyncStatus(props: SyncsProps) {
  const { total, over, failed, share, shown, path } = props;
  const found = shownElsewhere(props);
  if (found !== undefined) return <Reloaded id="sync-status" page={found} />;
  const going = over < total;
  const made = madeOf(shown);
  const polls = going ? { 'hx-get': path, 'hx-trigger': 'every 700ms', 'hx-swap': 'outerHTML' } : {};
  return (
    <section id="sync-status" aria-live="polite" {...polls}>
      <h2>
        {going ? `${made.going} ${clients(total)}: ${over} done` : `${ofClients({ total, failed })} ${made.done}`}
      </h2>
      <progress value={Math.round(share * 100)} max={100} aria-label="How far the sync is" />
      {going ? <p class="muted">{whatGoesOn(shown)}</p> : null}
      <ul>
        {shown.map((one) => (
          <SyncLine key={one.sync.id} of={one} />
        ))}
      </ul>
      {total > shown.length ? <p class="muted">and {total - shown.length} more</p> : null}
      {going ? null : (
        <p class="more">
          <a href="/" class="button">
            To the month
          </a>
        </p>
      )}
    </section>
  );
}

const clients = (number: number) => count(number, 'client');

const ofClients = ({ total, failed }: Pick<SyncsProps, 'total' | 'failed'>): string =>
  failed === 0 ? clients(total) : `${total - failed} of ${clients(total)}`;

/** What is not a sync is not called one: a dry run posts nothing, and an audit only reads. */
const kinds = {
  sync: { heading: 'Sync', going: 'Syncing', done: 'synced' },
  dryRun: { heading: 'Dry run', going: 'Trying', done: 'tried: nothing was sent' },
  audit: { heading: 'Audit', going: 'Auditing', done: 'audited' },
} as const;

function madeOf(shown: readonly SyncShown[]): (typeof kinds)[keyof typeof kinds] {
  if (shown.length > 0 && shown.every(({ sync }) => sync.request.dryRun === true)) return kinds.dryRun;
  if (shown.length > 0 && shown.every(({ sync }) => sync.request.audit !== undefined)) return kinds.audit;
  return kinds.sync;
}

function whatGoesOn(shown: readonly SyncShown[]): string {
  const now = shown.find(({ sync }) => sync.state === 'running') ?? shown.find(({ sync }) => sync.state === 'queued');
  if (now === undefined) return '';
  const { progress } = now.sync;
  const month =
    progress?.year === undefined || progress.period === undefined
      ? ''
      : `, ${monthInWords(progress.year, progress.period)}`;
  return `${now.company}: ${stepWords[progress?.step ?? 'queued'].toLowerCase()}${month}`;
}

function SyncLine({ of: { company, sync } }: { readonly of: SyncShown }) {
  return (
    <li class="row sync-row">
      <span class="row-who">{company}</span>
      <span class="row-what">{wordsFor(sync)}</span>
    </li>
  );
}

function wordsFor(sync: SyncRecord): string {
  if (sync.state === 'failed')
    return [sync.problem?.title, sync.problem?.detail, sync.problem?.todo].filter(Boolean).join('. ');
  const { result } = sync;
  if (sync.state !== 'done' || result === null) return stepWords[sync.progress?.step ?? 'queued'];
  if (sync.request.audit !== undefined && result.error === undefined) return 'Audited';
  if (result.error !== undefined) return `${result.error.title}. ${result.error.detail} ${result.error.todo}`;
  const counts = [
    [result.posted, sync.request.dryRun ? 'would be posted' : 'posted'],
    [result.adopted, 'found in books'],
    [result.amended, sync.request.dryRun ? 'would be amended' : 'amended'],
    [result.ready, 'ready'],
    [result.held, 'held'],
    [result.changed, 'changed'],
    [result.drift, 'altered in the books'],
    [result.refused, 'refused'],
    [result.inDoubt, 'being checked'],
  ] as const;
  const some = counts.filter(([number]) => number > 0).map(([number, words]) => `${number} ${words}`);
  return some.length === 0 ? 'Nothing new' : some.join(' · ');
}
