import type { PolicyEffect } from '../../../acts/companies/policy-preview.js';
import type { PolicyVersion } from '../../../companies/policy-version.entity.js';
import type { NamedPerson, NamesInBooks } from '../../../views/lists/names-in-books.js';
import type { PolicyFields } from './policy-form.js';
import type { ClientPageProps } from '../frame/visit.js';

export interface PolicyProps extends ClientPageProps {
  readonly fields: PolicyFields;
  /** The effect of what was previewed and may now be saved. */
  readonly preview?: { readonly effect?: PolicyEffect; readonly changed: boolean };
  readonly people: readonly NamedPerson[];
  readonly accountNames: NamesInBooks;
  /** The company is a client of a practice, which may ask for more. */
  readonly isOfPractice: boolean;
  readonly history: readonly PolicyVersion[];
  readonly now: Date;
}
