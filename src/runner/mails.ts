import { IsNull, LessThanOrEqual } from 'typeorm';
import { logAccess } from '../access/access-log.js';
import { Person } from '../access/person.entity.js';
import { mailedLinkMinutes, type SignInLinks } from '../access/sign-in-links.js';
import type { Database } from '../ground/database.js';
import { inLondon } from '../ground/london.js';
import { Mail } from '../record/mail.entity.js';
import { digestFor, digestInWords } from '../views/digest.js';
import { putDigests } from './digests.js';
import type { Letter } from './mail-transport.js';

const lookEveryMs = 5_000;
/** Whose digest is due is looked for so often. */
const digestsEveryMs = 60_000;
const mailsAtOnceMax = 20;
/** Nobody else takes it meanwhile; longer than the mail server may take to answer. */
const claimedForMs = 60_000;
const firstRetryMs = 15_000;
const retryMaxMs = 3_600_000;
/** Whoever asked for a link has long asked for another. */
const giveUpAfterMs = 6 * 3_600_000;

type Words = Pick<Letter, 'subject' | 'text'>;

/** Brings e-mail to the mail server. One that was taken twice is a second link: the first is void. */
export class Mails {
  #digestsAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly database: Database,
    private readonly links: SignInLinks,
    private readonly send: ((letter: Letter) => Promise<void>) | undefined,
    private readonly warn: (words: string) => void,
  ) {}

  /** Until it is aborted. */
  async run(stopping: AbortSignal): Promise<void> {
    if (this.send === undefined) return;
    while (!stopping.aborted) {
      const tried = await this.#putAndSend().catch((error: unknown) => {
        this.warn(`E-mail could not be read: ${error instanceof Error ? error.message : String(error)}`);
        return 0;
      });
      if (tried < mailsAtOnceMax) await this.database.clock.sleep(lookEveryMs, stopping).catch(() => undefined);
    }
  }

  async #putAndSend(): Promise<number> {
    const nowMs = this.database.clock.monotonicMs();
    if (nowMs - this.#digestsAtMs >= digestsEveryMs) {
      this.#digestsAtMs = nowMs;
      await putDigests(this.database);
    }
    return this.sendDue();
  }

  /** Everything that is due, up to a bound; answers how many were tried. */
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

  /** One process takes it: the moment it was due is the token. */
  async #claim({ id, nextAt }: Mail): Promise<boolean> {
    const claimedUntil = new Date(this.database.clock.now().getTime() + claimedForMs);
    return (await this.database.work((rows) => rows.update(Mail, { id, nextAt }, { nextAt: claimedUntil }))) === 1;
  }

  async #deliver(mail: Mail): Promise<void> {
    const person = await this.database.read((rows) => rows.findOneByOrFail(Person, { id: mail.personId }));
    const trouble = await this.#sent(person, mail);
    const now = this.database.clock.now();
    const attempts = mail.attempts + 1;
    const tooOld = now.getTime() - mail.createdAt.getTime() >= giveUpAfterMs;
    await this.database.work(async (rows) => {
      const wait = Math.min(firstRetryMs * 2 ** (attempts - 1), retryMaxMs);
      const again = tooOld ? { gaveUpAt: now } : { nextAt: new Date(now.getTime() + wait) };
      await rows.update(Mail, { id: mail.id }, { attempts, ...(trouble === undefined ? { sentAt: now } : again) });
      if (trouble !== undefined) return;
      const act = mail.kind === 'digest' ? 'digest' : 'link';
      const entry = { actor: person.name, trigger: 'schedule', act, outcome: 'sent', ref: mail.id } as const;
      await logAccess(this.database, rows, entry);
    });
    if (trouble === undefined) return;
    this.warn(
      `The mail server did not take the e-mail ${mail.id}: ${trouble}. It is ${tooOld ? 'given up' : 'tried again'}.`,
    );
  }

  async #link({ id }: Person): Promise<Words> {
    const { url } = await this.links.mail(id);
    return { subject: 'Sign in to Counterfoil', text: letterWith(url) };
  }

  /** As it stands when it is sent. */
  async #digest(person: Person): Promise<Words> {
    const today = inLondon(this.database.clock.now()).slice(0, 10);
    const digest = await this.database.read((rows) => digestFor(rows, person, today));
    return { subject: 'Counterfoil: what needs you', text: digestInWords(digest, this.links.origin) };
  }

  /** Undefined when it was taken, or is not wanted any more. */
  async #sent(person: Person, { kind }: Mail): Promise<string | undefined> {
    const { email, active } = person;
    if (email === null || !active) return undefined;
    try {
      await this.send?.({ to: email, ...(kind === 'digest' ? await this.#digest(person) : await this.#link(person)) });
      return undefined;
    } catch (error) {
      return wordsOf(error);
    }
  }
}

function letterWith(url: string): string {
  return `Open this page and press the button to sign in:

${url}

It works once, within ${mailedLinkMinutes} minutes. If you did not ask for it, do nothing: nobody comes in without it.
`;
}

/** Of a mail server's own words only the code: they hold addresses. */
function wordsOf(error: unknown): string {
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown };
  return [code, responseCode].filter((one) => one !== undefined).join(' ') || 'it failed';
}
