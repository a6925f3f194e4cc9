import { type Row, Table } from '../engine/table.js';

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
}
