import { Injectable, SetMetadata } from '@nestjs/common';
import type { Request } from 'express';
import { today } from '../ground/clock.js';
import { Database } from '../ground/database.js';
import { logAccess } from './access-log.js';
import type { Principal } from './principal.js';

/** A route that shows the pay of single people to those who may see it: each reading is logged. */
export const READS_PAY = 'reads pay';
export const ReadsPay = () => SetMetadata(READS_PAY, true);

const addressCharactersMax = 200;
const notedMax = 10_000;

/** Logs who read pay, and where: once a day for each person and address, so that reading does not fill the log. */
@Injectable()
export class PayReads {
  readonly #noted = new Set<string>();

  constructor(private readonly database: Database) {}

  async note({ name, pay, via }: Principal, { path }: Pick<Request, 'path'>): Promise<void> {
    if (!pay) return;
    const address = path.slice(0, addressCharactersMax);
    const day = today(this.database.clock);
    const key = JSON.stringify([day, name, address]);
    if (this.#noted.has(key)) return;
    await this.database.work((rows) =>
      logAccess(this.database, rows, {
        ...{ actor: name, trigger: via === 'session' ? 'page' : 'api', act: 'read_pay', outcome: 'done' },
        answer: address,
      }),
    );
    if (this.#noted.size >= notedMax) this.#noted.clear();
    this.#noted.add(key);
  }
}
