import type { Table } from '../../evidence/chapter.js';
import { inThousands } from '../../journal/money.js';
import type { ProblemDetails } from '../../ground/problem.js';
import { dayInWords } from '../../journal/dates.js';
import { ProblemNote } from '../frame/problem-note.js';

interface ClientProps {
  readonly company: string;
  readonly month: string;
  readonly statement: string;
  readonly payments: Table;
  readonly path: string;
  readonly problem?: ProblemDetails;
}

/** What a client sees by the link: the payments of one month, and nothing else. */
export function ClientPage({ company, month, statement, payments, path, problem }: ClientProps) {
  return (
    <section class="client-approval">
      <h1>{company}</h1>
      <p>{month}</p>
      {problem === undefined ? null : <ProblemNote problem={problem} />}
      <div class="scroll" tabIndex={0} role="group" aria-label="Payments">
        <table class="figures">
          <thead>
            <tr>
              <th scope="col">To</th>
              <th scope="col">What</th>
              <th scope="col">By</th>
              <th scope="col" class="n">
                £
              </th>
            </tr>
          </thead>
          <tbody>
            {payments.rows.map((row, at) => (
              <tr key={at}>
                <th scope="row">{row.to}</th>
                <td>{row.what}</td>
                <td class="nowrap">{row.by ? dayInWords(row.by) : ''}</td>
                <td class="n">{inThousands(row.amount ?? '0.00')}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={3}>
                Total
              </th>
              <td class="n">{inThousands(payments.totals?.amount ?? '0.00')}</td>
            </tr>
          </tfoot>
        </table>
      </div>
      <form method="post" action={path} class="stacked">
        <fieldset>
          <legend>Your answer</legend>
          <label>
            <input type="radio" name="answer" value="approved" required /> {statement}
          </label>
          <label>
            <input type="radio" name="answer" value="query" /> I have a query.
          </label>
        </fieldset>
        <label>
          Your name
          <input type="text" name="name" required maxLength={100} autocomplete="name" />
        </label>
        <label>
          Words (needed for a query)
          <textarea name="words" rows={3} maxLength={1000} />
        </label>
        <button type="submit">Send my answer</button>
      </form>
    </section>
  );
}

export function ClientThanks({ company }: { readonly company: string }) {
  return (
    <section class="client-approval">
      <h1>Thank you</h1>
      <p>Your answer for {company} has been recorded. You may close this page.</p>
    </section>
  );
}

interface AskedProps {
  readonly company: string;
  readonly month: string;
  readonly url: string;
  readonly until: string;
}

/** The link is shown once, because it is not stored. */
export function ClientAskedPage({ company, month, url, until }: AskedProps) {
  return (
    <section class="client-approval">
      <h1>Link for the client</h1>
      <p>
        {company}, {month}. Send this link to the client: anybody who opens it sees the payments of that month, and can
        approve them or send a query, until {until}. It is shown only once.
      </p>
      <p>
        <code>{url}</code>
      </p>
    </section>
  );
}
