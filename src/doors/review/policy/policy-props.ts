import type { Principal } from '../../../access/principal.js';
import type { PolicyEffect } from '../../../acts/companies/policy-preview.js';
import type { Company } from '../../../companies/company.js';
import type { PolicyVersion } from '../../../companies/policy-version.entity.js';
import type { NamedPerson, NamesInBooks } from '../../../views/lists/names-in-books.js';
import type { Problem } from '../../../ground/problem.js';
import type { PolicyFields } from './policy-form.js';

export interface PolicyProps {
  readonly company: Company;
  readonly fields: PolicyFields;
  readonly principal: Principal;
  /** The effect of what was previewed and may now be saved. */
  readonly preview?: { readonly effect?: PolicyEffect; readonly changed: boolean };
  readonly problem?: Problem;
  readonly people: readonly NamedPerson[];
  readonly accountNames: NamesInBooks;
  readonly history: readonly PolicyVersion[];
  readonly now: Date;
}
