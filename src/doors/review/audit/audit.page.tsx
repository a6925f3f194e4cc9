import { causeWords, verdictWords } from '../../../audit/words.js';
import { hasRole } from '../../../access/principal.js';
import { dayInWords, monthName, taxYearInWords } from '../../../journal/nouns/dates.js';
import { Money } from '../../../journal/nouns/money.js';
import { correctionsOf, personNamed, takeOverFrom } from '../../../views/company/audit-corrections.js';
import type { AuditKept, AuditSeen } from '../../../views/company/audits.js';
import type { NamesInBooks } from '../../../views/lists/names-in-books.js';
import { ClientHead } from '../frame/client-head.js';
import { Amount, Said } from '../frame/marks.js';
import { auditPath, companyPath } from '../frame/paths.js';
import { SetLink } from '../frame/set-link.js';
import type { ClientPageProps } from '../frame/visit.js';
import { count, moment } from '../frame/words.js';
import { YearLinks } from '../frame/year-links.js';
import { ActForm, type Typed } from '../kit/act-form.js';
import { FiguresTable } from '../kit/figures.js';
import { ProblemNote, Section } from '../kit/section.js';

interface AuditProps extends ClientPageProps {
  readonly kept: AuditKept | undefined;
  readonly names: NamesInBooks;
  readonly year: number;
  readonly thisYear: number;
  readonly now: Date;
  /** What was typed, and refused. */
  readonly typed?: Typed;
}

type Run = AuditSeen['runs'][number];
type Shown = Pick<AuditProps, 'names'> & { readonly kept: AuditKept };

/** Never in colour alone. */
const marks: Readonly<Record<Run['verdict'], readonly [mark: string, style: string]>> = {
  right: ['✓', 'is-posted'],
  corrected: ['✓', 'is-posted'],
  wrong: ['!', 'is-held'],
  doubled: ['⧉', 'is-held'],
  missing: ['–', 'is-held'],
  elsewhere: ['↷', 'is-ready'],
  not_judged: ['·', 'is-not_ready'],
};

/** A year of what others posted: which journals agree to payroll, what is wrong with the others, and by how much. */
export function AuditPage({ company, principal, kept, names, year, thisYear, now, problem, typed }: AuditProps) {
  const mayRead = hasRole(principal, 'reviewer');
  return (
    <>
      <ClientHead {...{ company, principal }} tab="audit" words={taxYearInWords(year)}>
        <YearLinks
          before={year - 1}
          after={year < thisYear ? year + 1 : undefined}
          path={(other) => auditPath(company.id, other)}
        />
        {mayRead ? (
          <ActForm
            to={companyPath(company.id, 'audit')}
            sends={{ year }}
            act={kept === undefined ? `Audit ${taxYearInWords(year)}` : 'Read again'}
            button={kept === undefined ? undefined : 'secondary'}
          />
        ) : null}
      </ClientHead>
      {kept === undefined ? (
        <section>
          <p>
            {taxYearInWords(year)} was not audited yet. An audit reads payroll, the journals and the trial balance of a
            tax year, and says which journals are wrong, and by how much. It writes nothing to the books.
          </p>
        </section>
      ) : (
        <Answer
          {...{ kept, names, now, problem, typed }}
          companyId={company.id}
          takesOver={hasRole(principal, 'admin') && company.life === 'working'}
        />
      )}
    </>
  );
}

interface AnswerProps extends Shown, Pick<AuditProps, 'now' | 'problem' | 'typed'> {
  readonly companyId: string;
  readonly takesOver: boolean;
}

function Answer({ takesOver, problem, typed, kept, names, companyId, now }: AnswerProps) {
  const { answer, readAt } = kept;
  const corrections = correctionsOf(kept);
  return (
    <>
      <Section id="year" heading={headOf(answer)} aside={<span class="muted">read {moment(readAt, now)}</span>}>
        <FiguresTable
          kind="dense cards"
          name={{ labelledBy: 'year-heading' }}
          headings={['Paid', 'Journals say', { n: 'Pounds' }, 'What', 'Journal sets']}
        >
          {answer.runs.map((run) => (
            <RunRow key={`${run.datedOn} ${run.period}`} run={run} />
          ))}
        </FiguresTable>
      </Section>
      <Causes of={answer} />
      {answer.runs.map((run, index) =>
        isDifferent(run) && kept.should !== undefined ? (
          <SideBySide key={`${run.datedOn} ${run.period}`} {...{ run, index, kept, names }} />
        ) : null,
      )}
      {corrections.length === 0 ? null : (
        <Corrections
          {...{ corrections, kept, names }}
          href={`${companyPath(companyId, 'audit')}.csv?year=${answer.year}`}
        />
      )}
      <Others of={answer} />
      {takesOver ? (
        <TakeOver {...{ companyId, year: answer.year, from: takeOverFrom(answer), problem, typed }} />
      ) : null}
      <Accounts of={answer} names={names} />
    </>
  );
}

function headOf({ runs }: AuditSeen): string {
  if (runs.length === 0) return 'No payroll was run in this year';
  const wrong = runs.filter(
    ({ verdict }) => verdict !== 'right' && verdict !== 'corrected' && verdict !== 'not_judged',
  );
  const unjudged = runs.filter(({ verdict }) => verdict === 'not_judged').length;
  const rest = unjudged === 0 ? '' : `, ${unjudged} not judged`;
  if (wrong.length > 0) return `${wrong.length} of ${count(runs.length, 'pay run')} differ from payroll${rest}`;
  return `${count(runs.length - unjudged, 'pay run')} ${runs.length - unjudged === 1 ? 'agrees' : 'agree'} to payroll${rest}`;
}

function RunRow({ run }: { readonly run: Run }) {
  const [mark, style] = marks[run.verdict];
  return (
    <tr>
      <th scope="row" class="nowrap">
        {dayInWords(run.datedOn)}
      </th>
      <td>
        <span class={`state ${style}`}>
          <span aria-hidden="true">{mark} </span>
          {verdictWords[run.verdict]}
        </span>
      </td>
      {run.amount === '0.00' ? (
        <td class="n" />
      ) : (
        <Amount is="audit.wrong" at={run.datedOn} of={run.amount} label="Pounds" />
      )}
      <td class="wordy">
        {run.causes.map(({ cause }) => causeWords[cause]).join('; ')}
        {(run.why ?? []).map((why) => (
          <div key={why}>
            <Said>{why}</Said>
          </div>
        ))}
      </td>
      <td>
        {run.sets.map((url) => (
          <div key={url} class="nowrap">
            <SetLink url={url} />
          </div>
        ))}
      </td>
    </tr>
  );
}

function Causes({ of }: { readonly of: AuditSeen }) {
  const causes = of.causes.filter(({ amount }) => amount !== '0.00');
  if (causes.length === 0) return null;
  return (
    <Section id="causes" heading="Why">
      <FiguresTable
        kind="dense cards"
        name={{ labelledBy: 'causes-heading' }}
        headings={['Cause', { n: 'Pay runs' }, { n: 'Pounds' }, { n: 'Corrected later' }]}
      >
        {causes.map(({ cause, runs, amount, corrected }) => (
          <tr key={cause}>
            <th scope="row">{sentence(causeWords[cause])}</th>
            <td class="n" data-label="Pay runs">
              {runs}
            </td>
            <Amount is="audit.wrong" at={cause} of={amount} label="Pounds" />
            <Amount is="audit.corrected" at={cause} of={corrected} label="Corrected later" />
          </tr>
        ))}
      </FiguresTable>
    </Section>
  );
}

const isDifferent = ({ verdict }: Run): boolean =>
  verdict === 'wrong' || verdict === 'doubled' || verdict === 'corrected';

interface SideBySideProps extends Shown {
  readonly run: Run;
  readonly index: number;
}

/** What payroll says and what the journals have, line by line; what they have is that, and the causes. */
function SideBySide({ run, index, kept, names }: SideBySideProps) {
  const id = `run-${run.datedOn}-${run.period}`;
  const lines = sidesOf(run, kept.should?.runs[index] ?? []);
  return (
    <Section id={id} heading={`Paid ${dayInWords(run.datedOn)}: payroll and journals`}>
      <FiguresTable
        kind="dense cards"
        name={{ labelledBy: `${id}-heading` }}
        headings={['Account', { n: 'Payroll says' }, { n: 'Journals have' }, { n: 'Difference' }]}
      >
        {lines.map(({ account, user, should, found }) => {
          const difference = found.minus(should);
          const place = `${run.datedOn} ${account} ${user ?? ''}`;
          return (
            <tr key={place} class={difference.isZero() ? undefined : 'is-loud'}>
              <th scope="row">
                {account} {names.account(account)}
                {user === undefined ? '' : `, ${personNamed(names, kept.should, user)}`}
              </th>
              <Amount is="audit.should" at={place} of={should} label="Payroll says" />
              <Amount is="audit.found" at={place} of={found} label="Journals have" />
              {difference.isZero() ? (
                <td class="n" />
              ) : (
                <Amount is="audit.difference" at={place} of={difference} label="Difference" signed="plain" />
              )}
            </tr>
          );
        })}
      </FiguresTable>
    </Section>
  );
}

interface Line {
  readonly account: string;
  readonly user?: string;
  readonly should: Money;
  readonly found: Money;
}

function sidesOf({ causes }: Run, should: NonNullable<AuditKept['should']>['runs'][number]): readonly Line[] {
  const lines = new Map<string, Line>();
  const add = (account: string, user: string | undefined, more: Partial<Record<'should' | 'found', Money>>) => {
    const place = `${account} ${user ?? ''}`;
    const line = lines.get(place) ?? { account, user, should: Money.zero, found: Money.zero };
    lines.set(place, {
      ...line,
      should: line.should.plus(more.should ?? Money.zero),
      found: line.found.plus(more.found ?? Money.zero),
    });
  };
  for (const { account, user, amount } of should) {
    const said = Money.parse(amount);
    add(account, user, { should: said, found: said });
  }
  for (const { account, user, amount = '0.00' } of causes.flatMap(({ accounts }) => accounts))
    add(account, user, { found: Money.parse(amount) });
  return [...lines.values()].sort((a, b) => (a.account < b.account ? -1 : 1));
}

interface CorrectionsProps extends Shown {
  readonly corrections: ReturnType<typeof correctionsOf>;
  readonly href: string;
}

function Corrections({ corrections, kept, names, href }: CorrectionsProps) {
  return (
    <Section
      id="corrections"
      heading="Journals that would put it right"
      aside={
        <a href={href} class="button secondary">
          CSV
        </a>
      }
    >
      <p class="muted">
        Nothing here is posted: it is for the person who keeps these books. Where accounts are filed, date it on the
        first day that is open, and call it prior-year.
      </p>
      <FiguresTable
        kind="dense cards"
        name={{ labelledBy: 'corrections-heading' }}
        headings={['Account', { n: 'Debit' }, { n: 'Credit' }, 'For']}
      >
        {corrections.flatMap(({ lines }) =>
          lines.map(({ paid, account, user, amount, description }) => {
            const place = `${paid} ${account} ${user ?? ''}`;
            return (
              <tr key={place}>
                <th scope="row">
                  {account} {names.account(account)}
                  {user === undefined ? '' : `, ${personNamed(names, kept.should, user)}`}
                </th>
                {amount.isNegative() ? (
                  <td class="n" />
                ) : (
                  <Amount is="audit.debit" at={place} of={amount} label="Debit" />
                )}
                {amount.isNegative() ? (
                  <Amount is="audit.credit" at={place} of={amount.negated()} label="Credit" />
                ) : (
                  <td class="n" />
                )}
                <td class="wordy">{description}</td>
              </tr>
            );
          }),
        )}
      </FiguresTable>
    </Section>
  );
}

interface TakeOverProps extends Pick<AuditProps, 'problem' | 'typed'> {
  readonly companyId: string;
  readonly year: number;
  readonly from: string | undefined;
}

/** Only from the first pay date that nothing carries: a month is never posted again. */
function TakeOver({ companyId, year, from, problem, typed }: TakeOverProps) {
  if (from === undefined) return null;
  return (
    <Section id="take-over" heading="Take over from here" class="noprint">
      <ProblemNote problem={problem} />
      <p>
        Pay runs paid from {dayInWords(from)} on would be posted here, each after someone looked at it (mode Approve).
        Earlier ones stay as they are: what is wrong with them is corrected, and never posted again.
      </p>
      <ActForm
        to={`${companyPath(companyId, 'audit')}/take-over`}
        class="stacked"
        sends={{ year }}
        reason={typed ?? {}}
        act={`Take over from ${dayInWords(from)}`}
        button="secondary"
      />
    </Section>
  );
}

function Others({ of: { other } }: { readonly of: AuditSeen }) {
  if (other.length === 0) return null;
  return (
    <Section id="other" heading="On payroll’s accounts, and of no pay run" count={other.length}>
      <ul>
        {other.map(({ set, datedOn, accounts }) => (
          <li key={set} class="row">
            <span class="row-who">{dayInWords(datedOn)}</span>
            <span class="row-what">
              <SetLink url={set} /> {accounts.map(({ account }) => account).join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Accounts({ of: { accounts, year }, names }: { readonly of: AuditSeen; readonly names: NamesInBooks }) {
  if (accounts.length === 0) return null;
  return (
    <Section id="accounts" heading={`Each account since ${monthName(0)} ${year - 1}`}>
      <FiguresTable
        kind="dense cards"
        name={{ labelledBy: 'accounts-heading' }}
        headings={[
          'Account',
          { n: 'Payroll says' },
          { n: 'Journals have' },
          { n: 'Difference' },
          { n: 'Moved by in all', title: 'By everything: payments and bank lines too' },
        ]}
      >
        {accounts.map(({ account, should, found, moved, difference }) => (
          <tr key={account}>
            <th scope="row">
              {account} {names.account(account)}
            </th>
            <Amount is="audit.should" at={account} of={should} label="Payroll says" />
            <Amount is="audit.found" at={account} of={found} label="Journals have" />
            <Amount is="audit.difference" at={account} of={difference} label="Difference" />
            {moved === undefined ? <td /> : <Amount is="audit.moved" at={account} of={moved} label="Moved by in all" />}
          </tr>
        ))}
      </FiguresTable>
    </Section>
  );
}

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
