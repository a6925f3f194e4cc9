import { Injectable } from '@nestjs/common';
import { Authorising } from '../companies/authorising.js';
import { Companies } from '../companies/companies.js';
import { Connecting } from '../companies/connecting.js';
import { PracticeImport } from '../companies/practice-import.js';
import { Database } from '../ground/database.js';
import { Decisions } from '../record/runs/decisions.js';
import { PostingLog } from '../record/log/posting-log.js';
import { Outbox } from '../record/messages/outbox.js';
import { type SyncOutcome, Syncs } from '../sync/syncs.js';
import { Verify } from '../sync/verify.js';

/** What acts work with. Doors pass it on as a whole; each act names the part it uses. */
@Injectable()
export class ActTools {
  /** Reruns waiting for their turn, by company and period. */
  readonly reruns = new Map<string, Promise<SyncOutcome>>();

  constructor(
    readonly database: Database,
    readonly companies: Companies,
    readonly decisions: Decisions,
    readonly log: PostingLog,
    readonly syncs: Syncs,
    readonly verify: Verify,
    readonly connecting: Connecting,
    readonly authorising: Authorising,
    readonly practiceImport: PracticeImport,
    readonly outbox: Outbox,
  ) {}
}

/** For acts on a company. */
export type CompanyTools = Pick<ActTools, 'database' | 'companies' | 'log'>;
/** For acts on a pay run. */
export type RunTools = CompanyTools & Pick<ActTools, 'decisions' | 'syncs' | 'reruns'>;
