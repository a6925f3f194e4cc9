import { In } from 'typeorm';
import { Person } from '../../access/person.entity.js';
import { hasRole, reaches } from '../../access/principal.js';
import type { Company } from '../../companies/company.js';
import { momentInWords } from '../../ground/london.js';
import { Problem, problem } from '../../ground/problem.js';
import type { ReadRows } from '../../ground/rows.js';
import { paidInWords } from '../../journal/nouns/pay-key.js';
import { ownWorkReviewed } from '../../views/words/own-work.js';
import type { RunRef, Who } from '../act.js';
import type { ActTools } from '../act-tools.js';
import { type TouchedRun, touchesOf } from './touches.js';
import { type Barring, isBarredBy, mayReview, type Reviewing, type MayReview } from './two-pairs-of-eyes.js';

type Tools = Pick<ActTools, 'database'>;

/** With two pairs of eyes: a Problem if someone else must do it, else what the log adds. */
export async function mustBeSecond(
  tools: Tools & Pick<ActTools, 'companies'>,
  rows: ReadRows,
  { ref, run, who, asked }: { ref: RunRef; run: TouchedRun; who: Who; asked?: Reviewing },
): Promise<string | undefined> {
  const company = await tools.companies.find(ref.company.id);
  if (company.approval === 'one') return undefined;
  if (who.person === undefined) throw unknownPerson(company, who);
  if (asked === undefined) return undefined;
  const verdict = await secondPerson(tools, rows, { company, run, who: who.person, asked });
  if (!verdict.may) throw anotherPerson(company, run, { asked, verdict });
  return verdict.ownWork ? ownWorkReviewed : undefined;
}

export async function secondPerson(
  { database }: Tools,
  rows: ReadRows,
  { company, run, who, asked }: { company: Company; run: TouchedRun; who: string; asked: Reviewing },
): Promise<MayReview> {
  const people = await rows.findBy(Person, { active: true });
  const colleagues = people.filter((one) => hasRole(one, 'reviewer') && reaches(one, company.id));
  const touches = await touchesOf(rows, { company, run, asked });
  return mayReview({ asked, who, touches, colleagues, now: await database.now(rows) });
}

/** Who brought payroll that no one else has posted yet. */
export async function broughtBy(rows: ReadRows, company: Company, run: TouchedRun): Promise<readonly string[]> {
  const touches = await touchesOf(rows, { company, run, asked: 'post' });
  const files = new Set<Barring>(['receive_file', 'withdraw_file']);
  const by = new Set(
    touches.filter((one) => files.has(one.act) && isBarredBy(one, 'post', touches)).map((one) => one.by),
  );
  const people = await rows.findBy(Person, { id: In([...by].filter((id) => id !== undefined)) });
  const names = people.map(({ name }) => name).sort();
  return by.has(undefined) ? [...names, 'a program that no one here made'] : names;
}

function unknownPerson({ name }: Company, { actor, trigger }: Who): Problem {
  const terminal = `Add yourself, or name your user: \`counterfoil people change NAME --login "${actor}"\`.`;
  return problem('unknown-pair-of-eyes', {
    detail: `${name} wants one person to decide and another to post, and "${actor}" is not a person here.`,
    todo: trigger === 'command' ? terminal : 'Sign in as yourself, or use a token that is yours.',
  });
}

const did: Readonly<Record<Barring, string>> = {
  decide: 'decided something in',
  take_back: 'took back a decision on',
  adjust: 'entered an adjustment to',
  approve: 'approved a hold of',
  recover: 'decided a recovery of',
  amend: 'amended',
  post: 'posted',
  reverse: 'reversed',
  policy: 'changed the policy of',
  move_payroll: 'moved the payroll of',
  receive_file: 'brought payroll of',
  withdraw_file: 'took back payroll of',
};

/** In words, for pages and problems alike. */
export function whoElse({ others, ownWorkFrom }: Extract<MayReview, { may: false }>): string {
  if (others.length > 0) return `${others.slice(0, 10).join(', ')} can.`;
  const from = ownWorkFrom === undefined ? '' : momentInWords(ownWorkFrom);
  return `No one else can. You may yourself, with a reason, from ${from}: then a day has passed.`;
}

function anotherPerson(
  company: Company,
  run: TouchedRun,
  { asked, verdict }: { asked: Reviewing; verdict: Extract<MayReview, { may: false }> },
): Problem {
  const act = { post: 'post it', amend: 'amend it', sign_off: 'sign it off' }[asked];
  return problem('second-person-needed', {
    detail: `${company.name}, paid ${paidInWords(run)}: you ${did[verdict.own]} this pay run, so someone else must ${act}: this needs two pairs of eyes.`,
    todo: whoElse(verdict),
  });
}
