import { randomUUID } from 'node:crypto';
import { payRefused } from '../../access/refusals.js';
import { randomSecret, secretHash } from '../../access/secret.js';
import type { Company } from '../../companies/company.js';
import { monthTagOf } from '../../journal/nouns/identity.js';
import { ClientApproval } from '../../record/client-approval.entity.js';
import { monthFingerprint, readFigures } from '../../record/runs/month-figures.js';
import { type Problem, problem } from '../../ground/problem.js';
import type { Who } from '../act.js';
import { acting, type Logging } from '../acting.js';

const linkDays = 14;
const dayMs = 86_400_000;

interface Asking {
  readonly who: Who;
  /** Whether the asker may see each person's pay. */
  readonly pay: boolean;
  readonly year: number;
  readonly period: number;
  readonly publicUrl: string;
}

export interface AskedClient {
  readonly url: string;
  readonly expiresAt: Date;
}

/** A link for the client: it shows the payments of one month, and a button on its page answers. */
export async function askClient(
  { database, log }: Logging,
  company: Company,
  { who, pay, year, period, publicUrl }: Asking,
): Promise<AskedClient> {
  if (!pay) throw payRefused({ name: who.actor });
  const code = randomSecret();
  const { value } = await acting({ database, log }, who, async (rows) => {
    const figures = await readFigures(rows, company.id, { year, period });
    if (!figures.runs.some(({ fingerprint, gone }) => fingerprint !== null && !gone)) throw nothingToApprove(company);
    const askedAt = await database.now(rows);
    const expiresAt = new Date(askedAt.getTime() + linkDays * dayMs);
    const id = randomUUID();
    const fingerprint = monthFingerprint(figures);
    await rows.insert(ClientApproval, {
      id,
      companyId: company.id,
      year,
      period,
      fingerprint,
      codeHash: secretHash(code),
      askedBy: who.actor,
      askedThrough: who.trigger,
      askedAt,
      expiresAt,
      answer: null,
      answeredBy: null,
      words: null,
      answeredAt: null,
      endedAt: null,
    });
    const tag = monthTagOf(company.prefix, year, period);
    const line = { companyId: company.id, act: 'client_link', fingerprint, ref: id, tag } as const;
    return { value: { url: `${publicUrl}/client/${code}`, expiresAt }, line: { ...line, carries: [['client', id]] } };
  });
  return value;
}

function nothingToApprove({ name }: Company): Problem {
  return problem('nothing-to-approve', {
    detail: `${name}: no pay run of that month has figures yet.`,
    todo: 'Sync the company when its payroll is filed, then ask.',
  });
}
