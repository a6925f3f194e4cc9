import { hasRole, type Principal } from '../../../access/principal.js';
import type { Guess } from '../../../acts/payrolls/receive-report.js';
import type { Company } from '../../../companies/company.js';
import { momentInWords } from '../../../ground/london.js';
import type { FilePreview } from '../../../views/company/file-preview.js';
import type { PayrollPeople } from '../../../views/company/payroll-people.js';
import { type ReceivedFile } from '../../../views/company/received-files.js';
import { fileInWords } from '../../../views/words/file-in-words.js';
import { comesAsFiles } from '../../../journal/policy/moves.js';
import type { Problem } from '../../../ground/problem.js';
import { ClientHead } from '../frame/client-head.js';
import { DateBox } from '../frame/date-box.js';
import { FiguresTable } from '../frame/figures-table.js';
import { Csrf, Said } from '../frame/marks.js';
import { companyPath, pensionsPath } from '../frame/paths.js';
import { ReasonBox } from '../frame/reason-box.js';
import { ProblemNote } from '../frame/problem-note.js';
import { ColumnsForm } from './columns-form.js';
import { PeopleForm } from './people-form.js';
import { SendingForm } from './sending-form.js';
import { LookFirst, Looked, Preview } from './file-preview.js';

export interface ClientFilesProps {
  readonly company: Company;
  readonly principal: Principal;
  readonly files: readonly ReceivedFile[];
  /** By id, those of which nothing is posted: they can be taken back. */
  readonly free: ReadonlySet<string>;
  readonly people: PayrollPeople;
  /** Of a report that was given: what its columns seem to be. */
  readonly columns?: { readonly file: string; readonly guess: Guess };
  readonly preview?: FilePreview;
  readonly problem?: Problem;
  /** As it was typed. */
  readonly paid?: string;
}

/** The payroll files that came for one client, the latest first. */
export function ClientFilesPage(props: ClientFilesProps) {
  const { company, principal, files, free, people, columns, preview, problem } = props;
  const mayAct = hasRole(principal, 'reviewer');
  return (
    <>
      <ClientHead {...{ company, principal }} tab="payroll-in">
        {mayAct ? (
          <a href="/payroll-in" class="button">
            Take in files
          </a>
        ) : undefined}
      </ClientHead>
      <Looked>
        {problem === undefined ? null : <ProblemNote problem={problem} />}
        {columns === undefined ? null : <ColumnsForm {...{ company, principal, ...columns }} />}
        {preview === undefined ? null : <Preview preview={preview} />}
      </Looked>
      {mayAct ? <PeopleForm {...{ company, principal, found: people }} /> : null}
      {comesAsFiles(company.policy) ? (
        <section aria-labelledby="pensions-heading">
          <h2 id="pensions-heading">Employer’s pensions</h2>
          <p>
            No file for HMRC says what the employer pays into pensions, so someone answers for every payroll id.{' '}
            <a href={pensionsPath(company.id)}>Who is answered for</a>
          </p>
        </section>
      ) : null}
      <SendingForm {...{ company, principal, files }} />
      {mayAct ? <Report {...props} /> : null}
      <section aria-labelledby="files-heading">
        <h2 id="files-heading">Payroll files</h2>
        {files.length === 0 ? (
          <p>Nothing was received yet. Its PAYE reference, {reference(company)}, says which files are this client’s.</p>
        ) : (
          <FiguresTable
            kind="cards"
            name={{ labelledBy: 'files-heading' }}
            headings={['File', 'What is in it', 'Received', { hidden: 'Take back' }]}
          >
            {files.map((file) => (
              <tr key={file.id}>
                <th scope="row">{file.file}</th>
                <td class="wordy" data-label="What is in it">
                  <Said>{fileInWords(file)}</Said>
                </td>
                <td data-label="Received">
                  {momentInWords(new Date(file.receivedAt))} by {file.by}
                </td>
                <td class="corner">
                  {file.withdrawnAt !== undefined ? (
                    'Taken back'
                  ) : free.has(file.id) ? (
                    mayAct && <Withdraw {...{ company, principal, file }} />
                  ) : (
                    <span class="muted">Posted, or on its way</span>
                  )}
                </td>
              </tr>
            ))}
          </FiguresTable>
        )}
      </section>
    </>
  );
}

/** A report says neither whose it is nor when it is paid: it is given here, with its pay date. */
function Report({ company, principal, paid }: Pick<ClientFilesProps, 'company' | 'principal' | 'paid'>) {
  const isKnown = company.policy.payrollColumns !== null;
  return (
    <section aria-labelledby="report-heading">
      <h2 id="report-heading">Payslip report</h2>
      <form
        method="post"
        action={`${companyPath(company.id, 'payroll-in')}/reports`}
        encType="multipart/form-data"
        class="stacked"
      >
        <Csrf token={principal.csrf} />
        <label>
          CSV or Excel workbook (XLSX), a row a person
          <input type="file" name="file" accept=".csv,.xlsx,text/csv" required />
        </label>
        <label>
          Pay date <DateBox name="paid" value={paid} />
          <small>
            Only the mapped columns of each person are kept, not the file.{' '}
            {isKnown ? '' : 'You are asked about its columns first.'}
          </small>
        </label>
        <div>
          <button type="submit">Take in</button>{' '}
          <LookFirst action={`${companyPath(company.id, 'payroll-in')}/reports`} />{' '}
          <button type="submit" name="look" value="columns" class="secondary">
            Look at its columns
          </button>
        </div>
      </form>
    </section>
  );
}

type OfFile = Pick<ClientFilesProps, 'company' | 'principal'> & { readonly file: ReceivedFile };

function Withdraw({ company, principal, file }: OfFile) {
  return (
    <form method="post" action={`${companyPath(company.id, 'payroll-in')}/${file.id}/withdraw`}>
      <Csrf token={principal.csrf} />
      <ReasonBox typed={{}} />
      <button type="submit" class="secondary">
        Take back
      </button>
    </form>
  );
}

const reference = ({ policy }: Company) => policy.controls.payeReference ?? 'which its settings lack';
