import { Person, PersonName } from '../../access/person.entity.js';
import { momentInWords } from '../../ground/london.js';
import { type Problem, problem } from '../../ground/problem.js';
import type { ReadRows } from '../../ground/rows.js';
import { namesOf } from '../../record/actors.js';
import { jsonHash } from '../../record/json-hash.js';
import { LogEntry } from '../../record/log/log-entry.entity.js';
import type { Who } from '../act.js';
import type { NotYet } from '../acting.js';
import { type Asked, mayBeDone } from './two-administrators.js';

/**
 * Something two administrators must ask for: the first is told who else can, and it is done when the second asks the
 * same.
 */
export interface Asking {
  readonly who: Who;
  /** The chain that keeps the request. */
  readonly companyId: string;
  /** Everything it would change, before and after: once that differs, it is another question. */
  readonly change: readonly unknown[];
  /** In words: "one pair of eyes for Elm Ltd". */
  readonly words: string;
  /** For the log, which names no one; the words, if absent. */
  readonly logged?: string;
  /** No one is asked about themselves. */
  readonly about?: string;
}

/** Undefined if it may be done now; else the line that keeps who has asked, and what they are told. */
export async function toBeAskedAgain(rows: ReadRows, now: Date, asking: Asking): Promise<NotYet | undefined> {
  const { who, companyId, words, logged = words, about } = asking;
  const ref = jsonHash(asking.change);
  const others = await otherAdmins(rows, { who, about });
  // At the terminal anyone may claim to be anyone, so it counts only where there is no other person.
  const terminal = (await adminsOf(rows)).length === 0 ? atTerminal : undefined;
  const me = who.person ?? (who.trigger === 'command' ? terminal : undefined);
  if (me === undefined) throw unknownPerson(words, who);
  const asked = await askedBefore(rows, { companyId, ref, terminal });
  const verdict = mayBeDone({ me, others: others.map(({ id }) => id), asked, now });
  if (verdict.may) return undefined;
  const names = others.map(({ name }) => name).join(', ');
  const todo =
    verdict.from === undefined
      ? `${names} can: it is done when one of them asks the same within a week.`
      : `There is no other administrator. Ask again from ${momentInWords(verdict.from)}: then a day has passed.`;
  const detail = `${words}: two administrators must ask for it. You have asked; nothing has changed yet.`;
  return {
    line: { companyId, act: 'ask_admin', outcome: 'asked', ref, answer: logged },
    problem: problem('second-administrator-needed', { detail, todo }),
  };
}

const adminsOf = (rows: ReadRows) => rows.findBy(Person, { role: 'admin', active: true });

/** Administrators of all companies who may sign in, but for the one who asks and the one it is about. */
export async function otherAdmins(
  rows: ReadRows,
  { who, about }: { readonly who: Pick<Who, 'person'>; readonly about?: string },
): Promise<readonly Person[]> {
  return (await adminsOf(rows)).filter(({ id, companies }) => id !== who.person && id !== about && companies === null);
}

const atTerminal = 'terminal';

interface AskedBefore {
  readonly companyId: string;
  readonly ref: string;
  readonly terminal: string | undefined;
}

function unknownPerson(words: string, { actor }: Who): Problem {
  return problem('unknown-pair-of-eyes', {
    detail: `${words}: two administrators must ask for it, and "${actor}" is not a person here.`,
    todo: 'Sign in as yourself, or use a token that is yours; at the terminal, add yourself or name your user: `counterfoil people change NAME --login USER`.',
  });
}

async function askedBefore(rows: ReadRows, { companyId, ref, terminal }: AskedBefore): Promise<readonly Asked[]> {
  const entries = await rows.findBy(LogEntry, { companyId, act: 'ask_admin', ref });
  const names = await namesOf(
    rows,
    entries.map(({ actor }) => actor),
  );
  const asked: Asked[] = [];
  for (const { actor, trigger, at } of entries) {
    const name = names.get(actor) ?? actor;
    const known = await rows.findOneBy(PersonName, { name });
    const by = known?.personId ?? (trigger === 'command' ? terminal : undefined);
    if (by !== undefined) asked.push({ by, at });
  }
  return asked;
}
