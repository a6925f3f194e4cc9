import { withoutSuffix } from '../../../journal/nouns/chart.js';
import { Money } from '../../../journal/nouns/money.js';
import { wordsOf } from '../../../journal/policy/treatments.js';
import { whyInWords } from '../../../journal/mapping/why-in-words.js';
import type { StoredLine } from '../../../record/runs/posting.entity.js';
import { FiguresTable } from '../frame/figures-table.js';
import { Amount, Figure } from '../frame/marks.js';
import { runPath } from '../frame/paths.js';
import { slipId } from './run-paid.js';
import { partOf } from './run-parts.js';
import type { RunPageProps } from './run-props.js';
import { count } from '../frame/words.js';
import { type FieldFigures, workingsOf } from './workings.js';
import { inSentence } from '../../../views/words.js';

/** The journal by account. Each account opens to its lines, and each line to the payslip figures it comes from. */
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
      <div class="accounts">
        <p class="account" aria-hidden="true">
          <span>Account</span>
          <span class="n">Dr</span>
          <span class="n">Cr</span>
        </p>
        {byAccount(lines).map(([code, own]) => (
          <details key={code} open={lines.length <= linesOpenMax} data-of={`${row.tag} ${code}`}>
            <summary class="account">
              <span>
                <span class="code">{code}</span> {view.accountNames.account(code)}{' '}
                <small>{count(own.length, 'line')}</small>
              </span>
              <Side of={own} side="debit" />
              <Side of={own} side="credit" />
            </summary>
            <FiguresTable
              kind="dense cards"
              is="line"
              name={{ label: `Lines of ${code}` }}
              headings={['What and why', { n: 'Dr' }, { n: 'Cr' }]}
            >
              {onAccount(shown.lines, code).map((line, index) => (
                <Line key={index} line={line} figures={figures} firstOf={firstOf} />
              ))}
            </FiguresTable>
          </details>
        ))}
        <p class="account" data-of={row.tag}>
          <strong>{shown.parts > 1 ? 'Total, all payslips' : 'Total'}</strong>
          <Side of={lines} side="debit" total />
          <Side of={lines} side="credit" total />
        </p>
      </div>
    </section>
  );
}

/** A journal with this few lines fits a screen when opened. */
const linesOpenMax = 12;

function byAccount(lines: readonly StoredLine[]): readonly (readonly [string, readonly StoredLine[]])[] {
  const codes = [...new Set(lines.map(({ category }) => withoutSuffix(category)))].toSorted();
  return codes.map((code) => [code, onAccount(lines, code)]);
}

const onAccount = (lines: readonly StoredLine[], code: string): readonly StoredLine[] =>
  lines.filter(({ category }) => withoutSuffix(category) === code);

interface SideProps {
  readonly of: readonly StoredLine[];
  readonly side: 'debit' | 'credit';
  /** Of the whole journal. */
  readonly total?: boolean;
}

function Side({ of, side, total }: SideProps) {
  const sum = sideOf(of, side);
  return (
    <span class="n">
      {sum.isZero() ? null : (
        <>
          <span class="sr-only">{side} </span>
          <Figure is={total ? 'journal.total' : `journal.${side}`} of={sum} />
        </>
      )}
    </span>
  );
}

interface LineProps {
  readonly line: StoredLine;
  readonly figures: FieldFigures;
  /** People who already have a line: links from the payslip lead to a person's first line. */
  readonly firstOf: Set<string>;
}

function Line({ line, figures, firstOf }: LineProps) {
  const whose = line.payslip ?? line.user;
  const debit = Money.parse(line.debit);
  const slip = whose === undefined ? undefined : slipId(whose);
  const isFirst = slip !== undefined && !firstOf.has(slip);
  if (slip !== undefined) firstOf.add(slip);
  return (
    <tr data-slip={slip} id={isFirst ? slip : undefined}>
      <th scope="row" class="what note">
        {line.description}
        <Why line={line} figures={figures} />
      </th>
      <Sided words="Dr" of={debit} />
      <Sided words="Cr" of={debit.negated()} />
    </tr>
  );
}

/** Just empty where the amount is on the other side: a long run has hundreds of these. */
function Sided({ words, of }: { readonly words: 'Dr' | 'Cr'; readonly of: Money }) {
  if (!of.isPositive()) return <td />;
  return <Amount of={of} label={words} kind="corner" />;
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
  if (workings.length === 0)
    return (
      <span class="why" data-is={line.why && 'said'}>
        {words}
      </span>
    );
  return (
    <details class="why">
      <summary data-is={line.why && 'said'}>{words}</summary>
      <dl>
        {workings.map(({ field, amount: figure }) => (
          <div key={field}>
            <dt>{wordsOf(field)}</dt>
            <dd class="n">
              <Figure of={figure} />
            </dd>
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
