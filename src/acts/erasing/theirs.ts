import { dayInLondon } from '../../ground/london.js';
import { pathOf } from '../../journal/nouns/pay-run.js';
import type { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { folded, isDigit, namesThem, stands } from './names-in-words.js';

/** The extent of an erasure: one person, or everyone, in some pay runs of a company. */
export interface Theirs {
  readonly companyId: string;
  readonly connectionId: string;
  /** Tags of the pay runs and adjustments that are erased from. */
  readonly tags: ReadonlySet<string>;
  /** Tags of those that pay them. */
  readonly paying: ReadonlySet<string>;
  /** The last day that is erased from. */
  readonly until: string;
  readonly everybody: boolean;
  /** As payslips have them. */
  readonly names: readonly string[];
  /** Names that contain one of theirs and mean someone else: the client's own, "Vale Ltd", and namesakes'. */
  readonly others: readonly string[];
  /** Their addresses in the books, as paths. */
  readonly paths: ReadonlySet<string>;
  /** Those of the addresses that a later pay run pays. */
  readonly stay: ReadonlySet<string>;
  /** No later pay run pays any of them, so undated entries are erased as well. */
  readonly haveAllLeft: boolean;
}

export const erased = 'erased';

export const areTheirs = ({ everybody, paths }: Theirs, url: string | null | undefined): boolean =>
  typeof url === 'string' && url !== '' && (everybody || paths.has(pathOf(url)));

/** Whether this is one of them whom no later pay run pays: what is in force no longer needs them. */
export const haveLeft = ({ paths, stay }: Theirs, url: string | null): boolean =>
  url !== null && paths.has(pathOf(url)) && !stay.has(pathOf(url));

/** Whether an entry with a date of its own is erased. */
export const isPast = ({ haveAllLeft, until }: Theirs, at: Date | string): boolean =>
  haveAllLeft || (typeof at === 'string' ? at : dayInLondon(at)) <= until;

/** Words about what is erased: if everyone is erased, all of them. */
export const areOfThem = (theirs: Theirs, words: string | null): boolean =>
  words !== null && words !== erased && (theirs.everybody || mentions(theirs, words));

export const namesIn = (people: readonly { readonly name: string }[]): readonly string[] =>
  [...new Set(people.map(({ name }) => name.trim()))].filter((name) => name !== '');

/** A client's name of a single word cannot be told from a person's. */
export const othersIn = ({ name, booksName }: { readonly name: string; readonly booksName?: string | null }) =>
  [name, booksName ?? ''].filter((one) => /\S\s+\S/.test(one));

/** Whether a text, or stored JSON, has a name or an address of theirs. */
export function mentions({ names, others, paths }: Theirs, text: string): boolean {
  if ([...paths].some((path) => stands(path, text, isDigit))) return true;
  if (names.length === 0) return false;
  const words = others.map(folded).reduce((left, other) => left.replaceAll(other, ' '), folded(text));
  return names.some((name) => namesThem(name, words));
}

/** The stored value, with their name replaced in each of its texts. */
export function withoutWords<T>(stored: T, theirs: Theirs): T {
  if (typeof stored === 'string') return (mentions(theirs, stored) ? erased : stored) as T;
  if (typeof stored !== 'object' || stored === null) return stored;
  if (Array.isArray(stored)) return stored.map((one: unknown) => withoutWords(one, theirs)) as T;
  return Object.fromEntries(
    Object.entries(stored).map(([key, value]) => [key, withoutWords<unknown>(value, theirs)]),
  ) as T;
}

/** Whether a pay run pays them. */
export const pays = ({ mapped }: Pick<PayRunRecord, 'mapped'>, theirs: Theirs): boolean =>
  mapped?.paid.some(({ user }) => areTheirs(theirs, user)) ?? false;
