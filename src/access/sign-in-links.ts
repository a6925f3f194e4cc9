import { Inject, Injectable } from '@nestjs/common';
import { IsNull, LessThanOrEqual, MoreThan } from 'typeorm';
import type { Config } from '../ground/config.js';
import { configKey } from '../ground/config.module.js';
import { Database } from '../ground/database.js';
import { type ActedBy, atTerminal, logAccess } from './access-log.js';
import { personWith, rightsOfPerson } from './people.js';
import type { PersonalRights, Rights } from './principal.js';
import { randomSecret, secretHash } from './secret.js';
import { linkIn, shortOf } from './sessions.js';
import { SignInLink } from './sign-in-link.entity.js';

export const linkMinutes = 60;
export const mailedLinkMinutes = 15;

@Injectable()
export class SignInLinks {
  constructor(
    private readonly database: Database,
    @Inject(configKey) private readonly config: Pick<Config, 'publicUrl'>,
  ) {}

  /**
   * For the person of this name, who is added with these rights when there is none. `origin` is passed when the port is
   * known only once the server listens.
   */
  async make(
    rights: Rights,
    origin: string = this.config.publicUrl,
    by: ActedBy = atTerminal,
  ): Promise<{ url: string; expiresAt: Date } & Pick<Rights, 'name' | 'role'>> {
    const code = randomSecret();
    const now = this.database.clock.now();
    const expiresAt = new Date(now.getTime() + linkMinutes * 60_000);
    const codeHash = secretHash(code);
    const { name, role } = await this.database.work(async (rows) => {
      await rows.delete(SignInLink, { expiresAt: LessThanOrEqual(now) });
      const person = await personWith(this.database, rows, rights, by);
      const { id: personId, role } = person;
      await rows.insert(SignInLink, { codeHash, personId, mailed: false, createdAt: now, expiresAt, usedAt: null });
      await logAccess(this.database, rows, {
        ...by,
        act: 'link',
        outcome: 'made',
        ref: shortOf(codeHash),
        answer: role,
        carries: linkIn(codeHash),
      });
      return person;
    });
    return { url: `${origin}/sign-in/${code}`, expiresAt, name, role };
  }

  /** The address that every link begins with. */
  get origin(): string {
    return this.config.publicUrl;
  }

  /** For an e-mail. An earlier unused one is void: the mail server may have taken it although its answer was lost. */
  async mail(personId: string): Promise<{ url: string }> {
    const code = randomSecret();
    const now = this.database.clock.now();
    const row = { codeHash: secretHash(code), personId, mailed: true, createdAt: now, usedAt: null };
    await this.database.work(async (rows) => {
      await rows.delete(SignInLink, { personId, mailed: true, usedAt: IsNull() });
      await rows.insert(SignInLink, { ...row, expiresAt: new Date(now.getTime() + mailedLinkMinutes * 60_000) });
      const about = { ref: shortOf(row.codeHash), carries: linkIn(row.codeHash) } as const;
      const entry = { actor: 'schedule', trigger: 'schedule', act: 'link', outcome: 'made', ...about } as const;
      await logAccess(this.database, rows, entry);
    });
    return { url: `${this.config.publicUrl}/sign-in/mail/${code}` };
  }

  /**
   * Who the link signs in, once; undefined when it is unknown, used or too old, or the person may not sign in any more.
   */
  async redeem(code: string, mailed = false): Promise<(PersonalRights & { readonly person: string }) | undefined> {
    const codeHash = secretHash(code);
    const now = this.database.clock.now();
    return this.database.work(async (rows) => {
      // The update decides: of two requests at the same moment, only one finds the link unused.
      const used = await rows.update(
        SignInLink,
        { codeHash, mailed, usedAt: IsNull(), expiresAt: MoreThan(now) },
        { usedAt: now },
      );
      if (used !== 1) return undefined;
      const { personId } = await rows.findOneByOrFail(SignInLink, { codeHash });
      const rights = await rightsOfPerson(rows, personId);
      const about = { ref: shortOf(codeHash), carries: linkIn(codeHash) } as const;
      const entry = {
        actor: rights?.name ?? 'no one',
        trigger: 'page',
        act: 'link',
        outcome: 'used',
        ...about,
      } as const;
      await logAccess(this.database, rows, entry);
      return rights && { ...rights, person: personId };
    });
  }
}
