import { randomUUID } from 'node:crypto';
import { payRefused } from '../../access/refusals.js';
import { randomSecret, secretHash } from '../../access/secret.js';
import type { Company } from '../../companies/company.js';
import { monthTagOf } from '../../journal/nouns/identity.js';
import { ClientApproval } from '../../record/client-approval.entity.js';
import { isPaidByPayroll, monthFingerprint, readFigures } from '../../record/runs/month-figures.js';
import { type Problem, problem } from '../../ground/problem.js';
import type { ReadRows, Rows } from '../../ground/rows.js';
import type { Who } from '../act.js';
import { acting, type Line, type Logging } from '../acting.js';

const linkDays = 14;
export const dayMs = 86_400_000;

interface Asking extends Month {
  readonly who: Who;
  /** Whether the asker may see each person's pay. */
  readonly pay: boolean;
  readonly publicUrl: string;
}

interface Month {
  readonly year: number;
  readonly period: number;
}

export interface AskedClient {
  readonly url: string;
  readonly expiresAt: Date;
}

/** A link for the client: it shows the payments of one month, and a button on its page answers. */
export async function askClient(
  { database, log }: Logging,
  company: Company,
  { who, pay, publicUrl, ...month }: Asking,
): Promise<AskedClient> {
  if (!pay) throw payRefused({ name: who.actor });
  const { value } = await acting({ database, log }, who, async (rows) => {
    const link = newLink(await database.now(rows), publicUrl);
    const fingerprint = await figuresToApprove(rows, company, month);
    const by = { askedBy: who.actor, askedThrough: who.trigger };
    return { value: link, line: await keepLink(rows, company, { ...month, ...by, link, fingerprint }) };
  });
  return { url: value.url, expiresAt: value.expiresAt };
}

export interface NewLink extends AskedClient {
  readonly id: string;
  readonly codeHash: string;
  readonly askedAt: Date;
}

/** It opens nothing until it is kept. */
export function newLink(askedAt: Date, publicUrl: string): NewLink {
  const code = randomSecret();
  const expiresAt = new Date(askedAt.getTime() + linkDays * dayMs);
  return { id: randomUUID(), url: `${publicUrl}/client/${code}`, codeHash: secretHash(code), askedAt, expiresAt };
}

/** What a link of now is bound to. */
async function figuresToApprove(rows: ReadRows, company: Company, month: Month): Promise<string> {
  const figures = await readFigures(rows, company.id, month);
  if (!figures.runs.some((run) => run.fingerprint !== null && isPaidByPayroll(run))) throw nothingToApprove(company);
  return monthFingerprint(figures);
}

type Kept = Pick<ClientApproval, 'year' | 'period' | 'fingerprint' | 'askedBy' | 'askedThrough'> & {
  readonly link: NewLink;
};

/** Keeps it, and says so in the line that it hands back. */
export async function keepLink(
  rows: Rows,
  { id: companyId, prefix }: Company,
  { link, ...asked }: Kept,
): Promise<Line> {
  const { id, codeHash, askedAt, expiresAt } = link;
  const unanswered = { answer: null, answeredBy: null, words: null, answeredAt: null, endedAt: null };
  await rows.insert(ClientApproval, { ...asked, ...unanswered, id, companyId, codeHash, askedAt, expiresAt });
  const { year, period, fingerprint } = asked;
  const tag = monthTagOf(prefix, year, period);
  return { companyId, act: 'client_link', fingerprint, ref: id, tag, carries: [['client', id]] };
}

function nothingToApprove({ name }: Company): Problem {
  return problem('nothing-to-approve', {
    detail: `${name}: no pay run of that month has figures yet.`,
    todo: 'Sync the company when its payroll is filed, then ask.',
  });
}
