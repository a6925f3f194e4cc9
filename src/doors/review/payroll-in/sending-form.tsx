import { hasRole, type Principal } from '../../../access/principal.js';
import type { Company } from '../../../companies/company.js';
import { momentInWords } from '../../../ground/london.js';
import { type ReceivedFile } from '../../../views/company/received-files.js';
import { fileInWords } from '../../../views/words/file-in-words.js';
import { DateBox } from '../frame/date-box.js';
import { Csrf, Said } from '../frame/marks.js';
import { companyPath } from '../frame/paths.js';
import { count } from '../frame/words.js';

interface SendingFormProps {
  readonly company: Company;
  readonly principal: Principal;
  readonly files: readonly ReceivedFile[];
}

/** A form takes so many fields at once. */
const askedMax = 200;

/** Once for all files that came after the 19th of their month: most were sent to HMRC in time, and only brought later. */
export function SendingForm({ company, principal, files }: SendingFormProps) {
  // Answered in the order in which they came.
  const asked = files
    .filter(({ sendingAsked }) => sendingAsked)
    .toReversed()
    .slice(0, askedMax);
  const last = asked.at(-1);
  if (last === undefined) return null;
  return (
    <section aria-labelledby="sending-heading">
      <h2 id="sending-heading">Sent to HMRC by the 19th?</h2>
      <p class="muted">
        {count(asked.length, 'file', 'files')} came here after the 19th of a month of theirs. HMRC counts what it gets
        by the 19th for that month’s payment. What it gets later never changes a payment whose day has passed: less is a
        credit for the next payment, more is due at once. Until someone says so, all count as sent in time.
      </p>
      {hasRole(principal, 'admin') ? (
        <form method="post" action={`${companyPath(company.id, 'payroll-in')}/sent`} class="stacked">
          <Csrf token={principal.csrf} />
          <input type="hidden" name="version" value={company.policyVersion} />
          <input type="hidden" name="until" value={last.receivedAt} />
          <fieldset>
            <legend>Sent after the 19th</legend>
            {asked.map((file) => (
              <label key={file.id} class="tick">
                <input type="checkbox" name={`late.${file.id}`} value="yes" />
                <span>
                  {file.file}: <Said>{fileInWords(file)}</Said>, received {momentInWords(new Date(file.receivedAt))}
                </span>
              </label>
            ))}
          </fieldset>
          <label>
            Day on which those were sent <DateBox name="on" value={undefined} />
          </label>
          <div>
            <button type="submit">Save: all others were sent in time</button>
          </div>
        </form>
      ) : (
        <p>An administrator says when they were sent.</p>
      )}
    </section>
  );
}

/** The ids of the files that were ticked. */
export const lateTyped = (fields: Readonly<Record<string, string>>): readonly string[] =>
  Object.keys(fields).flatMap((name) => (name.startsWith('late.') ? [name.slice('late.'.length)] : []));
