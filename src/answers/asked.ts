import type { RunRef, Who } from '../acts/act.js';
import { whoOf as actorAt } from '../acts/who-of.js';
import type { ActTools } from '../acts/act-tools.js';
import type { RunActName } from '../acts/run-acts.js';
import type { Company } from '../companies/company.js';
import type { Asked } from './answer.js';

// What answers have in common: the tools of acts, who acts, and the companies that are named. Loaded when it is used, for
// a command's --help needs none of it.

export async function toolsOf({ parts }: Pick<Asked, 'parts'>): Promise<ActTools> {
  const { ActTools } = await import('../acts/act-tools.js');
  return parts.get(ActTools);
}

/** As the log names them. */
export const whoOf = ({ who }: Asked): Who => actorAt(who, who.via === 'terminal' ? 'command' : 'api');

/** By id, subdomain or name, among those that they reach. */
export async function companyOf({ parts, who }: Asked, named: string): Promise<Company> {
  const { Reach } = await import('../access/reach.js');
  return parts.get(Reach).company(who, named);
}

/** Whose rows a list shows: those of the company that is named, or of all that they reach. */
export async function reachedBy({ parts, who }: Asked, named: string | undefined) {
  const { Reach } = await import('../access/reach.js');
  return parts.get(Reach).narrowed(who, named);
}

export async function companyIds<Named extends readonly string[] | null | undefined>(
  asked: Asked,
  named: Named,
): Promise<readonly string[] | null | undefined> {
  return named && Promise.all(named.map(async (one) => (await companyOf(asked, one)).id));
}

/** The company as it was read, so that the act refuses a change to anything newer. */
export const asSeen = (company: Company, { seen = company.policyVersion }: Pick<Asked, 'seen'>): Company => ({
  ...company,
  policyVersion: seen,
});

interface RunPlace {
  readonly company: string;
  readonly year: number;
  readonly period: number;
  readonly paidOn?: string;
  readonly name?: string;
}

/** A pay run by its pay date, or an adjustment by its name. */
export async function runOf(asked: Asked, { company, year, period, paidOn, name }: RunPlace): Promise<RunRef> {
  return { company: await companyOf(asked, company), year, period, paid: paidOn, adjustment: name };
}

/** takeBackPayRun: what generators make a function of. */
export function operationOf(name: RunActName, what: string): string {
  return `${name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}${what}`;
}
