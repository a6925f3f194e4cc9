import { causeWords, sentence } from '../../../audit/words.js';
import { isWrong } from '../../../audit/judged.js';
import { hasRole } from '../../../access/principal.js';
import { dayInWords, monthName, taxYearInWords } from '../../../journal/nouns/dates.js';
import { correctionsOf, reachesToNow, takeOverFrom } from '../../../views/company/audit-corrections.js';
import type { AuditKept, AuditSeen } from '../../../views/company/audits.js';
import type { NamesInBooks } from '../../../views/lists/names-in-books.js';
import { ClientHead } from '../frame/client-head.js';
import { Amount } from '../frame/marks.js';
import { auditPath, companyPath } from '../frame/paths.js';
import { SetLink } from '../frame/set-link.js';
import type { ClientPageProps } from '../frame/visit.js';
import { count, modeWords, moment } from '../frame/words.js';
import { YearLinks } from '../frame/year-links.js';
import { ActForm, type Typed } from '../kit/act-form.js';
import { FiguresTable } from '../kit/figures.js';
import { ProblemNote, Section } from '../kit/section.js';
import { Corrections, type Shown, Sides } from './audit-journals.js';
import { Runs, Strip } from './audit-runs.js';

interface AuditProps extends ClientPageProps {
  readonly kept: AuditKept | undefined;
  readonly names: NamesInBooks;
  readonly year: number;
  readonly thisYear: number;
  readonly now: Date;
  /** What was typed, and refused. */
  readonly typed?: Typed;
}

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
          {...{ kept, names, company, now, problem, typed }}
          takesOver={hasRole(principal, 'admin') && company.life === 'working'}
        />
      )}
    </>
  );
}

interface AnswerProps extends Shown, Pick<AuditProps, 'company' | 'now' | 'problem' | 'typed'> {
  readonly takesOver: boolean;
}

function Answer({ takesOver, problem, typed, kept, names, company, now }: AnswerProps) {
  const { answer, readAt } = kept;
  const corrections = correctionsOf(kept, company.policy);
  return (
    <>
      <Section id="year" heading={headOf(answer)} aside={<span class="muted">read {moment(readAt, now)}</span>}>
        {answer.runs.length === 0 ? null : (
          <>
            <Strip runs={answer.runs} />
            <Runs runs={answer.runs} />
          </>
        )}
      </Section>
      <Causes of={answer} />
      <Sides {...{ kept, names }} />
      {corrections.length === 0 ? null : (
        <Corrections
          {...{ corrections, kept, names }}
          href={`${companyPath(company.id, 'audit')}.csv?year=${answer.year}`}
        />
      )}
      <Others of={answer} />
      {takesOver ? (
        <TakeOver
          {...{ companyId: company.id, year: answer.year, from: takeOverFrom(answer, company.policy), problem, typed }}
          isLate={!reachesToNow(kept, now)}
        />
      ) : null}
      <Accounts of={answer} names={names} />
    </>
  );
}

function headOf({ runs }: AuditSeen): string {
  if (runs.length === 0) return 'No payroll was run in this year';
  const wrong = runs.filter(isWrong);
  const unjudged = runs.filter(({ verdict }) => verdict === 'not_judged').length;
  const rest = unjudged === 0 ? '' : `, ${unjudged} not judged`;
  if (wrong.length > 0)
    return `${wrong.length} of ${count(runs.length, 'pay run')} ${wrong.length === 1 ? 'differs' : 'differ'} from payroll${rest}`;
  return `${count(runs.length - unjudged, 'pay run')} ${runs.length - unjudged === 1 ? 'agrees' : 'agree'} to payroll${rest}`;
}

function Causes({ of }: { readonly of: AuditSeen }) {
  const causes = of.causes.filter(({ amount }) => amount !== '0.00');
  if (causes.length === 0) return null;
  const isAnyCorrected = causes.some(({ corrected = '0.00' }) => corrected !== '0.00');
  return (
    <Section id="causes" heading="Why">
      <FiguresTable
        kind="dense cards"
        name={{ labelledBy: 'causes-heading' }}
        headings={['Cause', { n: 'Pay runs' }, { n: 'Pounds' }, isAnyCorrected ? { n: 'Corrected later' } : undefined]}
      >
        {causes.map(({ cause, runs, amount, corrected }) => (
          <tr key={cause}>
            <th scope="row">{sentence(causeWords[cause])}</th>
            <td class="n" data-label="Pay runs">
              {runs}
            </td>
            <Amount is="audit.wrong" at={cause} of={amount} label="Pounds" />
            {isAnyCorrected ? <Amount is="audit.corrected" at={cause} of={corrected} label="Corrected later" /> : null}
          </tr>
        ))}
      </FiguresTable>
    </Section>
  );
}

interface TakeOverProps extends Pick<AuditProps, 'problem' | 'typed'> {
  readonly companyId: string;
  readonly year: number;
  readonly from: string | undefined;
  /** Someone may have posted since what was read. */
  readonly isLate: boolean;
}

/** Only from the first pay date that nothing carries: a month is never posted again. */
function TakeOver({ companyId, year, from, isLate, problem, typed }: TakeOverProps) {
  if (from === undefined) return null;
  if (isLate)
    return (
      <Section id="take-over" heading="Take over from here" class="noprint">
        <p>
          What others posted since this audit was made, or in a later tax year, is not in it. Audit the present year
          first: the pay runs that would be ours begin after the last one that anything in the books carries.
        </p>
      </Section>
    );
  return (
    <Section id="take-over" heading="Take over from here" class="noprint">
      <ProblemNote problem={problem} />
      <p>
        Pay runs paid from {dayInWords(from)} on would be posted here, each after someone looked at it (mode “
        {modeWords.approve}”). Earlier ones stay as they are: what is wrong with them is corrected, and never posted
        again.
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
      <FiguresTable
        kind="dense cards"
        name={{ labelledBy: 'other-heading' }}
        headings={['Dated', 'Accounts', 'Journal set']}
      >
        {other.map(({ set, datedOn, accounts }) => (
          <tr key={set}>
            <th scope="row" class="nowrap">
              {dayInWords(datedOn)}
            </th>
            <td class="note">{[...new Set(accounts.map(({ account }) => account))].join(', ')}</td>
            <td class="note nowrap">
              <SetLink url={set} />
            </td>
          </tr>
        ))}
      </FiguresTable>
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
