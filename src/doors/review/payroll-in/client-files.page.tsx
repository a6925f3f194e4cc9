import { hasRole, type Principal } from '../../../access/principal.js';
import type { Company } from '../../../companies/company.js';
import { momentInWords } from '../../../ground/london.js';
import { fileInWords, type ReceivedFile } from '../../../views/received-files.js';
import { ClientHead } from '../frame/client-head.js';
import { FiguresTable } from '../frame/figures-table.js';
import { Csrf } from '../frame/marks.js';
import { companyPath } from '../frame/paths.js';

interface ClientFilesProps {
  readonly company: Company;
  readonly principal: Principal;
  readonly files: readonly ReceivedFile[];
}

/** The payroll files that came for one client, the latest first. */
export function ClientFilesPage({ company, principal, files }: ClientFilesProps) {
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
                  {fileInWords(file)}
                </td>
                <td data-label="Received">
                  {momentInWords(new Date(file.receivedAt))} by {file.by}
                </td>
                <td class="corner">
                  {file.withdrawnAt === undefined
                    ? mayAct && <Withdraw {...{ company, principal, file }} />
                    : 'Taken back'}
                </td>
              </tr>
            ))}
          </FiguresTable>
        )}
      </section>
    </>
  );
}

function Withdraw({ company, principal, file }: Omit<ClientFilesProps, 'files'> & { readonly file: ReceivedFile }) {
  return (
    <form method="post" action={`${companyPath(company.id, 'payroll-in')}/${file.id}/withdraw`}>
      <Csrf token={principal.csrf} />
      <button type="submit" class="secondary">
        Take back
      </button>
    </form>
  );
}

const reference = ({ policy }: Company) => policy.controls.payeReference ?? 'which its settings lack';
