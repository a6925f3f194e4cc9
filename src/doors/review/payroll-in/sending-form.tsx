import { hasRole } from '../../../access/principal.js';
import { momentInWords } from '../../../ground/london.js';
import { type ReceivedFile } from '../../../views/company/received-files.js';
import { fileInWords } from '../../../views/words/file-in-words.js';
import { DateField } from '../kit/date-box.js';
import { Said } from '../frame/marks.js';
import { companyPath } from '../frame/paths.js';
import { count } from '../frame/words.js';
import type { ClientPageProps } from '../frame/visit.js';
import { ActForm, TickBox } from '../kit/act-form.js';
import { Section } from '../kit/section.js';

interface SendingFormProps extends ClientPageProps {
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
    <Section id="sending" heading="Sent to HMRC by the 19th?">
      <p class="muted">
        {count(asked.length, 'file', 'files')} came here after the 19th of a month of theirs. HMRC counts what it gets
        by the 19th for that month’s payment. What it gets later never changes a payment whose day has passed: less is a
        credit for the next payment, more is due at once. Until someone says so, all count as sent in time.
      </p>
      {hasRole(principal, 'admin') ? (
        <ActForm
          to={`${companyPath(company.id, 'payroll-in')}/sent`}
          class="stacked"
          sends={{ version: company.policyVersion, until: last.receivedAt }}
          act="Save: all others were sent in time"
        >
          <fieldset>
            <legend>Sent after the 19th</legend>
            {asked.map((file) => (
              <TickBox name={`late.${file.id}`} key={file.id} class="tick">
                <span>
                  {file.file}: <Said>{fileInWords(file)}</Said>, received {momentInWords(new Date(file.receivedAt))}
                </span>
              </TickBox>
            ))}
          </fieldset>
          <DateField label="Day on which those were sent" name="on" value={undefined} />
        </ActForm>
      ) : (
        <p>An administrator says when they were sent.</p>
      )}
    </Section>
  );
}

/** The ids of the files that were ticked. */
export const lateTyped = (fields: Readonly<Record<string, string>>): readonly string[] =>
  Object.keys(fields).flatMap((name) => (name.startsWith('late.') ? [name.slice('late.'.length)] : []));
