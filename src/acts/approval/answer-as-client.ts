import { IsNull } from 'typeorm';
import { secretHash } from '../../access/secret.js';
import type { Company } from '../../companies/company.js';
import { monthTagOf } from '../../journal/nouns/identity.js';
import { ClientApproval } from '../../record/client-approval.entity.js';
import { decidedUntilNow } from '../../record/decided.js';
import { monthFingerprint, readFigures } from '../../record/runs/month-figures.js';
import { clientLinkState } from '../../views/company/client-links.js';
import { endOtherLinks } from './withdraw-client-link.js';
import { type Problem, problem } from '../../ground/problem.js';
import type { ReadRows, Rows } from '../../ground/rows.js';
import { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import type { Message } from '../../record/messages/outbox.js';
import type { ActTools, CompanyTools, RunTools } from '../act-tools.js';
import { acting } from '../acting.js';

/** How the log names a client, who is not a person here. */
export const clientActor = (name: string): string => `client: ${name}`;

export interface ClientAnswer {
  readonly answer: 'approved' | 'query';
  readonly name: string;
  readonly words: string;
}

/** What a link is about. Looking does not use it up, since mail scanners look too. */
export async function clientAsked(
  { database, companies }: Pick<CompanyTools, 'database' | 'companies'>,
  code: string,
): Promise<{ readonly asked: ClientApproval; readonly company: Company }> {
  const asked = await database.read((rows) => open(rows, code, database.clock.now()));
  return { asked, company: await companies.find(asked.companyId) };
}

/** Uses the link up, once, for the figures that it showed. */
export async function answerAsClient(
  { database, companies, decisions, log, outbox }: CompanyTools & Pick<ActTools, 'decisions' | 'outbox'>,
  code: string,
  { answer, name, words }: ClientAnswer,
): Promise<void> {
  if (name.trim() === '' || (answer === 'query' && words.trim() === '')) throw incomplete();
  const { company } = await clientAsked({ database, companies }, code);
  const actor = clientActor(name);
  await acting({ database, log }, { actor, trigger: 'client' }, async (rows) => {
    // Before the log: other links end with lines of their own.
    await decidedUntilNow(rows, company.id);
    const asked = await open(rows, code, await database.now(rows));
    const { id, year, period, fingerprint } = asked;
    const answered = { answer, answeredBy: name, words, answeredAt: await database.now(rows) };
    // The update decides: of two answers at once, only one finds no answer yet, and it ends the other links.
    if ((await rows.update(ClientApproval, { id, answer: IsNull(), endedAt: IsNull() }, answered)) !== 1) throw spent();
    const posted = answer === 'approved' ? await asksToPost({ decisions }, rows, { company, year, period, actor }) : [];
    await endOtherLinks({ database, log }, rows, { company, of: asked, by: { actor, trigger: 'client' } });
    if (answer === 'query') await outbox.put(rows, asks({ company, id, year, period }));
    const carries = [['client', id] as const, ...posted.map((decision) => ['decision', decision] as const)];
    const tag = monthTagOf(company.prefix, year, period);
    const line = { companyId: company.id, act: actOf[answer], fingerprint, ref: id, tag, carries };
    return { value: undefined, line };
  });
}

/** A question is never written down as an approval. */
const actOf = { approved: 'client_approved', query: 'client_asks' } as const;

/** Without the client's words, which may name people and pay. */
function asks({ company, id, year, period }: Omit<Approved, 'actor'> & { readonly id: string }): Message {
  const month = new URLSearchParams({ year: String(year), month: String(period + 1) });
  return {
    kind: 'client_asks',
    companyId: company.id,
    once: `client_asks:${id}`,
    path: `/?${month}`,
    payload: { company: company.name, year, period },
  };
}

interface Approved {
  readonly company: Company;
  readonly year: number;
  readonly period: number;
  readonly actor: string;
}

/** If only the client was waited for, the next sync posts what is ready. The client is neither of two pairs of eyes. */
async function asksToPost(
  { decisions }: Pick<RunTools, 'decisions'>,
  rows: Rows,
  { company, year, period, actor }: Approved,
): Promise<readonly string[]> {
  const { mode, clientApproval } = company.policy;
  if (mode !== 'auto' || clientApproval !== 'before' || company.approval === 'two') return [];
  const ready = await rows.findBy(PayRunRecord, {
    companyId: company.id,
    year,
    period,
    kind: 'payroll',
    state: 'ready',
  });
  const asked: string[] = [];
  for (const { tag, fingerprint } of ready) {
    const about = { companyId: company.id, scope: 'run', kind: 'post', tag, fingerprint } as const;
    asked.push((await decisions.record(rows, { ...about, reason: 'Approved by the client', actor })).id);
  }
  return asked;
}

async function open(rows: ReadRows, code: string, now: Date): Promise<ClientApproval> {
  const asked = await rows.findOneBy(ClientApproval, { codeHash: secretHash(code) });
  if (!asked || (await clientLinkState(rows, asked, now)) !== 'open') throw spent();
  const { companyId, year, period } = asked;
  const figures = await readFigures(rows, companyId, { year, period });
  if (monthFingerprint(figures) !== asked.fingerprint) throw figuresChanged();
  return asked;
}

function spent(): Problem {
  return problem('client-link-gone', {
    detail:
      'It was answered or withdrawn, or another of the same month was answered, or it is older than 14 days, or it was not copied whole.',
    todo: 'Ask the person who sent it for another one.',
  });
}

function figuresChanged(): Problem {
  return problem('figures-changed', {
    detail: 'Payroll has changed since this link was sent, so nothing is approved by it.',
    todo: 'Ask the person who sent it for another one, with the figures as they are now.',
  });
}

function incomplete(): Problem {
  return problem('answer-incomplete', {
    detail: 'A name is needed, and a question needs words.',
    todo: 'Fill in what is missing and answer again.',
  });
}
