import { IsNull, LessThanOrEqual } from 'typeorm';
import { logAccess } from '../access/access-log.js';
import { Person } from '../access/person.entity.js';
import { mailedLinkMinutes, type SignInLinks } from '../access/sign-in-links.js';
import type { Database } from '../ground/database.js';
import { Mail } from '../record/messages/mail.entity.js';
import { digestAt, digestFor, digestInWords } from '../views/month/digest.js';
import { putDigests } from './digests.js';
import { claimedForMs, mailsAtOnceMax, nextTry, serverTrouble } from './mail-tries.js';
import type { Letter } from './mail-transport.js';

/** How often we look for digests that are due. */
const digestsEveryMs = 60_000;

type Words = Pick<Letter, 'subject' | 'text'>;

/**
 * Hands e-mail to the mail server. A link that is sent twice is harmless: the second e-mail makes the first link void.
 */
export class Mails {
  #digestsAtMs = Number.NEGATIVE_INFINITY;
  readonly #letters: Readonly<Record<Mail['kind'], (person: Person) => Promise<Words>>> = {
    sign_in_link: (person) => this.#link(person),
    digest: (person) => this.#digest(person),
  };

  constructor(
    private readonly database: Database,
    private readonly links: SignInLinks,
    private readonly send: ((letter: Letter) => Promise<void>) | undefined,
    private readonly warn: (words: string) => void,
    private readonly syncCron: string,
  ) {}

  /** Tries what is due, up to a limit; returns how many it tried. */
  async putAndSend(): Promise<number> {
    if (this.send === undefined) return 0;
    const nowMs = this.database.clock.monotonicMs();
    if (nowMs - this.#digestsAtMs >= digestsEveryMs) {
      this.#digestsAtMs = nowMs;
      await putDigests(this.database, this.syncCron);
    }
    return this.sendDue();
  }

  async sendDue(): Promise<number> {
    const now = this.database.clock.now();
    const due = await this.database.read((rows) =>
      rows.find(Mail, {
        where: { nextAt: LessThanOrEqual(now), sentAt: IsNull(), gaveUpAt: IsNull() },
        order: { nextAt: 'ASC', id: 'ASC' },
        take: mailsAtOnceMax,
      }),
    );
    for (const mail of due) if (await this.#claim(mail)) await this.#deliver(mail);
    return due.length;
  }

  /** One process gets it: the update succeeds only while `nextAt` is what we read. */
  async #claim({ id, nextAt }: Mail): Promise<boolean> {
    const claimedUntil = new Date(this.database.clock.now().getTime() + claimedForMs);
    return (await this.database.work((rows) => rows.update(Mail, { id, nextAt }, { nextAt: claimedUntil }))) === 1;
  }

  async #deliver(mail: Mail): Promise<void> {
    const person = await this.database.read((rows) => rows.findOneByOrFail(Person, { id: mail.personId }));
    const trouble = await this.#sent(person, mail);
    const now = this.database.clock.now();
    const attempts = mail.attempts + 1;
    const again = nextTry(mail, now);
    await this.database.work(async (rows) => {
      const failed = again === undefined ? { gaveUpAt: now } : { nextAt: again };
      await rows.update(Mail, { id: mail.id }, { attempts, ...(trouble === undefined ? { sentAt: now } : failed) });
      if (trouble !== undefined) return;
      const act = mail.kind === 'digest' ? 'digest' : 'link';
      const entry = { actor: person.name, trigger: 'schedule', act, outcome: 'sent', ref: mail.id } as const;
      await logAccess(this.database, rows, entry);
    });
    if (trouble === undefined) return;
    this.warn(
      `The mail server did not take the e-mail ${mail.id}: ${trouble}. It is ${again ? 'tried again' : 'given up'}.`,
    );
  }

  async #link({ id }: Person): Promise<Words> {
    const { url } = await this.links.mail(id);
    return { subject: 'Sign in to Counterfoil', text: letterWith(url) };
  }

  /** Written when it is sent, so that its figures are current. */
  async #digest(person: Person): Promise<Words> {
    const at = digestAt(this.database.clock.now(), this.syncCron);
    const digest = await this.database.read((rows) => digestFor(rows, person, at));
    return { subject: 'Counterfoil: what needs you', text: digestInWords(digest, this.links.origin) };
  }

  /** Undefined when the e-mail was taken or is not wanted any more, else why it failed. */
  async #sent(person: Person, { kind }: Mail): Promise<string | undefined> {
    const { email, active } = person;
    if (email === null || !active) return undefined;
    try {
      await this.send?.({ to: email, ...(await this.#letters[kind](person)) });
      return undefined;
    } catch (error) {
      return serverTrouble(error);
    }
  }
}

function letterWith(url: string): string {
  return `Open this page and press the button to sign in:

${url}

It works once, within ${mailedLinkMinutes} minutes. If you did not ask for it, do nothing: no one can sign in without it.
`;
}
