import type { JournalSet, SetToSend } from '../../books/journal-set.js';
import type { Content, RecordedSet, SetInBooks } from '../../journal/decide/decide.js';
import type { MappedRun } from '../../journal/mapping/mapper.js';
import { fingerprint, type Line } from '../../journal/nouns/identity.js';
import type { Journal } from '../../journal/nouns/journal.js';
import { Money } from '../../journal/nouns/money.js';
import { whyText } from '../../journal/nouns/why.js';
import type { StoredMapping } from '../../record/runs/pay-run.entity.js';
import type { Posting, StoredLine } from '../../record/runs/posting.entity.js';
import type { StoredSet } from '../../record/runs/write.entity.js';

/**
 * The forms of a set: our journal, what is sent, what the books hold, what is stored. Lines are copied field by field:
 * spreading each of them took longer than everything else here together.
 */

type ReadLine = Line & Pick<StoredLine, 'description'>;

export function storedJournal({ datedOn, description, tag, entries }: Journal): StoredSet {
  const lines = entries.map(({ category, user, debit, description, payslip, from, why }) => ({
    category,
    user,
    debit: debit.toString(),
    description,
    payslip,
    from,
    why: why?.map(whyText),
  }));
  return { datedOn, description, tag, lines };
}

export function storedSet(set: JournalSet): StoredSet {
  const lines = set.entries.map(({ category, user, debit, description }) => ({
    category,
    user,
    debit: debit.toString(),
    description,
  }));
  return { datedOn: set.datedOn ?? '', description: set.description, tag: set.tag ?? '', lines };
}

export function linesOf(lines: readonly StoredLine[]): readonly ReadLine[] {
  return lines.map(({ category, user, debit, description }) => ({
    category,
    user,
    debit: Money.parse(debit),
    description,
  }));
}

export function contentOf({ datedOn, lines }: Pick<StoredSet, 'datedOn' | 'lines'>): Content {
  const read = linesOf(lines);
  return { datedOn, lines: read, fingerprint: fingerprint(datedOn, read) };
}

export function toSend({ datedOn, description, tag, lines }: StoredSet): SetToSend {
  const entries = linesOf(lines).map(({ category, user, debit, description }) => ({
    category,
    user,
    debit,
    description,
  }));
  return { datedOn, description, tag, entries };
}

export function recordedSet(posting: Readonly<Posting>): RecordedSet {
  const { kind, generation, journalSet, tag, origin, fingerprint, datedOn, lines, postAgain } = posting;
  return { kind, generation, url: journalSet, tag, origin, fingerprint, datedOn, lines: linesOf(lines), postAgain };
}

export function setInBooks(set: JournalSet, { kind, generation }: Pick<SetInBooks, 'kind' | 'generation'>): SetInBooks {
  const lines = set.entries.map(({ category, user, debit }) => ({ category, user, debit }));
  const datedOn = set.datedOn ?? '';
  return {
    kind,
    generation,
    url: set.url,
    tag: set.tag ?? '',
    datedOn,
    lines,
    fingerprint: fingerprint(datedOn, lines),
  };
}

/** The service does not know which payslip a line came from; the write that made the set does. */
export function withSources(stored: StoredSet, own: readonly StoredLine[]): StoredSet {
  const left = new Map<string, StoredLine[]>();
  for (const line of own) {
    const same = left.get(keyOf(line));
    if (same) same.push(line);
    else left.set(keyOf(line), [line]);
  }
  const lines = stored.lines.map((line) => {
    const source = left.get(keyOf(line))?.shift();
    if (!source) return line;
    const { category, user, debit, description } = line;
    const { payslip, from, why } = source;
    return { category, user, debit, description, payslip, from, why };
  });
  return { ...stored, lines };
}

/** Both amounts were written by `Money`, which has one way to write an amount. */
const keyOf = ({ description, debit }: StoredLine) => `${debit} ${description}`;

export type LongPart = Omit<StoredMapping, 'holds' | 'warnings'>;

/** What a row keeps of a mapping: the part that stays as it was mapped. */
export function longPart(mapped: MappedRun): LongPart {
  const journal = mapped.journal && storedJournal(mapped.journal);
  return {
    outcome: mapped.outcome,
    datedOn: mapped.payRun.datedOn,
    description: journal?.description ?? '',
    lines: journal?.lines ?? [],
    paid: mapped.people.map((one) => ({
      user: one.user,
      name: one.name,
      role: one.role ?? '',
      director: one.director,
      gross: one.gross.toString(),
      tax: one.tax.toString(),
      employeeNi: one.employeeNi.toString(),
      employerNi: one.employerNi.toString(),
      pension: one.employeePension.toString(),
      net: one.net.toString(),
    })),
  };
}
