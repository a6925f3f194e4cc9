import { hasRole } from '../../../access/principal.js';
import { dayInWords, monthInWords } from '../../../journal/nouns/dates.js';
import type { DryRun, DryRunLine } from '../../../views/words/dry-run.js';
import { inSentence } from '../../../views/words/words.js';
import { ClientHead } from '../frame/client-head.js';
import { FiguresTable } from '../kit/figures.js';
import { Said } from '../frame/marks.js';
import { companyPath } from '../frame/paths.js';
import { modeWords, moment } from '../frame/words.js';
import type { ClientPageProps } from '../frame/visit.js';
import { ActForm } from '../kit/act-form.js';
import { Section } from '../kit/section.js';

interface DryRunProps extends ClientPageProps {
  readonly found: DryRun;
  readonly now: Date;
}

/** What a sync would post and hold, and why; nothing was sent. */
export function DryRunPage({ company, found, principal, now }: DryRunProps) {
  const { lines, others, error, endedAt } = found;
  return (
    <>
      <ClientHead {...{ company, principal }} tab="connection" words={`dry run, ${moment(endedAt, now)}`} />
      {error === undefined ? null : (
        <p class="is-held">
          {error.title}. {error.detail} {error.todo}
        </p>
      )}
      <Section id="dry-run" heading={headingOf(lines)}>
        <p class="muted">
          Nothing was posted. Mode: {modeWords[company.policy.mode]}.
          {others.length === 0
            ? ''
            : ` Left as they are: ${others.map(({ words, count }) => `${count} ${inSentence(words)}`).join(', ')}.`}
        </p>
        {lines.length === 0 ? null : <Lines lines={lines} />}
      </Section>
      {hasRole(principal, 'reviewer') ? <Next company={company} /> : null}
    </>
  );
}

function headingOf(lines: readonly DryRunLine[]): string {
  const count = (...would: readonly DryRunLine['would'][]) => lines.filter((line) => would.includes(line.would)).length;
  const parts = [
    [count('post', 'amend', 'reverse', 'remove'), 'would be sent to the books'],
    [count('ready'), 'would wait for a person to post'],
    [count('held'), 'would be held'],
    [count('changed', 'drift', 'give_up'), 'need a decision'],
  ] as const;
  const words = parts.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`);
  return words.length === 0 ? 'Nothing would be posted or held' : words.join(', ');
}

function Lines({ lines }: { readonly lines: readonly DryRunLine[] }) {
  return (
    <FiguresTable
      kind="dense cards"
      name={{ labelledBy: 'dry-run-heading' }}
      headings={['Month', 'Paid', 'What', 'Would', 'Why']}
    >
      {lines.map(({ year, period, datedOn, what, would, wouldWords, why }) => (
        <tr key={`${datedOn} ${what}`}>
          <th scope="row">{monthInWords(year, period)}</th>
          <td class="nowrap" data-label="Paid">
            {dayInWords(datedOn)}
          </td>
          <td data-label="What">{what}</td>
          <td class="wordy" data-label="Would">
            <span class={`state ${needing.has(would) ? 'is-held' : ''}`}>{wouldWords}</span>
          </td>
          <td class="wordy" data-label="Why">
            <Said>{why}</Said>
          </td>
        </tr>
      ))}
    </FiguresTable>
  );
}

const needing: ReadonlySet<DryRunLine['would']> = new Set(['held', 'changed', 'drift', 'give_up']);

function Next({ company }: Pick<DryRunProps, 'company'>) {
  return (
    <ActForm to="/syncs" class="act-line noprint" sends={{ company: company.id }}>
      <button type="submit">Sync now</button>
      <button type="submit" name="dryRun" value="on" class="secondary">
        Dry run again
      </button>
      <a href={companyPath(company.id, 'settings')}>Settings</a>
    </ActForm>
  );
}
