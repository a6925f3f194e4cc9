import type { DigestChoice, roles } from '../../../access/principal.js';
import type { CompanyRow } from '../../../companies/company.entity.js';
import { Choice, Field, TickBox } from '../kit/act-form.js';

export interface PersonTyped {
  readonly name?: string | null;
  readonly email?: string | null;
  readonly login?: string | null;
  readonly role: (typeof roles)[number];
  readonly pay: boolean;
  readonly companies: readonly string[] | null;
  readonly digest?: DigestChoice;
  readonly reason?: string;
  /** Clients as they were typed, one a line. */
  readonly named?: string;
}

export type NamedCompany = Pick<CompanyRow, 'id' | 'name'>;

/** More clients than this are named rather than ticked: the boxes of 1,000 are 80 KB. */
const tickedMax = 40;

export const roleWords = {
  viewer: 'Viewer: looks, and changes nothing',
  reviewer: 'Reviewer: decides, posts and signs off',
  admin: 'Administrator: clients, policies and people too',
} as const;

const digestWords: Readonly<Record<DigestChoice, string>> = {
  never: 'None',
  daily: 'Daily, when something needs them',
  month_close: 'At month close',
};

interface FieldsProps {
  readonly typed: PersonTyped;
  readonly companies: readonly NamedCompany[];
}

/** A person's details and rights, in a form. */
export function PersonFields({ typed, companies }: FieldsProps) {
  return (
    <>
      <Field name="name" label="Name" required maxLength={200} value={typed.name ?? ''} />
      <Field name="email" label="E-mail" type="email" maxLength={200} value={typed.email ?? ''} />
      <Choice name="digest" label="E-mail digest" options={digestWords} chosen={typed.digest ?? 'never'} />
      <Choice name="role" label="Role" options={roleWords} chosen={typed.role} />
      <TickBox name="pay" value="on" checked={typed.pay}>
        Sees amounts of payroll
      </TickBox>
      <fieldset>
        <legend>Clients</legend>
        <label>
          <input type="radio" name="reach" value="all" checked={typed.companies === null} /> All, including later ones
        </label>
        <label>
          <input type="radio" name="reach" value="some" checked={typed.companies !== null} />{' '}
          {companies.length > tickedMax ? 'Only those named' : 'Only those ticked'}
        </label>
        {companies.length > tickedMax ? (
          <Named typed={typed} companies={companies} />
        ) : (
          <Ticks typed={typed} companies={companies} />
        )}
      </fieldset>
      <Field
        name="login"
        label="User name at the terminal"
        maxLength={200}
        value={typed.login ?? ''}
        hint="Commands run by this user are logged in this person’s name. Empty: none."
      />
    </>
  );
}

function Ticks({ typed, companies }: FieldsProps) {
  return (
    <div class="ticks">
      {companies.map(({ id, name }) => (
        <TickBox name="companies" value={id} checked={typed.companies?.includes(id)} key={id}>
          {name}
        </TickBox>
      ))}
    </div>
  );
}

function Named({ typed, companies }: FieldsProps) {
  const theirs = new Set(typed.companies);
  const names = companies.filter(({ id }) => theirs.has(id)).map(({ name }) => name);
  return (
    <label>
      Their clients, one a line
      <textarea name="named" rows={6} value={typed.named ?? names.join('\n')} />
      <small>By name, as Clients has it.</small>
    </label>
  );
}
