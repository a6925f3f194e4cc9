import { LookupFailed } from './errors.js';
import type { Client } from './ledger.js';
import { clientsWire, practiceWire } from './ledger-wire.js';
import { hasNext, totalOf } from './paging.js';
import type { ServiceSession } from './session.js';
import { readAs } from './wire-reading.js';

const clientsPerPage = 500;
const pagesMax = 200;

/** An accountancy practice, which acts for its clients. */
export class Practice {
  constructor(private readonly session: ServiceSession) {}

  async record(): Promise<{ name: string; subdomain: string }> {
    const answer = await this.session.get('/v2/practice');
    return readAs(practiceWire, this.session.caller.who, 'practice', answer.body);
  }

  /** Page by page, with the `total` of all clients. Ends with LookupFailed if the list changed while it was read. */
  async *clients(): AsyncGenerator<{ readonly clients: readonly Client[]; readonly total?: number }> {
    const { who } = this.session.caller;
    const seen = new Set<string>();
    for (let page = 1; page <= pagesMax; page++) {
      const answer = await this.session.get(`/v2/clients?minimal_data=true&per_page=${clientsPerPage}&page=${page}`, {
        long: true,
      });
      const clients = readAs(clientsWire, who, 'clients', answer.body);
      const total = totalOf(answer);
      const known = seen.size;
      for (const { subdomain } of clients) seen.add(subdomain);
      yield { clients, total };
      if (hasNext(answer) && seen.size === known) throw new LookupFailed(`${who}: the list of clients never ends.`);
      if (hasNext(answer)) continue;
      if (total !== undefined && total !== seen.size)
        throw new LookupFailed(
          page === 1 && seen.size < total
            ? `${who}: the practice has ${total} clients, and only ${seen.size} were sent without a link to the rest.`
            : `${who}: the list of clients changed while it was read.`,
        );
      return;
    }
    throw new LookupFailed(`${who}: more than ${pagesMax * clientsPerPage} clients.`);
  }
}
