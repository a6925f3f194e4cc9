import { reasonCharactersMax } from '../../../acts/reason.js';
import type { ReadingShown } from '../../../controls/show/readings.js';
import { namedWords } from '../../../record/control-words.js';
import { pathOf } from '../../../journal/nouns/pay-run.js';
import { ClientHead } from '../frame/client-head.js';
import { DateField } from '../kit/date-box.js';
import { FiguresTable } from '../kit/figures.js';
import { Said } from '../frame/marks.js';
import { companyPath } from '../frame/paths.js';
import type { ClientPageProps } from '../frame/visit.js';
import { ActForm, Choice, Field } from '../kit/act-form.js';
import { Section } from '../kit/section.js';
import { openHeadings, type OpenOf, OpenRow } from './open-items.js';

/** One open item, and the form that names what it is. */
export function AcceptPage({ company, principal, place, part }: ClientPageProps & OpenOf) {
  return (
    <>
      <ClientHead {...{ company, principal }} tab="reconciliation" below="name an open item" />
      <Section id="item" heading="Name it, with a reason">
        <FiguresTable kind="dense cards even" name={{ labelledBy: 'item-heading' }} headings={openHeadings}>
          <OpenRow place={place} part={part}>
            {part.hints.map((hint) => (
              <p key={hint} class="muted">
                <Said>{hint}</Said>
              </p>
            ))}
          </OpenRow>
        </FiguresTable>
        <ActForm
          to={`${companyPath(company.id, 'reconciliation')}/accept`}
          class="act-line"
          sends={{ account: place.account, user: place.user ?? '', item: part.id, amount: part.amount }}
          act="Accept until it changes"
        >
          <Choice
            name="as"
            label="As"
            options={namedWords.filter(([value]) => place.user !== undefined || value !== 'left_on_account')}
          />
          <Reason />
        </ActForm>
      </Section>
    </>
  );
}

/** The form for a debt from before the first pay run that we know. */
export function BringForwardPage({
  company,
  principal,
  reading,
}: ClientPageProps & { readonly reading: ReadingShown }) {
  return (
    <>
      <ClientHead {...{ company, principal }} tab="reconciliation" below="a debt brought forward" />
      <Section id="debt" heading="A debt from before the first pay run">
        <ActForm to={`${companyPath(company.id, 'reconciliation')}/bring-forward`} class="act-line" act="Bring forward">
          <Choice
            name="place"
            label="Account"
            options={reading.accounts.map(
              ({ account, user = '', name }) => [`${account} ${pathOf(user)}`.trim(), `${account} ${name}`] as const,
            )}
          />
          <Field name="amount" label="Amount owed" required inputMode="decimal" maxLength={16} />
          <DateField label="Due, where it is to be paid" name="dueOn" />
          <Reason />
        </ActForm>
      </Section>
    </>
  );
}

function Reason() {
  return <Field name="reason" label="Reason, for the log" required maxLength={reasonCharactersMax} />;
}
