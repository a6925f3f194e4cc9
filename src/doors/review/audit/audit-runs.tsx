import { causesInWords, verdictWords } from '../../../audit/words.js';
import { dayInWords, shortDay } from '../../../journal/nouns/dates.js';
import type { AuditSeen } from '../../../views/company/audits.js';
import { Amount, Said } from '../frame/marks.js';
import { SetLink } from '../frame/set-link.js';
import { FiguresTable } from '../kit/figures.js';

export type Run = AuditSeen['runs'][number];

/** Never in colour alone. */
const marks: Readonly<Record<Run['verdict'], readonly [mark: string, style: string]>> = {
  right: ['✓', 'is-posted'],
  corrected: ['✓', 'is-posted'],
  wrong: ['!', 'is-held'],
  // Not ⧉, which many fonts lack.
  doubled: ['×2', 'is-held'],
  missing: ['–', 'is-held'],
  elsewhere: ['↷', 'is-ready'],
  not_judged: ['·', 'is-not_ready'],
};

export const idOf = ({ datedOn, period }: Run): string => `run-${datedOn}-${period}`;

/** The year at a glance: a mark for each pay run, which leads to its line. */
export function Strip({ runs }: { readonly runs: readonly Run[] }) {
  return (
    <ol class="audit-strip noprint" aria-label="The year">
      {runs.map((run) => {
        const [mark, style] = marks[run.verdict];
        return (
          <li key={idOf(run)}>
            <a href={`#${idOf(run)}`} title={verdictWords[run.verdict]}>
              <span class={`mark ${style}`} aria-hidden="true">
                {mark}
              </span>
              <small>{shortDay(run.datedOn)}</small>
              <span class="sr-only">: {verdictWords[run.verdict]}</span>
            </a>
          </li>
        );
      })}
    </ol>
  );
}

/** Those that differ; those that agree are told by the strip, and folded. On paper all of them are there. */
export function Runs({ runs }: { readonly runs: readonly Run[] }) {
  const agreeing = runs.filter(({ verdict }) => verdict === 'right');
  const rest = runs.filter(({ verdict }) => verdict !== 'right');
  return (
    <>
      {rest.length === 0 ? null : (
        <FiguresTable
          kind="dense cards"
          name={{ labelledBy: 'year-heading' }}
          headings={['Paid', 'Journals say', { n: 'Pounds' }, 'What', 'Journal sets']}
        >
          {rest.map((run) => (
            <RunRow key={idOf(run)} run={run} />
          ))}
        </FiguresTable>
      )}
      {agreeing.length === 0 ? null : (
        <details class="prints">
          <summary>
            Agree to payroll <span class="figure">{agreeing.length}</span>
          </summary>
          <FiguresTable
            kind="dense cards"
            name={{ label: 'Pay runs that agree to payroll' }}
            headings={['Paid', 'What', 'Journal sets']}
          >
            {agreeing.map((run) => (
              <tr key={idOf(run)} id={idOf(run)}>
                <th scope="row" class="nowrap">
                  {dayInWords(run.datedOn)}
                </th>
                <td class="wordy">{causesInWords(run)}</td>
                <SetsCell of={run} />
              </tr>
            ))}
          </FiguresTable>
        </details>
      )}
    </>
  );
}

function SetsCell({ of }: { readonly of: Run }) {
  return (
    <td class="note">
      {of.sets.map((url) => (
        <div key={url} class="nowrap">
          <SetLink url={url} />
        </div>
      ))}
    </td>
  );
}

function RunRow({ run }: { readonly run: Run }) {
  const [, style] = marks[run.verdict];
  return (
    <tr id={idOf(run)}>
      <th scope="row" class="nowrap">
        {dayInWords(run.datedOn)}
      </th>
      <td class="note">
        <span class={`state ${style}`}>{verdictWords[run.verdict]}</span>
      </td>
      {run.amount === '0.00' ? (
        <td class="n" />
      ) : (
        <Amount is="audit.wrong" at={run.datedOn} of={run.amount} label="Pounds" kind="corner" />
      )}
      <td class="wordy">
        {causesInWords(run)}
        {(run.why ?? []).map((why) => (
          <div key={why}>
            <Said>{why}</Said>
          </div>
        ))}
      </td>
      <SetsCell of={run} />
    </tr>
  );
}
