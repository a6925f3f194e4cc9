import { Inject, Injectable } from '@nestjs/common';
import { IsNull, LessThanOrEqual, MoreThan } from 'typeorm';
import type { Config } from '../ground/config.js';
import { configKey } from '../ground/config.module.js';
import { Database } from '../ground/database.js';
import { type ActedBy, atTerminal, logAccess } from './access-log.js';
import type { Rights } from './principal.js';
import { randomSecret, secretHash } from './secret.js';
import { shortOf } from './sessions.js';
import { SignInLink } from './sign-in-link.entity.js';

export const linkMinutes = 60;

@Injectable()
export class SignInLinks {
  constructor(
    private readonly database: Database,
    @Inject(configKey) private readonly config: Pick<Config, 'publicUrl'>,
  ) {}

  /** `origin` is given where the port became known only by listening. */
  async make(
    { name, role, pay, companies }: Rights,
    origin: string = this.config.publicUrl,
    by: ActedBy = atTerminal,
  ): Promise<{ url: string; expiresAt: Date }> {
    const code = randomSecret();
    const now = this.database.clock.now();
    const expiresAt = new Date(now.getTime() + linkMinutes * 60_000);
    await this.database.work(async (em) => {
      await em.delete(SignInLink, { expiresAt: LessThanOrEqual(now) });
      await em.insert(SignInLink, {
        codeHash: secretHash(code),
        name,
        role,
        pay,
        companies,
        createdAt: now,
        expiresAt,
        usedAt: null,
      });
      const ref = shortOf(secretHash(code));
      await logAccess(this.database, em, { ...by, act: 'link', outcome: 'made', ref, answer: role });
    });
    return { url: `${origin}/sign-in/${code}`, expiresAt };
  }

  /** The rights of the link, once; undefined when it is unknown, used or too old. */
  async redeem(code: string): Promise<Rights | undefined> {
    const codeHash = secretHash(code);
    const now = this.database.clock.now();
    return this.database.work(async (em) => {
      // The update decides: of two that come at once, one finds the link unused.
      const used = await em.update(
        SignInLink,
        { codeHash, usedAt: IsNull(), expiresAt: MoreThan(now) },
        { usedAt: now },
      );
      if (used !== 1) return undefined;
      const { name, role, pay, companies } = await em.findOneByOrFail(SignInLink, { codeHash });
      const entry = { actor: name, trigger: 'page', act: 'link', outcome: 'used', ref: shortOf(codeHash) } as const;
      await logAccess(this.database, em, entry);
      return { name, role, pay, companies };
    });
  }
}
