import type { FirstSteps } from '../../../companies/first-steps.js';
import { addDays, inWords, taxMonthOf, taxMonthRange, taxYearOf } from '../../../journal/nouns/dates.js';
import { DateField } from '../kit/date-box.js';
import { modesOffered } from '../frame/words.js';
import { ActForm, Choice, Field, TickBox } from '../kit/act-form.js';
import { PageHeading, Section } from '../kit/section.js';

interface FirstRunProps {
  readonly steps: FirstSteps;
  readonly today: string;
}

/** What has to be done before there is a month to show, in order. */
export function FirstRunPage({ steps, today }: FirstRunProps) {
  const { register, redirectAddress, variables, missing, set, connect, confirm, service } = steps;
  return (
    <>
      <PageHeading words="Connect your first client" />
      <Section id="register" heading="1. Register an app">
        <p>{register.replace(redirectAddress, '')}</p>
        <p>
          <code>{redirectAddress}</code>
        </p>
        <p class="muted">
          It begins with PUBLIC_URL, the address where people reach Counterfoil. The accounting service is {service}{' '}
          (ACCOUNTING_BASE_URL).
        </p>
      </Section>
      <Section id="set" heading="2. Set what it needs">
        <ul>
          {variables.map(({ name, isSet, from }) => (
            <li key={name}>
              <code>{name}</code>{' '}
              {isSet ? <span class="state is-posted">Set</span> : <span class="state is-held">Missing</span>}
              {isSet ? null : <span class="muted"> {from.replaceAll('`', '')}</span>}
            </li>
          ))}
        </ul>
        {missing.length === 0 ? null : <p>{set}</p>}
      </Section>
      <Section id="connect" heading="3. Connect">
        <p>{connect}</p>
        {missing.length === 0 ? <ConnectForm today={today} /> : <p>First set what is missing.</p>}
      </Section>
      <Section id="confirm" heading="4. Look before anything is posted">
        <p>{confirm}</p>
      </Section>
    </>
  );
}

function ConnectForm({ today }: Omit<FirstRunProps, 'steps'>) {
  const { from } = taxMonthRange(taxYearOf(today), taxMonthOf(today));
  return (
    <ActForm to="/connect" class="stacked" act="Connect">
      <Field name="name" label="Name" required maxLength={200} hint="What you call the client, or your practice." />
      <Choice
        name="mode"
        label="Mode"
        options={modesOffered}
        chosen="approve"
        hint="It can be changed at any time. Unless you choose one that posts by itself, a person sees everything before it is posted."
      />
      <DateField
        label="Cut-over: post pay runs paid from"
        name="postFrom"
        hint={`Left empty, it is ${inWords(from)}, the start of this tax month: a pay run paid ${dayAndMonth(lastOfMonth(from))} would be posted, one paid ${dayAndMonth(addDays(from, -1))} would not.`}
      />
      <TickBox name="practice" value="on">
        This is an accountancy practice: its clients are imported afterwards
      </TickBox>
    </ActForm>
  );
}

/** "31 October" */
const dayAndMonth = (date: string) => inWords(date).replace(/ \d{4}$/, '');

/** The day on which most people are paid. The 28th and four days is always in the next month. */
function lastOfMonth(date: string): string {
  const inNext = addDays(`${date.slice(0, 8)}28`, 4);
  return addDays(`${inNext.slice(0, 8)}01`, -1);
}
