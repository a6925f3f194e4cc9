import { Inject, Logger, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { SignInLinks } from '../access/sign-in-links.js';
import { CompaniesModule } from '../companies/companies.module.js';
import { Companies } from '../companies/companies.js';
import type { Config } from '../ground/config.js';
import { configKey } from '../ground/config.module.js';
import { Database } from '../ground/database.js';
import { ClientMails } from './client-mails.js';
import { lookEveryMs, mailsAtOnceMax } from './mail-tries.js';
import { type Letter, sendLetter } from './mail-transport.js';
import { Mails } from './mails.js';

const log = new Logger('Mail');
const warn = (words: string) => log.warn(words);
const sendBy = (mail: Config['mail']) => mail && ((letter: Letter) => sendLetter(mail, letter));

@Module({
  imports: [AccessModule, CompaniesModule],
  providers: [
    {
      provide: Mails,
      inject: [Database, SignInLinks, configKey],
      useFactory: (database: Database, links: SignInLinks, { mail, syncCron }: Config) =>
        new Mails(database, links, sendBy(mail), warn, syncCron),
    },
    {
      provide: ClientMails,
      inject: [Database, Companies, configKey],
      useFactory: (database: Database, companies: Companies, { mail, publicUrl }: Config) =>
        new ClientMails(database, companies, sendBy(mail), warn, publicUrl),
    },
  ],
})
export class MailsModule implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #stopping = new AbortController();
  #running: Promise<unknown> = Promise.resolve();

  constructor(
    @Inject(Mails) private readonly mails: Mails,
    @Inject(ClientMails) private readonly clientMails: ClientMails,
    @Inject(Database) private readonly database: Database,
    @Inject(configKey) private readonly config: Pick<Config, 'role' | 'mail'>,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.role === 'web' || this.config.mail === undefined) return;
    this.#running = Promise.all([this.#run(this.mails), this.#run(this.clientMails)]);
  }

  async onModuleDestroy(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(mails: Pick<Mails, 'putAndSend'>): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const tried = await mails.putAndSend().catch((error: unknown) => {
        warn(`E-mail could not be read: ${error instanceof Error ? error.message : String(error)}`);
        return 0;
      });
      if (tried < mailsAtOnceMax) await this.database.clock.sleep(lookEveryMs, signal).catch(() => undefined);
    }
  }
}
