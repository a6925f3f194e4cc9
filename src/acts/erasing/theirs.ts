import { dayInLondon } from '../../ground/london.js';
import { pathOf } from '../../journal/pay-run.js';
import type { PayRunRecord } from '../../record/runs/pay-run.entity.js';

/** What an erasure is about: one person's, or everybody's, of some pay runs of a company. */
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
  /** Their addresses in the books, as paths. */
  readonly paths: ReadonlySet<string>;
  /** Those of the addresses that a later pay run pays. */
  readonly stay: ReadonlySet<string>;
  /** No later pay run pays any of them, so what bears no date is erased as well. */
  readonly haveAllLeft: boolean;
}

export const erased = 'erased';

export const areTheirs = ({ everybody, paths }: Theirs, url: string | null | undefined): boolean =>
  typeof url === 'string' && url !== '' && (everybody || paths.has(pathOf(url)));

/** Whether somebody is theirs whom no later pay run pays: what is in force says nothing about them any more. */
export const haveLeft = ({ paths, stay }: Theirs, url: string | null): boolean =>
  url !== null && paths.has(pathOf(url)) && !stay.has(pathOf(url));

/** Whether what bears a date of its own is erased. */
export const isPast = ({ haveAllLeft, until }: Theirs, at: Date | string): boolean =>
  haveAllLeft || (typeof at === 'string' ? at : dayInLondon(at)) <= until;

/** Words that were said of what is erased: everybody's are all. */
export const areOfThem = (theirs: Theirs, words: string | null): boolean =>
  words !== null && words !== erased && (theirs.everybody || mentions(theirs, words));

/** Whether a text, or what is stored as JSON, has a name or an address of theirs. */
export const mentions = ({ names, paths }: Theirs, text: string): boolean =>
  names.some((name) => namesThem(name, text)) || [...paths].some((path) => stands(path, text, isDigit));

/** By the whole name, or by the surname as a word of its own: a note has "Vale rang". */
const namesThem = (name: string, text: string): boolean =>
  stands((name.split(/\s+/).at(-1) ?? name).toLowerCase(), text.toLowerCase(), isOfWord);

const isDigit = (character: string): boolean => /\d/.test(character);
const isOfWord = (character: string): boolean => /[\p{L}\d]/u.test(character);

/** Whether it stands anywhere in a text as a whole: next to nothing that goes on with it. */
function stands(part: string, text: string, goesOn: (character: string) => boolean): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const [before, after] = [text.charAt(at - 1), text.charAt(at + part.length)];
    if (!goesOn(before) && !goesOn(after)) return true;
  }
  return false;
}

/** Whether a pay run pays them. */
export const pays = ({ mapped }: Pick<PayRunRecord, 'mapped'>, theirs: Theirs): boolean =>
  mapped?.paid.some(({ user }) => areTheirs(theirs, user)) ?? false;
