import type { Database } from '../ground/database.js';
import { Problem, problem } from '../ground/problem.js';
import { oneLine } from '../ground/printable.js';
import type { Company } from './company.js';
import { CompanyRow } from './company.entity.js';
import type { ConnectDetails } from './connect-details.js';
import { type Alongside, type Connecting, NoUkPayroll } from './connecting.js';
import type { Connection } from './connection.entity.js';
import type { Connections } from './connections.js';

/** The outcome for one client. */
export type Imported =
  | { readonly outcome: 'imported'; readonly company: Company }
  | { readonly outcome: 'known'; readonly subdomain: string }
  | {
      readonly outcome: 'leftOut';
      readonly subdomain: string;
      readonly name: string;
      readonly reason: string;
      /** True when it should have worked, so that trying again may help. */
      readonly failed: boolean;
    };

export interface ImportOptions {
  readonly mode: ConnectDetails['mode'];
  readonly postFrom?: string;
  /** Import only these clients; each may have its own mode and cut-over. */
  readonly listed?: readonly ListedClient[];
  readonly actor: string;
  readonly alongside?: Alongside;
}

export interface ListedClient {
  readonly subdomain: string;
  readonly name?: string;
  readonly mode?: ConnectDetails['mode'];
  readonly postFrom?: string;
}

export interface ImportStep {
  readonly imported: Imported;
  readonly total?: number;
}

/** How many clients' books are asked at once; each has its own limit of requests. */
const atOnce = 8;

/** Adds a practice's clients as companies. Repeating it adds only new ones. */
export class PracticeImport {
  constructor(
    private readonly database: Database,
    private readonly connections: Connections,
    private readonly connecting: Connecting,
  ) {}

  /** Yields a step for each client as it is done. */
  async *run(options: ImportOptions): AsyncGenerator<ImportStep> {
    const practices = await this.connections.practices();
    if (practices.length === 0) throw noPractice();
    const listed = options.listed && new Map(options.listed.map((client) => [client.subdomain, client]));
    for (const practice of practices) yield* this.#importAll(practice, options, listed);
    for (const { subdomain, name = subdomain } of listed?.values() ?? []) {
      const reason = 'No connected practice has a client with this subdomain.';
      yield { imported: { outcome: 'leftOut', subdomain, name, reason, failed: true }, total: options.listed?.length };
    }
  }

  /** Removes from `listed` each client that it finds. */
  async *#importAll(
    practice: Connection,
    options: ImportOptions,
    listed: Map<string, ListedClient> | undefined,
  ): AsyncGenerator<ImportStep> {
    for await (const { clients, total } of this.connections.practice(practice).clients()) {
      const wanted: ListedClient[] = clients.flatMap((client) => {
        const line = listed?.get(client.subdomain);
        if (listed && !listed.delete(client.subdomain)) return [];
        return [{ ...client, ...line, name: line?.name ?? client.name }];
      });
      for (let i = 0; i < wanted.length; i += atOnce) {
        const some = wanted.slice(i, i + atOnce).map((client) => this.#import(practice, client, options));
        for (const imported of await Promise.all(some)) yield { imported, total: options.listed?.length ?? total };
      }
    }
  }

  async #import(practice: Connection, client: ListedClient, options: ImportOptions): Promise<Imported> {
    const { subdomain } = client;
    // The service may have no name for a client, and a company must be called something.
    const name = oneLine(client.name ?? '').trim() || subdomain;
    const of = { connectionId: practice.id, subdomain };
    if (await this.database.read((rows) => rows.existsBy(CompanyRow, of))) return { outcome: 'known', subdomain };
    const mode = client.mode ?? options.mode;
    const postFrom = client.postFrom ?? options.postFrom;
    try {
      const seen = await this.connections.books(practice, { name, subdomain }).company();
      if (await this.connecting.known(seen.value)) return { outcome: 'known', subdomain };
      const details = { name, subdomain, mode, postFrom, imported: true };
      const { actor, alongside } = options;
      const company = await this.connecting.addCompany(practice, { details, seen, actor, alongside });
      return { outcome: 'imported', company };
    } catch (error) {
      if (error instanceof Problem)
        return { outcome: 'leftOut', subdomain, name, reason: error.detail, failed: !(error instanceof NoUkPayroll) };
      throw error;
    }
  }
}

function noPractice(): Problem {
  return problem('no-practice', {
    detail: 'Clients are imported from a practice, and none is connected.',
    todo: 'Connect it with `counterfoil connect --practice --name NAME`.',
  });
}
