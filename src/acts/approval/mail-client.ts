import type { Company } from '../../companies/company.js';
import type { ReadRows, Rows } from '../../ground/rows.js';
import { monthTagOf } from '../../journal/nouns/identity.js';
import { decidedUntilNow } from '../../record/decided.js';
import { ClientMail, type NotMailed, notMailed } from '../../record/messages/client-mail.entity.js';
import { type AskedState, clientsAsked } from '../../views/company/clients-asked.js';
import { mayShow, rightsOfMaker } from '../../views/company/client-links.js';
import { acting, type Logging } from '../acting.js';
import { keepLink, type NewLink } from './ask-client.js';
import { endOtherLinks } from './withdraw-client-link.js';

/** Why an e-mail that was asked for is not to be sent any more; undefined while it is. */
export async function whyNotMailed(
  rows: ReadRows,
  company: Company,
  mail: ClientMail,
  now: Date,
): Promise<NotMailed | undefined> {
  const { year, period, kind, address, fingerprint } = mail;
  if (company.life === 'left') return 'left';
  const maker = await rightsOfMaker(rows, { askedBy: mail.actor, askedThrough: mail.through });
  if (!mayShow(maker, company.id)) return 'rights';
  if (company.policy.clientEmail !== address) return 'address';
  const [asked] = await clientsAsked(rows, { companies: [company.id], pay: true }, { year, period }, now);
  if (asked?.fingerprint !== fingerprint) return 'changed';
  return notNow[kind][asked.state];
}

/** By what became of the month since it was asked for. */
const notNow: Readonly<Record<ClientMail['kind'], Readonly<Partial<Record<AskedState, NotMailed>>>>> = {
  ask: { no_answer: 'asked', approved: 'answered' },
  reminder: { approved: 'answered', asks: 'answered', ended: 'withdrawn', not_asked: 'withdrawn', void: 'changed' },
};

/**
 * The mail server has taken it: from now on its link opens the page, and a reminder's ends the one before. If the client
 * has answered in these seconds, or the figures have changed, the link that was mailed never opens anything.
 */
export async function keepMailed(
  tools: Logging,
  company: Company,
  { mail, link }: { readonly mail: ClientMail; readonly link: NewLink },
): Promise<void> {
  const { id, year, period, kind, fingerprint, actor, through, once } = mail;
  const isByItself = once !== id;
  const by = { actor: isByItself ? 'schedule' : actor, trigger: 'schedule' };
  await acting(tools, by, async (rows) => {
    await decidedUntilNow(rows, company.id);
    const now = await tools.database.now(rows);
    const why = await whyNotMailed(rows, company, mail, now);
    if (why !== undefined) return { value: undefined, line: await givenUp(rows, company, { mail, why, now }) };
    if (kind === 'reminder') await endOtherLinks(tools, rows, { company, of: mail, by });
    const asked = { year, period, fingerprint, askedBy: actor, askedThrough: through };
    const line = await keepLink(rows, company, { ...asked, link });
    await rows.update(ClientMail, { id }, { sentAt: now, linkId: link.id, attempts: mail.attempts + 1 });
    return { value: undefined, line: { ...line, answer: mailedAnswer[kind] } };
  });
}

/** How its link went out, in the log. */
const mailedAnswer = { ask: 'mailed', reminder: 'mailed, as a reminder' } as const;

/** It is not sent, and the log says why. */
export async function giveUpMail(
  tools: Logging,
  company: Company,
  { mail, why }: { readonly mail: ClientMail; readonly why: NotMailed },
): Promise<void> {
  await acting(tools, { actor: 'schedule', trigger: 'schedule' }, async (rows) => {
    const now = await tools.database.now(rows);
    return { value: undefined, line: await givenUp(rows, company, { mail, why, now }) };
  });
}

interface GivingUp {
  readonly mail: ClientMail;
  readonly why: NotMailed;
  readonly now: Date;
}

async function givenUp(rows: Rows, { id: companyId, prefix }: Company, { mail, why, now }: GivingUp) {
  const { id, year, period, fingerprint } = mail;
  await rows.update(ClientMail, { id }, { gaveUpAt: now, why });
  const tag = monthTagOf(prefix, year, period);
  const line = { companyId, act: 'client_mail', outcome: 'failed', answer: notMailed[why] } as const;
  return { ...line, fingerprint, ref: id, tag };
}
