import { hasRole } from '../../access/principal.js';
import { Money } from '../../journal/money.js';
import { wordsOf } from '../../journal/treatments.js';
import type { Ready } from '../../views/board-lists.js';
import type { RunState } from '../../record/pay-run.entity.js';
import type { HmrcTie } from '../../views/tie.js';
import type { BoardProps } from './board-props.js';
import { Amount, Csrf, More, State } from '../frame/marks.js';
import { monthFilePath } from '../frame/month-file-links.js';
import { boardPath, runPath } from '../frame/paths.js';
import { amount, monthName, shortDay, warningWords } from '../frame/words.js';

/** What a person posts, one by one or all at once: each tick carries the content that was seen. */
export function ReadyList({ month, filter, principal }: BoardProps) {
  const { rows, next } = month.ready;
  const posts = hasRole(principal, 'reviewer');
  const clean = rows.filter((row) => row.clean);
  const net = principal.pay ? Money.sum(clean.flatMap((row) => (row.totals ? [row.totals.net] : []))) : undefined;
  return (
    <section id="ready" aria-labelledby="ready-heading">
      <form method="post" action="/runs/post" data-picks>
        <Csrf token={principal.csrf} />
        <input type="hidden" name="year" value={filter.year} />
        <input type="hidden" name="month" value={filter.period + 1} />
        <div class="section-line">
          <h2 id="ready-heading">
            Ready <span class="figure">{month.counts.ready.runs}</span>
          </h2>
          {posts && net !== undefined ? (
            <p class="sum">
              all clean ones are ticked · net <output data-picked-net>{net.inPounds()}</output>
            </p>
          ) : null}
        </div>
        <div class="scroll" tabIndex={0} role="group" aria-labelledby="ready-heading">
          <table class="figures">
            <thead>
              <tr>
                {posts ? (
                  <th scope="col">
                    <span class="sr-only">Post</span>
                  </th>
                ) : null}
                <th scope="col">Company</th>
                <th scope="col">Paid</th>
                <th scope="col" class="n">
                  Payslips
                </th>
                <th scope="col" class="n">
                  Gross
                </th>
                <th scope="col" class="n">
                  Net
                </th>
                <th scope="col" class="n">
                  HMRC
                </th>
                <th scope="col" class="n">
                  vs {monthName((filter.period + 11) % 12).slice(0, 3)}
                </th>
                <th scope="col">To note</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <ReadyRow key={`${row.companyId} ${row.tag}`} row={row} posts={posts} />
              ))}
            </tbody>
          </table>
        </div>
        {posts ? (
          <div class="act-line">
            <label>
              Reason, for the log
              <input name="reason" required maxLength={500} value="Reviewed on the board" autocomplete="off" />
            </label>
            <button type="submit">
              Review and post <span data-picked-count>{clean.length}</span>
            </button>
          </div>
        ) : null}
      </form>
      <More href={next && boardPath(filter, { search: filter.search, ready: next })} words="More that is ready" />
    </section>
  );
}

function ReadyRow({ row, posts }: { readonly row: Ready; readonly posts: boolean }) {
  const { totals } = row;
  return (
    <tr>
      {posts ? (
        <td>
          <input
            type="checkbox"
            name="runs"
            value={JSON.stringify([row.companyId, row.tag, row.fingerprint])}
            checked={row.clean}
            data-net={totals?.net.toPence().toString()}
            aria-label={`Post ${row.company}, paid ${shortDay(row.datedOn)}`}
          />
        </td>
      ) : null}
      <th scope="row">
        <a href={runPath(row)}>{row.company}</a>
      </th>
      <td class="nowrap">{shortDay(row.datedOn)}</td>
      <td class="n">{row.payslips}</td>
      <Amount of={totals?.gross} />
      <Amount of={totals?.net} />
      <td class="n">
        {totals ? amount(totals.taxAuthority) : '–'}
        <TieMark tie={row.tie} />
      </td>
      <td class="n">{row.totals && row.grossBefore ? percent(row.totals.gross, row.grossBefore) : ''}</td>
      <td>
        {[
          ...row.newPay.map((field) => `new: ${wordsOf(field).toLowerCase()}`),
          ...row.warningCodes.map(warningOf),
        ].join(' · ')}
      </td>
    </tr>
  );
}

const warningOf = (code: string) => `⚠ ${warningWords[code] ?? code.replaceAll('_', ' ')}`;

function TieMark({ tie }: { readonly tie?: HmrcTie }) {
  if (tie?.verdict === 'agrees') return <Mark words="agrees with HMRC" sign="✓" state="posted" />;
  if (tie?.verdict === 'explained')
    return <Mark words="agrees with HMRC, recovered pay explains it" sign="✓" state="posted" />;
  if (tie?.verdict === 'cannot_tell')
    return <Mark words="nothing due to HMRC: recovered pay cannot be checked" sign="?" state="not_ready" />;
  if (tie?.verdict === 'unexplained') return <Mark words="differs from HMRC" sign="≠" state="held" />;
  return null;
}

function Mark({ words, sign, state }: { readonly words: string; readonly sign: string; readonly state: RunState }) {
  return (
    <span class={`tie is-${state}`} role="img" aria-label={words} title={words}>
      {` ${sign}`}
    </span>
  );
}

/** "+1.2%"; gross pay only changes the picture, so one decimal is enough. */
function percent(now: Money, before: Money): string {
  if (before.isZero()) return '';
  const tenths = Number(((now.toPence() - before.toPence()) * 1000n) / before.toPence());
  if (tenths === 0) return '=';
  return `${tenths > 0 ? '+' : '−'}${(Math.abs(tenths) / 10).toFixed(1)}%`;
}

export function DoneList({ month, filter, places }: BoardProps) {
  const { done, counts } = month;
  return (
    <section id="done">
      <details open={places.done !== undefined || counts.done.runs <= 5}>
        <summary>
          <h2>
            Done <span class="figure">{counts.done.runs}</span>
          </h2>
          <span class="sum">
            {counts.done.unsigned === 0 ? 'all signed off' : `${counts.done.unsigned} await sign-off`}
          </span>
        </summary>
        <div class="scroll" tabIndex={0} role="group" aria-label="Done">
          <table class="figures">
            <thead>
              <tr>
                <th scope="col">Company</th>
                <th scope="col">Paid</th>
                <th scope="col" class="n">
                  Payslips
                </th>
                <th scope="col" class="n">
                  Gross
                </th>
                <th scope="col" class="n">
                  Net
                </th>
                <th scope="col" class="n">
                  HMRC
                </th>
                <th scope="col">State</th>
                <th scope="col">Signed off</th>
                <th scope="col" class="noprint">
                  Month file
                </th>
              </tr>
            </thead>
            <tbody>
              {done.rows.map((row) => (
                <tr key={`${row.companyId} ${row.tag}`}>
                  <th scope="row">
                    <a href={runPath(row)}>{row.company}</a>
                  </th>
                  <td class="nowrap">{shortDay(row.datedOn)}</td>
                  <td class="n">{row.payslips}</td>
                  <Amount of={row.totals?.gross} />
                  <Amount of={row.totals?.net} />
                  <Amount of={row.totals?.taxAuthority} />
                  <td>
                    <State state={row.state} />
                  </td>
                  <td>{row.signedOffBy ?? ''}</td>
                  <td class="noprint">
                    <a href={monthFilePath(row, 'zip')} download>
                      ZIP<span class="sr-only"> of {row.company}</span>
                    </a>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <More
          href={done.next && `${boardPath(filter, { search: filter.search, done: done.next })}#done`}
          words="More that is done"
        />
      </details>
    </section>
  );
}
