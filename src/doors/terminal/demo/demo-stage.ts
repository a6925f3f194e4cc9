import type { INestApplicationContext } from '@nestjs/common';
import type { Company } from '../../../companies/company.js';
import type { Database } from '../../../ground/database.js';
import type { PayRunRecord } from '../../../record/runs/pay-run.entity.js';
import type { DemoClock } from './demo-clock.js';

/** What the demo's story works with: the service's rooms, and the controls of the sandbox. */

export interface Demo {
  readonly rooms: INestApplicationContext;
  readonly company: Company;
  readonly clock: DemoClock;
  /** The accounting service's address. */
  readonly sandboxUrl: string;
  readonly subdomain: string;
  print(text: string): void;
}

export const actor = 'demo';

export async function runsOf({ rooms, company }: Pick<Demo, 'rooms' | 'company'>): Promise<readonly PayRunRecord[]> {
  const { PayRunRecord } = await import('../../../record/runs/pay-run.entity.js');
  const database = await databaseOf(rooms);
  const order = { datedOn: 'ASC' } as const;
  const { withLines } = await import('../../../record/runs/run-lines.js');
  return database.read(async (rows) =>
    withLines(rows, await rows.find(PayRunRecord, { where: { companyId: company.id, kind: 'payroll' }, order })),
  );
}

export async function databaseOf(rooms: INestApplicationContext): Promise<Database> {
  const { Database } = await import('../../../ground/database.js');
  return rooms.get(Database, { strict: false });
}

export async function control<T>(demo: Demo, method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${demo.sandboxUrl}/_sandbox/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The sandbox refused ${method} ${path}: ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}
