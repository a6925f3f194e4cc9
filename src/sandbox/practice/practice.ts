import { notFound } from '../answer.js';
import type { Call, PracticeCall, Route } from '../engine/call.js';
import { render, routesOf, shownFields } from '../engine/resource-routes.js';
import { type Row, Table } from '../engine/table.js';
import { accountManagers, clients } from './clients.js';

/** An accountancy practice: its account managers and clients. A client's books are only made when first read. */
export class Practice {
  readonly clients = new Table();
  readonly managers = new Table();
  readonly #seniors = new Set<number>();

  constructor(
    readonly name: string,
    readonly subdomain: string,
  ) {}

  addManager(id: number, values: { name: string; email: string }, senior: boolean, now: number): void {
    this.managers.put({ key: String(id), values, createdAt: now, updatedAt: now });
    if (senior) this.#seniors.add(id);
  }

  isSenior(managerId: number): boolean {
    return this.#seniors.has(managerId);
  }

  /** A senior account manager sees every client, the others their own. */
  sees(managerId: number, client: Row): boolean {
    return this.isSenior(managerId) || client.values['account_manager'] === `/v2/account_managers/${managerId}`;
  }

  maySee(call: Call, client: Row): boolean {
    return this.sees((call as PracticeCall).login.managerId, client);
  }
}

export const practiceRoutes: readonly Route[] = [
  ...routesOf(clients),
  {
    method: 'GET',
    path: '/v2/account_managers/me',
    scope: 'practice',
    doc: {
      section: '4.23',
      summary: "Reads the caller's own account manager",
      answers: { account_manager: { type: 'object', parts: shownFields(accountManagers) } },
    },
    act: (call) => {
      const row = call.world.practice!.managers.get(String(call.login.managerId));
      if (!row) throw notFound();
      return { json: { account_manager: render(accountManagers, call, row) } };
    },
  },
  ...routesOf(accountManagers),
  {
    method: 'GET',
    path: '/v2/practice',
    scope: 'practice',
    doc: {
      section: '4.23',
      summary: 'Reads the practice',
      answers: { name: { type: 'string' }, subdomain: { type: 'string' } },
    },
    act: ({ world }) => ({ json: { name: world.practice!.name, subdomain: world.practice!.subdomain } }),
  },
];
