import { OtherBooks } from './errors.js';
import type { CompanyRecord } from './ledger.js';

/** The books that were connected for a company. */
export interface OwnBooks {
  readonly booksId: string;
  /** What the service called the company then. */
  readonly booksName?: string;
}

/** Books are those of one company at one service. */
export const booksIdOf = (origin: string, { identity }: Pick<CompanyRecord, 'identity'>): string =>
  `${origin}#${identity}`;

/** Throws OtherBooks unless the company that answered is the one whose books were connected. */
export function mustBeOwn(
  who: string,
  own: OwnBooks,
  answered: { readonly origin: string; readonly record: CompanyRecord },
): void {
  const { origin, record } = answered;
  if (booksIdOf(origin, record) === own.booksId) return;
  const connected = own.booksId.slice(own.booksId.indexOf('#') + 1);
  throw new OtherBooks(who, named(own.booksName ?? who, connected), named(record.name, record.identity));
}

/** Two companies may have the same name. */
const named = (name: string, identity: string): string => `${name} (${identity} at the accounting service)`;
