import { withoutSuffix } from '../../../journal/nouns/chart.js';
import { Money } from '../../../journal/nouns/money.js';
import { wordsOf } from '../../../journal/policy/treatments.js';
import { whyInWords } from '../../../journal/mapping/why-in-words.js';
import type { StoredLine } from '../../../record/runs/posting.entity.js';
import type { NamesInBooks } from '../../../views/names-in-books.js';
import { FiguresTable } from '../frame/figures-table.js';
import { Amount } from '../frame/marks.js';
import { runPath } from '../frame/paths.js';
import { slipId } from './run-paid.js';
import { partOf } from './run-parts.js';
import type { RunPageProps } from './run-props.js';
import { amount } from '../frame/words.js';
import { type FieldFigures, workingsOf } from './workings.js';
import { inSentence } from '../../../views/words.js';

/** The journal, line by line, each with the payslip figures it comes from. */
export function RunJournal({ view, figures, part }: RunPageProps) {
  const { mapped, postings, row } = view;
  const posted = postings.find((posting) => posting.state === 'in_books' && posting.kind === 'post');
  const lines = withSources(posted?.lines.length ? posted.lines : (mapped?.lines ?? []), mapped?.lines ?? []);
  if (lines.length === 0) return null;
  const shown = partOf(mapped?.paid ?? [], lines, part);
  const firstOf = new Set<string>();
  return (
    <section aria-labelledby="journal-heading">
      <div class="section-line">
        <h2 id="journal-heading">{posted === undefined ? 'To post' : 'Posted'}</h2>
        <span class="noprint">
          <a href={`${runPath(row)}/journal.xlsx`}>Excel</a> · <a href={`${runPath(row)}/journal.csv`}>CSV</a>
        </span>
      </div>
      <FiguresTable
        kind="dense cards"
        name={{ labelledBy: 'journal-heading' }}
        headings={['Account', 'What and why', { n: 'Dr' }, { n: 'Cr' }]}
        foot={
          <tr>
            <th scope="row" colSpan={2}>
              {shown.parts > 1 ? 'Total, all payslips' : 'Total'}
            </th>
            <Amount of={sideOf(lines, 'debit')} label="Dr" />
            <Amount of={sideOf(lines, 'credit')} label="Cr" />
          </tr>
        }
      >
        {shown.lines.map((line, index) => (
          <Line key={index} line={line} figures={figures} firstOf={firstOf} names={view.accountNames} />
        ))}
      </FiguresTable>
    </section>
  );
}

interface LineProps {
  readonly line: StoredLine;
  readonly figures: FieldFigures;
  readonly names: NamesInBooks;
  /** People who already have a line: links from the payslip lead to a person's first line. */
  readonly firstOf: Set<string>;
}

function Line({ line, figures, firstOf, names }: LineProps) {
  const whose = line.payslip ?? line.user;
  const debit = Money.parse(line.debit);
  const isFirst = whose !== undefined && !firstOf.has(whose);
  if (whose !== undefined) firstOf.add(whose);
  const code = withoutSuffix(line.category);
  return (
    <tr data-slip={whose} id={isFirst && whose !== undefined ? slipId(whose) : undefined}>
      <th scope="row">
        <span class="code">{code}</span> {names.account(code)}
      </th>
      <td class="what note">
        {line.description}
        <Why line={line} figures={figures} />
      </td>
      <td class="n corner" data-label="Dr">
        {debit.isPositive() ? amount(debit) : ''}
      </td>
      <td class="n corner" data-label="Cr">
        {debit.isNegative() ? amount(debit.negated()) : ''}
      </td>
    </tr>
  );
}

/** Why this line is there: the payslip fields of the treatment table, with their amounts when opened. */
function Why({ line, figures }: Pick<LineProps, 'line' | 'figures'>) {
  const fields = line.from ?? [];
  if (fields.length === 0 && line.why === undefined) return null;
  const workings = workingsOf(line, figures);
  const [first = '', second, ...others] = fields.map((field) => wordsOf(field));
  const named = [
    first,
    ...(second === undefined ? [] : [others.length === 0 ? inSentence(second) : `${others.length + 1} more`]),
  ].join(' and ');
  const words = [named, whyInWords(line.why ?? [])].filter((one) => one !== '').join(': ');
  if (workings.length === 0) return <span class="why">{words}</span>;
  return (
    <details class="why">
      <summary>{words}</summary>
      <dl>
        {workings.map(({ field, amount: figure }) => (
          <div key={field}>
            <dt>
              {wordsOf(field)} <code>{field}</code>
            </dt>
            <dd class="n">{amount(figure)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** A set that was found in the books does not record what its lines come from, so the mapper's equal line shows it. */
function withSources(lines: readonly StoredLine[], mapped: readonly StoredLine[]): readonly StoredLine[] {
  return lines.map((line) => {
    if (line.from !== undefined) return line;
    const same = mapped.find(
      (one) =>
        one.category === withoutSuffix(line.category) &&
        one.debit === line.debit &&
        one.description === line.description,
    );
    return { ...line, from: same?.from, payslip: same?.payslip, why: same?.why };
  });
}

export function sideOf(lines: readonly StoredLine[], side: 'debit' | 'credit'): Money {
  const amounts = lines.map((line) => Money.parse(line.debit));
  return side === 'debit'
    ? Money.sum(amounts.filter((one) => one.isPositive()))
    : Money.sum(amounts.filter((one) => one.isNegative())).abs();
}
