import { hasRole } from '../../../access/principal.js';
import { Money } from '../../../journal/nouns/money.js';
import type { CleanBeyond } from '../../../views/board/board-lists.js';
import type { BoardProps } from './board-props.js';
import { MonthKept } from './month-kept.js';
import { FiguresTable } from '../frame/figures-table.js';
import { Csrf, More, State } from '../frame/marks.js';
import { monthFilePath } from '../frame/month-file-links.js';
import { boardPath, clientsOnly, signOffPath, withQuery } from '../frame/paths.js';
import { ReadyTable, type Ticked } from './ready-table.js';
import { RunCells, runHeadings } from './run-cells.js';

/** Runs that a person may post: ticked here, then reviewed and posted on a page of its own. */
export function ReadyList({ month, filter, principal, ticked }: BoardProps) {
  const { rows, next } = month.ready;
  const beyond = month.readyBeyond;
  const posts = hasRole(principal, 'reviewer');
  const picked = ticked === 'clean' ? rows.filter((row) => row.clean) : [];
  const pickedCount = picked.length + (ticked === 'clean' ? beyond.runs : 0);
  const net = principal.pay
    ? Money.sum([
        ...picked.flatMap((row) => (row.totals ? [row.totals.net] : [])),
        ...(ticked === 'clean' && beyond.net ? [beyond.net] : []),
      ])
    : undefined;
  const review = posts ? ticked : undefined;
  const left = month.counts.ready.runs - rows.length;
  return (
    <section id="ready" aria-labelledby="ready-heading" class="page-wide">
      <form method="post" action="/runs/review" data-picks>
        <Csrf token={principal.csrf} />
        <MonthKept filter={filter} but="reason" />
        <div class="section-line">
          <h2 id="ready-heading">
            Ready <span class="figure">{month.counts.ready.runs}</span>
          </h2>
          {posts ? (
            <p class="sum noprint">
              tick <TickLink filter={filter} ticked="clean" words="all clean" /> ·{' '}
              <TickLink filter={filter} ticked="none" words="none" />
              {net === undefined ? null : (
                <>
                  {' '}
                  · net <output data-picked-net>{net.inPounds()}</output>
                </>
              )}
            </p>
          ) : null}
        </div>
        <ReadyTable month={filter} labelledBy="ready-heading" rows={rows} ticked={review}>
          {next === undefined ? null : (
            <tr class="more-row">
              <td colSpan={9}>
                {posts && beyond.runs > 0 ? <TickBeyond {...{ ticked, next, left, beyond }} /> : null}
                <MoreReady {...{ filter, ticked, next, left }} />
                <NotPrinted shown={rows.length} of={month.counts.ready.runs} />
              </td>
            </tr>
          )}
        </ReadyTable>
        {posts ? (
          <div class="act-line noprint">
            <button type="submit">
              Review <span data-picked-count>{pickedCount}</span> …
            </button>
          </div>
        ) : null}
      </form>
    </section>
  );
}

type Filter = BoardProps['filter'];

function TickLink({
  filter,
  ticked,
  words,
}: {
  readonly filter: Filter;
  readonly ticked: Ticked;
  readonly words: string;
}) {
  const tick = ticked === 'none' ? 'none' : undefined;
  return <a href={`${boardPath(filter, { ...clientsOnly(filter), tick })}#ready`}>{words}</a>;
}

/** Also ticks the clean rows that are not shown: the review will show each of them. */
function TickBeyond({
  ticked,
  next,
  left,
  beyond,
}: {
  readonly ticked: Ticked;
  readonly next: string;
  readonly left: number;
  readonly beyond: CleanBeyond;
}) {
  return (
    <label class="tick-beyond noprint">
      <input
        type="checkbox"
        name="rest"
        value={next}
        checked={ticked === 'clean'}
        data-runs={beyond.runs}
        data-net={beyond.net?.toPence().toString()}
      />
      {beyond.runs === left
        ? `and the ${left} not shown, all clean`
        : `and ${beyond.runs} clean of the ${left} not shown`}
    </label>
  );
}

/** With scripts the rest is added to the table, and ticked rows stay ticked. */
function MoreReady({
  filter,
  ticked,
  next,
  left,
}: {
  readonly filter: Filter;
  readonly ticked: Ticked;
  readonly next: string;
  readonly left: number;
}) {
  const tick = ticked === 'none' ? 'none' : undefined;
  const query = { ...clientsOnly(filter), tick };
  return (
    <a
      class="noprint"
      href={`${boardPath(filter, { ...query, ready: 'all' })}#ready`}
      hx-get={withQuery('/runs/ready', {
        year: String(filter.year),
        month: String(filter.period + 1),
        ...query,
        ready: next,
      })}
      hx-target="closest tr"
      hx-swap="outerHTML"
    >
      Show the other {left} ›
    </a>
  );
}

/** Paper has no link to the rest, so a note under the table shows that it is not complete. */
function NotPrinted({ shown, of }: { readonly shown: number; readonly of: number }) {
  return (
    <span class="printonly">
      {shown} of {of}: show the others in Month before you print.
    </span>
  );
}

export function DoneList({ month, filter, places, principal }: BoardProps) {
  const signs = hasRole(principal, 'reviewer');
  const { done, counts } = month;
  return (
    <section id="done">
      {signs && counts.done.unsigned > 0 ? (
        <p class="beside-summary noprint">
          <a class="button secondary" href={signOffPath(filter)}>
            Sign off {counts.done.unsigned} …
          </a>
        </p>
      ) : null}
      <details open={places.done !== undefined || counts.done.runs <= 5}>
        <summary>
          <h2>
            Done <span class="figure">{counts.done.runs}</span>
          </h2>
          <span class="sum">
            {counts.done.unsigned === 0
              ? 'all signed off'
              : `${counts.done.unsigned} ${counts.done.unsigned === 1 ? 'awaits' : 'await'} sign-off`}
          </span>
        </summary>
        <FiguresTable
          kind="cards"
          sorts
          name={{ label: 'Done' }}
          headings={[...runHeadings, 'State', 'Signed off', { screenOnly: 'Month file' }]}
        >
          {done.rows.map((row) => (
            <tr key={`${row.companyId} ${row.tag}`}>
              <RunCells row={row} />
              <td class="note">
                <State state={row.state} />
              </td>
              <td data-label="Signed off by">{row.signedOffBy ?? ''}</td>
              <td class="noprint" data-label="Month file">
                <a href={monthFilePath(row, 'zip')} download>
                  ZIP<span class="sr-only"> of {row.company}</span>
                </a>
              </td>
            </tr>
          ))}
        </FiguresTable>
        {done.next === undefined ? null : <NotPrinted shown={done.rows.length} of={counts.done.runs} />}
        <More
          href={done.next && `${boardPath(filter, { ...clientsOnly(filter), done: done.next })}#done`}
          words="More that is done"
        />
      </details>
    </section>
  );
}
