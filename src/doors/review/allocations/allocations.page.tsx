import { hasRole } from '../../../access/principal.js';
import type { PolicyEffect } from '../../../acts/companies/policy-preview.js';
import type { Company } from '../../../companies/company.js';
import type { AllocationRule } from '../../../journal/nouns/allocation-of-cost.js';
import { dayInWords } from '../../../journal/nouns/dates.js';
import type { AllocatedPerson, AllocationsView } from '../../../views/company/allocations-view.js';
import type { NamesInBooks } from '../../../views/lists/names-in-books.js';
import { ActForm, ReasonBox, TickBox } from '../kit/act-form.js';
import { DateField } from '../kit/date-box.js';
import { ClientHead } from '../frame/client-head.js';
import { Amount, Parts } from '../frame/marks.js';
import { inPart, partsOf } from '../frame/parts.js';
import { costByAccountPath, withQuery } from '../frame/paths.js';
import type { ClientPageProps } from '../frame/visit.js';
import { ProblemNote, Section } from '../kit/section.js';

import { PolicyEffectNote } from '../policy/policy-effect.js';
import { type AllocationFields, nameOf, partFields, partsShown } from './allocation-form.js';

export interface AllocationsProps extends ClientPageProps {
  readonly view: AllocationsView;
  readonly accountNames: NamesInBooks;
  /** The person whose allocation is being changed, and the contents of the form. */
  readonly chosen?: { readonly person: AllocatedPerson; readonly fields: AllocationFields };
  readonly preview?: { readonly effect?: PolicyEffect; readonly changed: boolean };
  /** Which of the people are listed, from 0. */
  readonly part: number;
}

/** The accounts that people's cost goes to, and what the tax year has cost on each account. */
export function AllocationsPage(props: AllocationsProps) {
  const { company, principal, chosen, preview, problem } = props;
  return (
    <>
      <ClientHead {...{ company, principal }} tab="settings" below="cost by account" />
      <ProblemNote problem={problem} />
      {preview === undefined ? null : <PolicyEffectNote {...props} preview={preview} pay={principal.pay} />}
      {chosen === undefined ? null : <OnePerson {...props} chosen={chosen} />}
      <People {...props} />
      <Cost {...props} />
    </>
  );
}

const pathTo = (company: Company, user: string) => withQuery(costByAccountPath(company.id), { person: user });

function People({ company, principal, view, accountNames, part }: AllocationsProps) {
  const isAdmin = hasRole(principal, 'admin');
  if (!principal.pay) return <p class="muted">Only people who may see pay are shown who is allocated.</p>;
  return (
    <Section
      id="people"
      heading="People"
      aside={<Parts label="People" part={part} parts={partsOf(view.people)} path={costByAccountPath(company.id)} />}
    >
      {view.people.length === 0 ? <p class="muted">No pay run of this client is known yet.</p> : null}
      <div class="scroll" tabIndex={0} role="group" aria-labelledby="people-heading">
        <table class="dense">
          <thead>
            <tr>
              <th scope="col">Person</th>
              <th scope="col">Where the cost goes</th>
              <th scope="col">
                <span class="sr-only">Change</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {inPart(view.people, part).map((person) => (
              <tr key={person.user}>
                <th scope="row">
                  {person.name}
                  {person.director ? ' (director)' : ''}
                </th>
                <td>
                  {person.rules.length === 0 ? <span class="muted">the usual accounts</span> : null}
                  {person.rules.map((rule) => (
                    <div key={rule.from}>{ruleInWords(rule, accountNames)}</div>
                  ))}
                </td>
                <td>{isAdmin ? <a href={pathTo(company, person.user)}>Change</a> : null}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

/** "From 6 Apr 2026: 60 % to 150 Wages, 152 Employer NI; 40 % to the usual accounts" */
function ruleInWords({ from, parts, directors }: AllocationRule, names: NamesInBooks): string {
  const words = parts.map(({ percent, accounts }) => {
    const named = [accounts.salaries, accounts.employerNics, accounts.staffPensions].filter((one) => one !== undefined);
    return `${percent} % to ${named.length === 0 ? 'the usual accounts' : [...new Set(named)].map((code) => `${code} ${names.account(code)}`.trim()).join(', ')}`;
  });
  return `From ${dayInWords(from)}: ${words.join('; ')}${directors ? ' (director’s cost meant)' : ''}`;
}

const columnWords: Readonly<Record<(typeof partFields)[number], string>> = {
  percent: 'Per cent',
  salaries: 'Salaries',
  employerNics: 'Employer NI',
  staffPensions: 'Pensions',
};

function OnePerson({ company, chosen }: AllocationsProps & Required<Pick<AllocationsProps, 'chosen'>>) {
  const { person, fields } = chosen;
  const path = costByAccountPath(company.id);
  return (
    <Section id="person" heading={person.name}>
      <p class="muted">
        Percentages sum to exactly 100. Without a nominal code the policy’s is used. Without any part the allocation
        that begins on that day ends. What is posted stays as it is.
      </p>
      <ActForm to={path} sends={{ person: person.user, version: company.policyVersion }} class="stacked">
        <DateField label="From pay date" name="from" value={fields.from} />
        <div class="scroll" tabIndex={0} role="group" aria-labelledby="person-heading">
          <table class="dense">
            <thead>
              <tr>
                {partFields.map((field) => (
                  <th key={field} scope="col">
                    {columnWords[field]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {Array.from({ length: partsShown }, (_, index) => (
                <tr key={index}>
                  {partFields.map((field) => (
                    <td key={field}>
                      <input
                        name={nameOf(field, index + 1)}
                        aria-label={`${columnWords[field]}, part ${index + 1}`}
                        inputmode="decimal"
                        maxlength={12}
                        value={fields[nameOf(field, index + 1)] ?? ''}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <TickBox name="directors" checked={fields.directors === 'yes'}>
          Even while this person is a director (directors’ remuneration is disclosed separately)
        </TickBox>
        <ReasonBox typed={fields} />
        <div>
          <button type="submit" formAction={`${path}/preview`} formNoValidate class="secondary">
            Preview
          </button>{' '}
          <button type="submit">Save</button>
        </div>
      </ActForm>
    </Section>
  );
}

function Cost({ view: { year, cost }, accountNames }: AllocationsProps) {
  return (
    <Section id="cost" heading={`Cost of ${year - 1}/${String(year).slice(2)} by account`}>
      {cost.length === 0 ? (
        <p class="muted">Nothing is in the books for this tax year, or you may not see it.</p>
      ) : (
        <table class="dense">
          <thead>
            <tr>
              <th scope="col">Account</th>
              <th scope="col" class="n">
                In the books
              </th>
            </tr>
          </thead>
          <tbody>
            {cost.map((one) => (
              <tr key={one.account}>
                <th scope="row">
                  <span class="code">{one.account}</span> {accountNames.account(one.account)}
                </th>
                <Amount is="year.account" at={`${year} ${one.account}`} of={one.amount} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}
