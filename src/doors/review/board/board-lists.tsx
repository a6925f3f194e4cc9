import { hasRole } from '../../../access/principal.js';
import { Money } from '../../../journal/nouns/money.js';

import type { NotShown, ReadyPage } from '../../../views/month/board.js';
import type { BoardProps } from './board-props.js';
import { FiguresTable } from '../kit/figures.js';
import { More, State } from '../frame/marks.js';
import { monthFilePath } from '../frame/month-file-links.js';
import { boardPath, clientsOnly, monthKept, reviewPath, signOffPath, withQuery } from '../frame/paths.js';
import { ActForm, TickBox } from '../kit/act-form.js';
import { ReadyRows, ReadyTable, type Ticked } from '../posting/ready-table.js';
import { RunCells, runHeadings } from '../frame/run-cells.js';

/** Runs that a person may post: ticked here, then reviewed and posted on a page of its own. */
export function ReadyList({ month, filter, principal, ticked }: BoardProps) {
  const { rows, notShown, warned, warnedMore, clean } = month.ready;
  const posts = hasRole(principal, 'reviewer');
  const picked = ticked === 'clean' ? [...rows, ...notShown] : [];
  const net = principal.pay ? netOf(picked) : undefined;
  const review = posts ? ticked : undefined;
  return (
    <section id="ready" aria-labelledby="ready-heading" class="page-wide">
      <ActForm to="/runs/review" data-picks sends={{ ...monthKept(filter), reason: undefined }}>
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
                  · net{' '}
                  <output data-picked-net data-is="runs.net">
                    {net.inPounds()}
                  </output>
                </>
              )}
            </p>
          ) : null}
        </div>
        {warned.length === 0 ? null : (
          <div class="apart">
            <h3 id="warned-heading">
              To look at first <span class="figure loud">{warned.length + warnedMore}</span>
            </h3>
            <ReadyTable month={filter} labelledBy="warned-heading" rows={warned} ticked={review} />
            {warnedMore === 0 ? null : (
              <p>
                And {warnedMore} more with a warning: <a href={reviewPath(filter)}>see all of them in the review</a>.
              </p>
            )}
          </div>
        )}
        {clean === 0 ? null : (
          <>
            {warned.length === 0 ? null : (
              <h3 id="clean-heading">
                Clean <span class="figure">{clean}</span>
              </h3>
            )}
            <ReadyTable
              month={filter}
              labelledBy={warned.length === 0 ? 'ready-heading' : 'clean-heading'}
              rows={rows}
              ticked={review}
            >
              <MoreRow {...{ ready: month.ready, filter, ticked: review }} />
            </ReadyTable>
          </>
        )}
        {posts ? (
          <div class="act-line noprint">
            <button type="submit" class="secondary">
              Review <span data-picked-words="what is ticked">{picked.length || 'what is ticked'}</span> …
            </button>
          </div>
        ) : null}
      </ActForm>
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

interface MoreProps {
  readonly ready: ReadyPage;
  readonly filter: Filter;
  /** Undefined when there is nothing to tick. */
  readonly ticked: Ticked | undefined;
}

/** The next rows, for the place of the row that asked for them. */
export function MoreReady({ ready, filter, ticked }: MoreProps) {
  return (
    <>
      <ReadyRows rows={ready.rows} ticked={ticked} />
      <MoreRow {...{ ready, filter, ticked }} />
    </>
  );
}

function MoreRow({ ready, filter, ticked }: MoreProps) {
  if (ready.notShown.length === 0) return null;
  return (
    <tr class="more-row">
      <td colSpan={9}>
        {ticked === undefined ? null : <TickNotShown {...{ ready, ticked }} />}
        <ShowMore {...{ ready, filter, ticked }} />
        <NotPrinted left={ready.notShown.length} />
      </td>
    </tr>
  );
}

/** Also ticks the clean rows that are not shown: the review will show each of them. */
function TickNotShown({ ready: { from, next, notShown }, ticked }: Pick<MoreProps, 'ready' | 'ticked'>) {
  return (
    <>
      <input type="hidden" name="from" value={from ?? ''} />
      <input type="hidden" name="next" value={next ?? ''} />
      <TickBox
        name="rest"
        value="clean"
        checked={ticked === 'clean'}
        data-runs={notShown.length}
        data-net={netOf(notShown)?.toPence().toString()}
        class="tick-beyond noprint"
      >
        {`and the ${notShown.length} not shown, all clean`}
      </TickBox>
    </>
  );
}

/** With scripts the next rows are added to the table, and ticked rows stay ticked. */
function ShowMore({ ready: { from, next }, filter, ticked }: MoreProps) {
  if (next === undefined) return null;
  const query = { ...clientsOnly(filter), tick: ticked === 'none' ? 'none' : undefined, ready: next };
  const month = { year: String(filter.year), month: String(filter.period + 1) };
  return (
    <a
      class="noprint"
      href={`${boardPath(filter, query)}#ready`}
      hx-get={withQuery('/runs/ready', { ...month, ...query, from })}
      hx-target="closest tr"
      hx-swap="outerHTML"
    >
      More that are ready ›
    </a>
  );
}

/** Paper has no link to the rest, so a note under the table shows that it is not complete. */
function NotPrinted({ left }: { readonly left: number }) {
  return <span class="printonly">Without {left} more: show them in Month before you print.</span>;
}

/** Undefined if one of them has a total that the viewer may not see. */
function netOf(runs: readonly Pick<NotShown, 'totals'>[]): Money | undefined {
  const totals = runs.flatMap(({ totals }) => totals ?? []);
  return totals.length < runs.length ? undefined : Money.sum(totals.map(({ net }) => net));
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
          is="run"
          sorts
          name={{ label: 'Done' }}
          headings={[...runHeadings, 'State', 'Signed off', { screenOnly: 'Month file' }]}
        >
          {done.rows.map((row) => (
            <tr key={`${row.companyId} ${row.tag}`} data-of={row.tag}>
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
        {done.next === undefined ? null : <NotPrinted left={counts.done.runs - done.rows.length} />}
        <More
          href={done.next && `${boardPath(filter, { ...clientsOnly(filter), done: done.next })}#done`}
          words="More that is done"
        />
      </details>
    </section>
  );
}
