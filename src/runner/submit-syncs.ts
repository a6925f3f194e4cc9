import { type SyncAsked, syncsToStart } from '../acts/start-sync.js';
import type { Companies } from '../companies/companies.js';
import type { Database } from '../ground/database.js';
import type { SyncQueue } from './queue.js';

interface Submitted {
  readonly id: string;
  readonly company: string;
  /** It was waiting or running already. */
  readonly joined: boolean;
}

interface SyncsSubmitted {
  readonly submitted: readonly Submitted[];
  /** By the database's clock, like the syncs: a page that follows many of them knows them by these. */
  readonly since: Date;
  readonly until: Date;
}

interface Submits {
  readonly queue: SyncQueue;
  readonly tools: { readonly companies: Pick<Companies, 'all'>; readonly database: Database };
}

/** The syncs that a person asks for, of one company or of all within reach, into the queue. */
export async function submitSyncs({ queue, tools }: Submits, asked: SyncAsked): Promise<SyncsSubmitted> {
  const now = () => tools.database.read((rows) => tools.database.now(rows));
  const since = await now();
  const submitted: Submitted[] = [];
  for await (const { company, request } of syncsToStart(tools, asked))
    submitted.push({ ...(await queue.submit(company, request)), company: company.name });
  return { submitted, since, until: await now() };
}
