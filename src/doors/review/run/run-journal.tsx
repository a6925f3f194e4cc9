import { withoutSuffix } from '../../../journal/nouns/chart.js';
import { Money } from '../../../journal/nouns/money.js';
import { wordsOf } from '../../../journal/policy/treatments.js';
import { whyInWords } from '../../../journal/mapping/why-in-words.js';
import type { RunState } from '../../../record/runs/run-state.js';
import type { StoredLine } from '../../../record/runs/posting.entity.js';
import { FiguresTable } from '../kit/figures.js';
import { Amount, Figure } from '../frame/marks.js';
import { runPath } from '../frame/paths.js';
import { slipId } from './run-paid.js';
import { partOf } from './run-parts.js';
import type { RunPageProps } from './run-props.js';
import { count } from '../frame/words.js';
import { Section } from '../kit/section.js';
import { type FieldFigures, workingsOf } from './workings.js';
import { inSentence } from '../../../views/words/words.js';

/** The journal by account. Each account opens to its lines, and each line to the payslip figures it comes from. */
export function RunJournal({ view, figures, part }: RunPageProps) {
  const { mapped, postings, row } = view;
  const posted = postings.find((posting) => posting.state === 'in_books' && posting.kind === 'post');
  const lines = withSources(posted?.lines.length ? posted.lines : (mapped?.lines ?? []), mapped?.lines ?? []);
  if (lines.length === 0) return null;
  const shown = partOf(mapped?.paid ?? [], lines, part);
  const accounts = byAccount(lines);
  const total = (side: Side) => Money.sum(accounts.map((one) => one[side]));
  const firstOf = new Set<string>();
  return (
    <Section
      id="journal"
      heading={posted ? 'Posted' : toPost.has(row.state) ? 'To post' : 'As payroll has it'}
      aside={
        <>
          <span class="noprint">
            <a href={`${runPath(row)}/journal.xlsx`}>Excel</a> · <a href={`${runPath(row)}/journal.csv`}>CSV</a>
          </span>
        </>
      }
    >
      <div class="accounts">
        <p class="account" aria-hidden="true">
          <span>Account</span>
          <span class="n">Dr</span>
          <span class="n">Cr</span>
        </p>
        {accounts.map(({ code, count: own, debit, credit }) => (
          <details key={code} open={lines.length <= linesOpenMax} data-of={`${row.tag} ${code}`}>
            <summary class="account">
              <span>
                <span class="code">{code}</span> {view.accountNames.account(code)} <small>{count(own, 'line')}</small>
              </span>
              <Sum of={debit} side="debit" />
              <Sum of={credit} side="credit" />
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
          <Sum of={total('debit')} side="debit" total />
          <Sum of={total('credit')} side="credit" total />
        </p>
      </div>
    </Section>
  );
}

/** What waits for an answer, was sent, or is never posted is not to be posted as it is. */
const toPost: ReadonlySet<RunState> = new Set(['ready', 'refused']);

/** A journal with this few lines fits a screen when opened. */
const linesOpenMax = 12;

type Side = 'debit' | 'credit';

/** An account's lines, and the sums of its two sides. */
interface AccountSums extends Readonly<Record<Side, Money>> {
  readonly code: string;
  readonly count: number;
}

/** Each line is read once: a journal of 2,000 people has 16,000. */
function byAccount(lines: readonly StoredLine[]): readonly AccountSums[] {
  const found = new Map<string, AccountSums>();
  for (const { category, debit: text } of lines) {
    const code = withoutSuffix(category);
    const { count, debit, credit } = found.get(code) ?? { count: 0, debit: Money.zero, credit: Money.zero };
    const amount = Money.parse(text);
    const sums = amount.isPositive() ? { debit: debit.plus(amount), credit } : { debit, credit: credit.minus(amount) };
    found.set(code, { code, count: count + 1, ...sums });
  }
  return [...found.values()].toSorted((a, b) => (a.code < b.code ? -1 : 1));
}

const onAccount = (lines: readonly StoredLine[], code: string): readonly StoredLine[] =>
  lines.filter(({ category }) => withoutSuffix(category) === code);

interface SumProps {
  readonly of: Money;
  readonly side: Side;
  /** Of the whole journal. */
  readonly total?: boolean;
}

function Sum({ of, side, total }: SumProps) {
  return (
    <span class="n">
      {of.isZero() ? null : (
        <>
          <span class="sr-only">{side} </span>
          <Figure is={total ? 'journal.total' : `journal.${side}`} of={of} />
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
  if (lines.every(({ from }) => from !== undefined)) return lines;
  const keyOf = ({ category, debit, description }: StoredLine) => JSON.stringify([category, debit, description]);
  // Of equal lines the first: of 2,000 people, so searched once.
  const known = new Map(mapped.toReversed().map((line) => [keyOf(line), line]));
  return lines.map((line) => {
    if (line.from !== undefined) return line;
    const same = known.get(keyOf({ ...line, category: withoutSuffix(line.category) }));
    return { ...line, from: same?.from, payslip: same?.payslip, why: same?.why };
  });
}

export const debitsOf = (lines: readonly StoredLine[]): Money =>
  Money.sum(lines.map((line) => Money.parse(line.debit)).filter((one) => one.isPositive()));
