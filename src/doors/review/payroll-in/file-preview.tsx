import type { ComponentChildren } from 'preact';
import { dayInWords, monthInWords } from '../../../journal/nouns/dates.js';
import { Money } from '../../../journal/nouns/money.js';
import {
  type FilePreview,
  outcomeInWords,
  previewInWords,
  type RemarkShown,
  type RunPreviewed,
  totalsWords,
} from '../../../views/company/file-preview.js';
import { FiguresTable } from '../frame/figures-table.js';
import { Amount, Parted, Said } from '../frame/marks.js';
import { count, joined } from '../frame/words.js';

const lookedId = 'looked';

/** What a look shows, above the form. */
export const Looked = ({ children }: { readonly children: ComponentChildren }) => (
  <div id={lookedId} aria-live="polite">
    {children}
  </div>
);

/** With a script only what it shows is replaced, and the file stays chosen. */
export function LookFirst({ action }: { readonly action: string }) {
  return (
    <button
      type="submit"
      name="look"
      value="preview"
      class="secondary"
      hx-post={action}
      hx-encoding="multipart/form-data"
      hx-select={`#${lookedId}`}
      hx-target={`#${lookedId}`}
      hx-swap="outerHTML show:top"
    >
      Look first
    </button>
  );
}

/** What a file would come to: people, totals, checks and the journal of each pay date; nothing of it is kept. */
export function Preview({ preview }: { readonly preview: FilePreview }) {
  const { file, runs, months, notes } = preview;
  return (
    <section aria-label={`What ${file} would come to`}>
      <h2>What {file} would come to</h2>
      <p>{previewInWords(preview)}</p>
      {runs.length + months.length === 0 && !preview.isKnown ? <p>No journal changes with it.</p> : null}
      {months.map(({ year, period, amounts }) => (
        <FiguresTable
          key={`${year}-${period}`}
          kind="dense cards"
          name={{ label: `Returned for ${monthInWords(year, period)}` }}
          headings={[`Returned for ${monthInWords(year, period)}`, { n: 'Until now' }, { n: 'With this file' }]}
        >
          {amounts.map(({ what, before, after }) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <Amount is="preview.returned" label="Until now" of={before} />
              <Amount is="preview.returned" label="With this file" of={after} />
            </tr>
          ))}
        </FiguresTable>
      ))}
      {runs.map((run, index) => (
        <Run key={index} run={run} />
      ))}
      <ul class="muted">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </section>
  );
}

function Run({ run }: { readonly run: RunPreviewed }) {
  const { what, datedOn, people, totals, holds, warnings } = run;
  const heading = `${what}, ${dayInWords(datedOn)}`;
  return (
    <section aria-label={heading}>
      <h3>{heading}</h3>
      <p>
        <strong>{outcomeInWords(run)}</strong>
        {people === 0 ? '' : `. ${count(people, 'person is', 'people are')} paid.`}
      </p>
      {totals === undefined ? null : (
        <p>
          <Parted
            of={joined(
              Object.entries(totalsWords).map(([name, words]) => [
                `${words} `,
                { is: 'preview.account', of: totals[name as keyof typeof totalsWords] },
              ]),
              ' · ',
            )}
          />
        </p>
      )}
      <Remarks words="To be settled" of={holds} />
      <Remarks words="Warnings" of={warnings} />
      <Accounts run={run} heading={heading} />
      <Paid run={run} heading={heading} />
    </section>
  );
}

function Remarks({ words, of }: { readonly words: string; readonly of: readonly RemarkShown[] }) {
  if (of.length === 0) return null;
  return (
    <>
      <p>{words}:</p>
      <ul>
        {of.slice(0, rowsMax).map(({ message }, index) => (
          <li key={index}>
            <Said>{message}</Said>
          </li>
        ))}
        {of.length > rowsMax ? <li>{count(of.length - rowsMax, 'more like these', 'more like these')}</li> : null}
      </ul>
    </>
  );
}

interface OfRun {
  readonly run: RunPreviewed;
  readonly heading: string;
}

function Accounts({ run: { accounts = [] }, heading }: OfRun) {
  if (accounts.length === 0) return null;
  return (
    <FiguresTable
      kind="dense cards"
      name={{ label: `Journal of ${heading}` }}
      headings={['Account', { n: 'Dr' }, { n: 'Cr' }]}
    >
      {accounts.map(({ account, name, debit }) => {
        const of = Money.parse(debit);
        return (
          <tr key={account}>
            <th scope="row">
              <span class="code">{account}</span> {name}
            </th>
            {of.isNegative() ? <td /> : <Sided label="Dr" of={debit} />}
            {of.isNegative() ? <Sided label="Cr" of={of.abs().toString()} /> : <td />}
          </tr>
        );
      })}
    </FiguresTable>
  );
}

/** A page stays small, however many are paid. */
const rowsMax = 50;

function Paid({ run: { paid = [] }, heading }: OfRun) {
  if (paid.length === 0) return null;
  return (
    <FiguresTable
      kind="dense cards"
      name={{ label: `Paid in ${heading}` }}
      headings={['Paid', { n: 'Gross' }, { n: 'Net pay' }]}
    >
      {paid.slice(0, rowsMax).map(({ name, gross, net }, index) => (
        <tr key={index}>
          <th scope="row">{name}</th>
          <Amount is="preview.gross" label="Gross" of={gross} />
          <Amount is="preview.net" label="Net pay" of={net} />
        </tr>
      ))}
      {paid.length > rowsMax ? (
        <tr>
          <th scope="row">and {paid.length - rowsMax} more</th>
          <td />
          <td />
        </tr>
      ) : null}
    </FiguresTable>
  );
}

/** On a narrow page in the corner of its card, where one of two columns is empty. */
const Sided = ({ label, of }: { readonly label: string; readonly of: string }) => (
  <Amount is="preview.account" of={of} label={label} kind="corner" />
);
