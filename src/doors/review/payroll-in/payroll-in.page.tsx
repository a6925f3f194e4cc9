import type { ProblemWords } from '../../../ground/problem.js';
import type { FilePreview } from '../../../views/company/file-preview.js';
import { type FileAnswer } from '../../../views/company/received-files.js';
import { fileInWords } from '../../../views/words/file-in-words.js';
import { FiguresTable } from '../frame/figures-table.js';
import { Csrf } from '../frame/marks.js';
import { companyPath } from '../frame/paths.js';
import { withCode } from '../frame/problem-note.js';
import { LookFirst, Looked, Preview } from './file-preview.js';

export type FileOutcome = FileAnswer | FilePreview | Refused;

interface Refused {
  readonly file: string;
  readonly outcome: 'refused';
  readonly error: Pick<ProblemWords, 'detail' | 'todo'>;
}

interface PayrollInProps {
  readonly csrf?: string;
  readonly outcomes: readonly FileOutcome[];
}

/** Where files of payroll are given, and what came of each. */
export function PayrollInPage({ csrf, outcomes }: PayrollInProps) {
  return (
    <>
      <header class="page-heading">
        <div>
          <p class="crumbs">
            <a href="/clients">Clients</a> ›
          </p>
          <h1>Payroll in</h1>
        </div>
      </header>
      <Looked>
        {outcomes.filter(isPreview).map((preview, index) => (
          <Preview key={index} preview={preview} />
        ))}
        {outcomes.every(isPreview) ? null : <Outcomes outcomes={outcomes.filter((one) => !isPreview(one))} />}
      </Looked>
      <section aria-label="Files">
        <p class="muted">
          Each file names its client by its PAYE reference. What is kept of it is what the journal needs: no addresses,
          birth dates or National Insurance numbers. The next sync works out its pay runs, and holds what has to be
          asked; until its pay is posted, a file can be taken back.
        </p>
        <form method="post" action="/payroll-in" encType="multipart/form-data" class="stacked">
          <Csrf token={csrf} />
          <label>
            What payroll sends to HMRC (FPS and EPS), of any clients
            <input type="file" name="file" accept=".xml,application/xml,text/xml" multiple required />
          </label>
          <details>
            <summary>An EPS of a year that is over, without a tax month</summary>
            <label>
              Tax month up to which its amounts run, 1 to 12
              <input name="month" inputMode="numeric" maxLength={2} autocomplete="off" />
              <small>12 if they are the whole year’s. Other files have their own.</small>
            </label>
          </details>
          <div>
            <button type="submit">Take in</button> <LookFirst action="/payroll-in" />
          </div>
        </form>
      </section>
    </>
  );
}

const isPreview = (one: FileOutcome): one is FilePreview => one.outcome === 'preview';

function Outcomes({ outcomes }: { readonly outcomes: readonly Exclude<FileOutcome, FilePreview>[] }) {
  return (
    <section aria-labelledby="outcomes-heading">
      <h2 id="outcomes-heading">Result of each file</h2>
      <FiguresTable
        kind="cards"
        name={{ labelledBy: 'outcomes-heading' }}
        headings={['File', 'Client', 'What came of it']}
      >
        {outcomes.map((one, index) => (
          <tr key={index}>
            <th scope="row">{one.file}</th>
            <td data-label="Client">
              {one.outcome === 'refused' ? '' : <a href={companyPath(one.companyId, 'payroll-in')}>{one.company}</a>}
            </td>
            <td class="wordy">
              {one.outcome === 'refused' ? (
                <>Refused. {withCode(`${one.error.detail} ${one.error.todo}`)}</>
              ) : (
                takenInWords(one)
              )}
            </td>
          </tr>
        ))}
      </FiguresTable>
    </section>
  );
}

const takenInWords = (answer: FileAnswer): string =>
  `${answer.outcome === 'known' ? 'Received already, nothing was changed' : 'Taken in'}: ${fileInWords(answer)}`;
