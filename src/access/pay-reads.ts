import { Injectable, SetMetadata } from '@nestjs/common';
import type { Request } from 'express';
import { today } from '../ground/clock.js';
import { Database } from '../ground/database.js';
import { logAccess } from './access-log.js';
import type { Principal } from './principal.js';

/** Which individual pay a route shows to those who may see it, in the words of the log. */
export const payShown = [
  ...['pay runs', 'pay run', 'journal', 'journals', 'person’s tax year', 'adjustments', 'allocations'],
  ...['control accounts', 'movement of an account', 'payslips and books', 'tax year', 'due to HMRC', 'posting log'],
  ...['policy preview', 'people paid', 'dry run', 'what was found', 'events', 'audit'],
] as const;
export type PayShown = (typeof payShown)[number];

export const READS_PAY = 'reads pay';
/** Each reading is logged. A route of totals shows pay too, because a total may be of one person. */
export const ReadsPay = (what: PayShown) => SetMetadata(READS_PAY, what);

const addressCharactersMax = 200;
const notedMax = 10_000;

/** The filters of an address that matter; anything else, such as a searched name or a cursor, is left out. */
const namingKeys = ['company', 'year', 'month', 'period', 'account', 'on', 'format', 'kind'] as const;

/** Logs who read pay, what and where: once a day for each person and address, so that reading does not fill the log. */
@Injectable()
export class PayReads {
  readonly #noted = new Set<string>();

  constructor(private readonly database: Database) {}

  async note({ name, pay, via }: Principal, request: Pick<Request, 'path' | 'query'>, what: PayShown): Promise<void> {
    if (!pay) return;
    const address = addressOf(request).slice(0, addressCharactersMax);
    const day = today(this.database.clock);
    const key = JSON.stringify([day, name, address]);
    if (this.#noted.has(key)) return;
    await this.database.work((rows) =>
      logAccess(this.database, rows, {
        ...{ actor: name, trigger: via === 'session' ? 'page' : 'api', act: 'read_pay', outcome: 'done' },
        answer: `${what}: ${address}`,
      }),
    );
    if (this.#noted.size >= notedMax) this.#noted.clear();
    this.#noted.add(key);
  }
}

function addressOf({ path, query }: Pick<Request, 'path' | 'query'>): string {
  const named = namingKeys.flatMap((key) => {
    const value: unknown = query[key];
    return typeof value === 'string' ? [[key, value]] : [];
  });
  return named.length === 0 ? path : `${path}?${new URLSearchParams(named)}`;
}
