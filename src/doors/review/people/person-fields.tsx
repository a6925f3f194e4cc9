import { type DigestChoice, digestChoices } from '../../../access/person.entity.js';
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
}

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
  readonly companies: readonly Pick<CompanyRow, 'id' | 'name'>[];
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
        <input type="checkbox" name="pay" value="on" checked={typed.pay} /> Sees what each person is paid, not only
        totals
      </label>
      <fieldset>
        <legend>Clients</legend>
        <label>
          <input type="radio" name="reach" value="all" checked={typed.companies === null} /> All, including later ones
        </label>
        <label>
          <input type="radio" name="reach" value="some" checked={typed.companies !== null} /> Only those ticked
        </label>
        <div class="ticks">
          {companies.map(({ id, name }) => (
            <label key={id}>
              <input type="checkbox" name="companies" value={id} checked={typed.companies?.includes(id)} /> {name}
            </label>
          ))}
        </div>
      </fieldset>
      <label>
        User name at the terminal
        <input name="login" maxLength={200} value={typed.login ?? ''} autocomplete="off" />
        <small>Commands run by this user are logged in this person’s name. Empty: none.</small>
      </label>
    </>
  );
}
