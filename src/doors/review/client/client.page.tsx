import type { Table } from '../../../evidence/chapter.js';
import type { ProblemDetails } from '../../../ground/problem.js';
import { dayInWords } from '../../../journal/nouns/dates.js';
import { Amount, Said } from '../frame/marks.js';
import { ProblemNote } from '../kit/section.js';
import { ActForm, Field } from '../kit/act-form.js';

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
    <section>
      <h1>{company}</h1>
      <p>{month}</p>
      <ProblemNote problem={problem} />
      <table class="payments" aria-label="Payments">
        <thead>
          <tr>
            <th scope="col">To</th>
            <th scope="col" class="n">
              £
            </th>
          </tr>
        </thead>
        <tbody>
          {payments.rows.map((row, at) => (
            <tr key={at}>
              <th scope="row">
                {row.to}
                <small>{[row.what, row.by ? `by ${dayInWords(row.by)}` : ''].filter(Boolean).join(', ')}</small>
              </th>
              <Amount is="payment" at={[row.to, row.what, row.by].join(', ')} of={row.amount ?? '0.00'} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <Amount is="payments" of={payments.totals?.amount ?? '0.00'} />
          </tr>
        </tfoot>
      </table>
      <ActForm to={path} class="stacked" act="Send my answer">
        <fieldset>
          <legend>Your answer</legend>
          <label>
            <input type="radio" name="answer" value="approved" required /> <Said>{statement}</Said>
          </label>
          <label>
            <input type="radio" name="answer" value="query" /> I have a question.
          </label>
        </fieldset>
        <Field name="name" label="Your name" type="text" required maxLength={100} autocomplete="name" />
        <label>
          Your words (needed for a question)
          <textarea name="words" rows={3} maxLength={1000} />
        </label>
      </ActForm>
    </section>
  );
}

export function ClientThanks({ company }: { readonly company: string }) {
  return (
    <section>
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
    <section>
      <h1>Link for the client</h1>
      <p>
        {company}, {month}. Send this link to the client: anyone who opens it sees the payments of that month, and can
        approve them or ask a question, until {until}. It is shown only once.
      </p>
      <p>
        <code>{url}</code>
      </p>
    </section>
  );
}
