import { IsNull, LessThanOrEqual } from 'typeorm';
import { type NewLink, newLink } from '../acts/approval/ask-client.js';
import { remindByItself } from '../acts/approval/ask-clients.js';
import { giveUpMail, keepMailed, whyNotMailed } from '../acts/approval/mail-client.js';
import type { Companies } from '../companies/companies.js';
import type { Database } from '../ground/database.js';
import { momentInWords, timeInLondon } from '../ground/london.js';
import { oneLine } from '../ground/printable.js';
import { monthInWords } from '../journal/nouns/dates.js';
import { ClientMail } from '../record/messages/client-mail.entity.js';
import { type ClientWait, clientWaits } from '../views/company/client-answers.js';
import type { Letter } from './mail-transport.js';
import { claimedForMs, mailsAtOnceMax, nextTry, serverTrouble } from './mail-tries.js';

/** How often we look for clients to remind: days are counted, so an hour's delay is no matter. */
const remindersEveryMs = 3_600_000;
/** In London: no one is reminded at night. */
const remindedFrom = '07:00';

/**
 * Mails clients the links by which they approve. Each try makes a link, which is kept once the mail server has
 * taken it: one that was not taken never opens anything.
 */
export class ClientMails {
  #remindedAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly database: Database,
    private readonly companies: Companies,
    private readonly send: ((letter: Letter) => Promise<void>) | undefined,
    private readonly warn: (words: string) => void,
    private readonly publicUrl: string,
  ) {}

  /** Tries what is due, up to a limit; returns how many it tried. */
  async putAndSend(): Promise<number> {
    if (this.send === undefined) return 0;
    const nowMs = this.database.clock.monotonicMs();
    if (nowMs - this.#remindedAtMs >= remindersEveryMs) {
      this.#remindedAtMs = nowMs;
      await this.putReminders();
    }
    return this.sendDue();
  }

  /** For clients whose policy says after how many days. */
  async putReminders(): Promise<void> {
    const now = this.database.clock.now();
    if (timeInLondon(now) < remindedFrom) return;
    const waits = await this.database.read((rows) => clientWaits(rows, { companies: null, pay: false }));
    for (const { companyId, year, period } of waits.filter(isSilent)) {
      const company = await this.companies.find(companyId);
      await remindByItself(this.#tools, company, { year, period });
    }
  }

  async sendDue(): Promise<number> {
    const now = this.database.clock.now();
    const due = await this.database.read((rows) =>
      rows.find(ClientMail, {
        where: { nextAt: LessThanOrEqual(now), sentAt: IsNull(), gaveUpAt: IsNull() },
        order: { nextAt: 'ASC', id: 'ASC' },
        take: mailsAtOnceMax,
      }),
    );
    for (const mail of due) if (await this.#claim(mail)) await this.#deliver(mail);
    return due.length;
  }

  /** One process gets it: the update succeeds only while `nextAt` is what we read. */
  async #claim({ id, nextAt }: ClientMail): Promise<boolean> {
    const claimedUntil = new Date(this.database.clock.now().getTime() + claimedForMs);
    const change = { nextAt: claimedUntil };
    return (await this.database.work((rows) => rows.update(ClientMail, { id, nextAt }, change))) === 1;
  }

  async #deliver(mail: ClientMail): Promise<void> {
    const company = await this.companies.find(mail.companyId);
    const { why, now } = await this.database.read(async (rows) => {
      const at = await this.database.now(rows);
      return { why: await whyNotMailed(rows, company, mail, at), now: at };
    });
    if (why !== undefined) return giveUpMail(this.#tools, company, { mail, why });
    const link = newLink(now, this.publicUrl);
    const trouble = await this.#sent(letterTo(mail, { company: company.name, link }));
    if (trouble === undefined) return keepMailed(this.#tools, company, { mail, link });
    const again = nextTry(mail, this.database.clock.now());
    this.warn(
      `The mail server did not take the e-mail to a client ${mail.id}: ${trouble}. It is ${again ? 'tried again' : 'given up'}.`,
    );
    const attempts = mail.attempts + 1;
    await this.database.work((rows) =>
      rows.update(ClientMail, { id: mail.id }, { attempts, ...(again && { nextAt: again }) }),
    );
    if (again === undefined) await giveUpMail(this.#tools, company, { mail, why: 'server' });
  }

  /** Why it failed, if it did. */
  async #sent(letter: Letter): Promise<string | undefined> {
    try {
      await this.send?.(letter);
      return undefined;
    } catch (error) {
      return serverTrouble(error);
    }
  }

  get #tools() {
    return { database: this.database };
  }
}

const isSilent = ({ says }: ClientWait): boolean => says === 'silent';

const begins = {
  ask: 'You are asked to look at the payments of',
  reminder: 'A reminder, since you have not answered yet: you are asked to look at the payments of',
} as const;

/** What is asked, of whom, for which month and until when: no one's name, and no amount. */
function letterTo(
  { kind, address, year, period }: ClientMail,
  { company, link }: { readonly company: string; readonly link: NewLink },
): Letter {
  const name = oneLine(company);
  const month = monthInWords(year, period);
  const before = kind === 'reminder' ? '\nAn earlier link no longer works: this one takes its place.\n' : '';
  return {
    to: address,
    subject: `${kind === 'reminder' ? 'Reminder: p' : 'P'}ayroll of ${month} to approve, ${name}`,
    text: `${begins[kind]} ${month}, and to approve them or ask a question.

${name}
${month}

Open this page, and answer by the button on it:

${link.url}

It works once, until ${momentInWords(link.expiresAt)}, and only while the figures are as they are now.
${before}
Anyone who has this link can see the payments and answer: do not pass it on. If you did not expect it, do not answer, and ask the person who runs your payroll.
`,
  };
}
