import { Injectable } from '@nestjs/common';
import { LessThanOrEqual } from 'typeorm';
import { Database } from '../ground/database.js';
import type { Principal, Rights } from './principal.js';
import { randomSecret, secretHash } from './secret.js';
import { Session } from './session.entity.js';

export const sessionHours = 12;

@Injectable()
export class Sessions {
  constructor(private readonly database: Database) {}

  /** Answers the id for the cookie. Always a new one, so that nobody can plant a session beforehand. */
  async start({ name, role, pay, companies }: Rights): Promise<string> {
    const id = randomSecret();
    const now = this.database.clock.now();
    await this.database.work(async (em) => {
      await em.delete(Session, { expiresAt: LessThanOrEqual(now) });
      await em.insert(Session, {
        idHash: secretHash(id),
        csrf: randomSecret(),
        name,
        role,
        pay,
        companies,
        createdAt: now,
        expiresAt: new Date(now.getTime() + sessionHours * 3_600_000),
      });
    });
    return id;
  }

  async find(id: string): Promise<Principal | undefined> {
    const session = await this.database.read((em) => em.findOneBy(Session, { idHash: secretHash(id) }));
    if (!session || session.expiresAt <= this.database.clock.now()) return undefined;
    const { name, role, pay, companies, csrf } = session;
    return { name, role, pay, companies, csrf, via: 'session' };
  }

  async end(id: string): Promise<void> {
    await this.database.work((em) => em.delete(Session, { idHash: secretHash(id) }));
  }
}
