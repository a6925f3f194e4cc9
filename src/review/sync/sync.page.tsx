import { monthInWords } from '../../journal/dates.js';
import type { SyncProgress, SyncRecord } from '../../record/runs/sync-record.entity.js';
import { withQuery } from '../frame/paths.js';
import { count } from '../frame/words.js';

export interface SyncShown {
  readonly company: string;
  readonly sync: SyncRecord;
}

interface SyncsProps {
  readonly ids: readonly string[];
  readonly shown: readonly SyncShown[];
}

const stepWords: Readonly<Record<SyncProgress['step'], string>> = {
  queued: 'Waiting for its turn',
  settling: 'Looking for writes in doubt',
  adopting: 'Listing what is in the books',
  fetching: 'Reading payroll',
  posting: 'Posting',
  done: 'Done',
};

export function SyncPage(props: SyncsProps) {
  return (
    <>
      <header class="page-heading">
        <h1>Sync</h1>
      </header>
      <SyncStatus {...props} />
    </>
  );
}

export const isOver = ({ sync }: SyncShown) => sync.state === 'done' || sync.state === 'failed';

/** The progress: with scripts this part is fetched again and again, without them the whole page. */
export function SyncStatus({ ids, shown }: SyncsProps) {
  const over = shown.filter(isOver).length;
  const going = over < shown.length;
  const polls = going
    ? {
        'hx-get': withQuery('/syncs/status', { ids: ids.join(',') }),
        'hx-trigger': 'every 700ms',
        'hx-swap': 'outerHTML',
      }
    : {};
  const parts = shown.map(({ sync }) => partDone(sync));
  const share = parts.length === 0 ? 1 : parts.reduce((sum, part) => sum + part, 0) / parts.length;
  return (
    <section id="sync-status" aria-live="polite" {...polls}>
      <h2>
        {going
          ? `Syncing ${count(shown.length, 'company', 'companies')}`
          : `${count(shown.length, 'company', 'companies')} synced`}
      </h2>
      <progress value={Math.round(share * 100)} max={100} aria-label="How far the sync is" />
      {going ? <p class="muted">{going ? whatGoesOn(shown) : ''}</p> : null}
      <ul class="rows">
        {shown.slice(0, 30).map((one) => (
          <SyncLine key={one.sync.id} of={one} />
        ))}
      </ul>
      {shown.length > 30 ? <p class="muted">and {shown.length - 30} more</p> : null}
      {going ? null : (
        <p class="more">
          <a href="/" class="button">
            To the board
          </a>
        </p>
      )}
    </section>
  );
}

function partDone(sync: SyncRecord): number {
  if (sync.state === 'done' || sync.state === 'failed') return 1;
  if (sync.progress === null || sync.progress.total === 0) return 0;
  return Math.min(0.99, sync.progress.done / sync.progress.total);
}

function whatGoesOn(shown: readonly SyncShown[]): string {
  const now = shown.find(({ sync }) => sync.state === 'running') ?? shown.find((one) => !isOver(one));
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
  if (result.error !== undefined) return `${result.error.title}. ${result.error.detail} ${result.error.todo}`;
  const counts = [
    [result.posted, 'posted'],
    [result.adopted, 'found in books'],
    [result.amended, 'amended'],
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
