import { Inject, Logger, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { SignInLinks } from '../access/sign-in-links.js';
import type { Config } from '../ground/config.js';
import { configKey } from '../ground/config.module.js';
import { Database } from '../ground/database.js';
import { type Letter, sendLetter } from './mail-transport.js';
import { Mails } from './mails.js';

@Module({
  imports: [AccessModule],
  providers: [
    {
      provide: Mails,
      inject: [Database, SignInLinks, configKey],
      useFactory: (database: Database, links: SignInLinks, { mail, syncCron }: Config) => {
        const log = new Logger('Mail');
        const send = mail && ((letter: Letter) => sendLetter(mail, letter));
        return new Mails(database, links, send, (words) => log.warn(words), syncCron);
      },
    },
  ],
})
export class MailsModule implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(
    @Inject(Mails) private readonly mails: Mails,
    @Inject(configKey) private readonly config: Pick<Config, 'role'>,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.role !== 'web') this.#running = this.mails.run(this.#stopping.signal);
  }

  async onModuleDestroy(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }
}
