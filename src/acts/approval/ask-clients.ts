import { randomUUID } from 'node:crypto';
import { IsNull } from 'typeorm';
import { payRefused } from '../../access/refusals.js';
import type { Company } from '../../companies/company.js';
import type { Rows } from '../../ground/rows.js';
import { monthTagOf } from '../../journal/nouns/identity.js';
import { ClientApproval } from '../../record/client-approval.entity.js';
import { decidedUntilNow } from '../../record/decided.js';
import { ClientMail, type ClientMailKind } from '../../record/messages/client-mail.entity.js';
import { type AskedState, type ClientAsked, clientsAsked } from '../../views/company/clients-asked.js';
import type { Who } from '../act.js';
import { acting, type Line, type Logging } from '../acting.js';
import { dayMs, keepLink, newLink } from './ask-client.js';
import { endOtherLinks } from './withdraw-client-link.js';

interface AskingMany {
  readonly who: Who;
  /** Whether the asker may see each person's pay. */
  readonly pay: boolean;
  readonly year: number;
  readonly period: number;
  readonly publicUrl: string;
  /** There is a mail server: else every link is handed back, to be copied. */
  readonly mails: boolean;
  readonly kind: ClientMailKind;
}

/** Why nothing was made for a client: what it is asked stands, or there is nothing to remind of. */
export const notAskedWords = {
  no_figures: 'no pay run of the month has figures yet',
  waiting: 'an e-mail is on its way',
  approved: 'the client has approved',
  no_answer: 'it is asked already, and has not answered: remind it',
  not_asked: 'it is not asked yet',
  asks: 'the client asks: answer it, then ask again',
  void: 'the figures have changed since: ask again',
  ended: 'the link has ended: ask again',
} as const satisfies Record<AskedState | 'no_figures' | 'waiting', string>;

/** What came of it for one client. */
export interface AskedOne {
  readonly companyId: string;
  readonly company: string;
  readonly is: 'mailing' | 'link' | 'not_made';
  /** Of a link that is not mailed; shown once. */
  readonly url?: string;
  readonly expiresAt?: Date;
  readonly why?: keyof typeof notAskedWords;
}

const mayBeAsked: Readonly<Record<ClientMailKind, readonly AskedState[]>> = {
  ask: ['not_asked', 'asks', 'void', 'ended'],
  reminder: ['no_answer'],
};

/** Whether an e-mail of that kind has its turn. */
export const mayAsk = ({ state, mail }: Pick<ClientAsked, 'state' | 'mail'>, kind: ClientMailKind): boolean =>
  mail?.state !== 'waiting' && mayBeAsked[kind].includes(state);

/**
 * Asks many clients, or reminds them: an e-mail where there is a mail server and the client has an address, else a link
 * to copy. A second press does nothing: while a link of the month's figures may be answered, there is no other, and a
 * reminder's takes the place of the one before.
 */
export async function askClients(
  tools: Logging,
  companies: readonly Company[],
  { who, pay, mails, ...asking }: AskingMany,
): Promise<readonly AskedOne[]> {
  if (!pay) throw payRefused({ name: who.actor });
  const { database } = tools;
  const made: AskedOne[] = [];
  for (const company of companies) {
    const { value } = await acting<AskedOne>(tools, who, async (rows) => {
      await decidedUntilNow(rows, company.id);
      const now = await database.now(rows);
      const [asked] = await clientsAsked(rows, { companies: [company.id], pay }, asking, now);
      const of = { companyId: company.id, company: company.name };
      const no = (why: keyof typeof notAskedWords) => ({
        value: { ...of, is: 'not_made', why } as const,
        line: undefined,
      });
      if (asked === undefined) return no('no_figures');
      if (!mayAsk(asked, asking.kind)) return no(asked.mail?.state === 'waiting' ? 'waiting' : asked.state);
      if (mails && asked.address !== undefined) {
        const line = await putMail(rows, company, { ...asking, who, now, asked, address: asked.address });
        return { value: { ...of, is: 'mailing' }, line };
      }
      const link = newLink(now, asking.publicUrl);
      if (asking.kind === 'reminder') await endOtherLinks(tools, rows, { company, of: asking, by: who });
      const by = { askedBy: who.actor, askedThrough: who.trigger };
      const { year, period } = asking;
      const line = await keepLink(rows, company, { year, period, ...by, link, fingerprint: asked.fingerprint });
      return { value: { ...of, is: 'link', url: link.url, expiresAt: link.expiresAt }, line };
    });
    made.push(value);
  }
  return made;
}

interface Putting extends Pick<AskingMany, 'year' | 'period' | 'kind'> {
  readonly who: Pick<Who, 'actor' | 'trigger'>;
  readonly now: Date;
  readonly asked: Pick<ClientAsked, 'fingerprint'>;
  readonly address: string;
  /** Identifies what is sent only once; another e-mail, if absent. */
  readonly once?: string;
}

/** What is waiting to be mailed, and its line. */
async function putMail(
  rows: Rows,
  company: Company,
  { who, now, asked, address, once, ...of }: Putting,
): Promise<Line> {
  const { year, period, kind } = of;
  const companyId = company.id;
  const { fingerprint } = asked;
  const id = randomUUID();
  const by = { actor: who.actor, through: who.trigger };
  const waiting = { attempts: 0, nextAt: now, sentAt: null, gaveUpAt: null, why: null, linkId: null, createdAt: now };
  const about = { companyId, year, period, kind, fingerprint, address };
  await rows.insert(ClientMail, { id, ...about, once: once ?? id, ...by, ...waiting });
  const tag = monthTagOf(company.prefix, year, period);
  return { companyId, act: 'client_mail', outcome: 'asked', fingerprint, ref: id, tag };
}

/**
 * Reminds a client who has not answered for as many days as its policy says: of the same figures once, with the rights
 * of the person who asked. False if there is nothing to remind of.
 */
export async function remindByItself(
  tools: Logging,
  company: Company,
  month: Pick<AskingMany, 'year' | 'period'>,
): Promise<boolean> {
  const { database } = tools;
  const { clientEmail: address, clientReminder: days } = company.policy;
  if (address === null || days === null) return false;
  const by = { actor: 'schedule', trigger: 'schedule' };
  const { value } = await acting(tools, by, async (rows) => {
    await decidedUntilNow(rows, company.id);
    const now = await database.now(rows);
    const of = { companyId: company.id, ...month };
    const [asked] = await clientsAsked(rows, { companies: [company.id], pay: true }, month, now);
    const nothing = { value: false, line: undefined };
    if (asked?.askedAt === undefined || !mayAsk(asked, 'reminder')) return nothing;
    if (now.getTime() - asked.askedAt.getTime() < days * dayMs) return nothing;
    const once = `reminder of ${company.id} ${month.year} ${month.period} ${asked.fingerprint}`;
    if (await rows.existsBy(ClientMail, { once })) return nothing;
    const link = await openLink(rows, { ...of, fingerprint: asked.fingerprint });
    if (link === undefined) return nothing;
    const who = { actor: link.askedBy, trigger: link.askedThrough };
    const line = await putMail(rows, company, { ...month, kind: 'reminder', who, now, asked, address, once });
    return { value: true, line };
  });
  return value;
}

async function openLink(
  rows: Rows,
  of: Pick<ClientApproval, 'companyId' | 'year' | 'period' | 'fingerprint'>,
): Promise<ClientApproval | undefined> {
  const order = { askedAt: 'DESC', id: 'DESC' } as const;
  const [link] = await rows.find(ClientApproval, { where: { ...of, endedAt: IsNull(), answer: IsNull() }, order });
  return link;
}
