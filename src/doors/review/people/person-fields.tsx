import { type DigestChoice, digestChoices } from '../../../access/principal.js';
import { roles } from '../../../access/principal.js';
import type { CompanyRow } from '../../../companies/company.entity.js';

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

const digestWords = {
  never: 'None',
  daily: 'Daily, when something needs them',
  month_close: 'At month close',
} as const;

interface FieldsProps {
  readonly typed: PersonTyped;
  readonly companies: readonly NamedCompany[];
}

/** A person's details and rights, in a form. */
export function PersonFields({ typed, companies }: FieldsProps) {
  return (
    <>
      <label>
        Name
        <input name="name" required maxLength={200} value={typed.name ?? ''} autocomplete="off" />
      </label>
      <label>
        E-mail
        <input type="email" name="email" maxLength={200} value={typed.email ?? ''} autocomplete="off" />
      </label>
      <label>
        E-mail digest
        <select name="digest">
          {digestChoices.map((choice) => (
            <option key={choice} value={choice} selected={choice === (typed.digest ?? 'never')}>
              {digestWords[choice]}
            </option>
          ))}
        </select>
      </label>
      <label>
        Role
        <select name="role">
          {roles.map((role) => (
            <option key={role} value={role} selected={role === typed.role}>
              {roleWords[role]}
            </option>
          ))}
        </select>
      </label>
      <label>
        <input type="checkbox" name="pay" value="on" checked={typed.pay} /> Sees amounts of payroll
      </label>
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
      <label>
        User name at the terminal
        <input name="login" maxLength={200} value={typed.login ?? ''} autocomplete="off" />
        <small>Commands run by this user are logged in this person’s name. Empty: none.</small>
      </label>
    </>
  );
}

function Ticks({ typed, companies }: FieldsProps) {
  return (
    <div class="ticks">
      {companies.map(({ id, name }) => (
        <label key={id}>
          <input type="checkbox" name="companies" value={id} checked={typed.companies?.includes(id)} /> {name}
        </label>
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
