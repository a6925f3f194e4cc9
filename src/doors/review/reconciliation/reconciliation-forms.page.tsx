import { reasonCharactersMax } from '../../../acts/reason.js';
import type { Principal } from '../../../access/principal.js';
import type { Company } from '../../../companies/company.js';
import type { ReadingShown } from '../../../controls/show/readings.js';
import { namedWords } from '../../../record/control-words.js';
import { pathOf } from '../../../journal/nouns/pay-run.js';
import { ClientHead } from '../frame/client-head.js';
import { DateBox } from '../frame/date-box.js';
import { FiguresTable } from '../frame/figures-table.js';
import { Csrf, Said } from '../frame/marks.js';
import { companyPath } from '../frame/paths.js';
import { openHeadings, type OpenOf, OpenRow } from './open-items.js';

interface FormProps {
  readonly company: Company;
  readonly principal: Principal;
}

/** One open item, and the form that names what it is. */
export function AcceptPage({ company, principal, place, part }: FormProps & OpenOf) {
  return (
    <>
      <ClientHead {...{ company, principal }} tab="reconciliation" below="name an open item" />
      <section aria-labelledby="item-heading">
        <h2 id="item-heading">Name it, with a reason</h2>
        <FiguresTable kind="dense cards even" name={{ labelledBy: 'item-heading' }} headings={openHeadings}>
          <OpenRow place={place} part={part}>
            {part.hints.map((hint) => (
              <p key={hint} class="muted">
                <Said>{hint}</Said>
              </p>
            ))}
          </OpenRow>
        </FiguresTable>
        <form method="post" action={`${companyPath(company.id, 'reconciliation')}/accept`} class="act-line">
          <Csrf token={principal.csrf} />
          <input type="hidden" name="account" value={place.account} />
          <input type="hidden" name="user" value={place.user ?? ''} />
          <input type="hidden" name="item" value={part.id} />
          <input type="hidden" name="amount" value={part.amount} />
          <label>
            As
            <select name="as">
              {namedWords
                .filter(([value]) => place.user !== undefined || value !== 'left_on_account')
                .map(([value, words]) => (
                  <option key={value} value={value}>
                    {words}
                  </option>
                ))}
            </select>
          </label>
          <Reason />
          <button type="submit">Accept until it changes</button>
        </form>
      </section>
    </>
  );
}

/** The form for a debt from before the first pay run that we know. */
export function BringForwardPage({ company, principal, reading }: FormProps & { readonly reading: ReadingShown }) {
  return (
    <>
      <ClientHead {...{ company, principal }} tab="reconciliation" below="a debt brought forward" />
      <section aria-labelledby="debt-heading">
        <h2 id="debt-heading">A debt from before the first pay run</h2>
        <form method="post" action={`${companyPath(company.id, 'reconciliation')}/bring-forward`} class="act-line">
          <Csrf token={principal.csrf} />
          <label>
            Account
            <select name="place">
              {reading.accounts.map(({ account, user = '', name }) => (
                <option key={`${account} ${pathOf(user)}`} value={`${account} ${pathOf(user)}`.trim()}>
                  {account} {name}
                </option>
              ))}
            </select>
          </label>
          <label>
            Amount owed
            <input name="amount" required inputMode="decimal" maxLength={16} autocomplete="off" />
          </label>
          <label>
            Due, where it is to be paid
            <DateBox name="dueOn" />
          </label>
          <Reason />
          <button type="submit">Bring forward</button>
        </form>
      </section>
    </>
  );
}

function Reason() {
  return (
    <label>
      Reason, for the log
      <input name="reason" required maxLength={reasonCharactersMax} autocomplete="off" />
    </label>
  );
}
