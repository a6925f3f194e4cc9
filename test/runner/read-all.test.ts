import type { Transport } from '../../src/books/http.js';
import { Waits } from '../../src/books/waits.js';
import { connectCompany } from '../../src/acts/companies/connect-company.js';
import { readingsOf } from '../../src/controls/show/readings.js';
import { Leases } from '../../src/record/leases.js';
import { LogEntry } from '../../src/record/log/log-entry.entity.js';
import { Places } from '../../src/runner/places.js';
import { ReadAll } from '../../src/runner/read-all.js';
import { rigged } from '../controls/rig.js';
import { describeOnDatabases } from '../harness/databases.js';
import { elm } from '../sync/rig.js';

const who = { actor: 'Ruth', trigger: 'page' };
const names = { name: 'Oak Ltd', subdomain: 'oak', fields: { id: 6, freeagent_start_date: '2020-01-01' } };
const elmAndOak = { companies: [elm(), elm(names)].flatMap((one) => (one as { companies: object[] }).companies) };
const balances = /\/trial_balance\//;

/** Once they are synced, Elm's balances come when a test lets them, and Oak's books refuse. */
function gated() {
  let letGo = () => {};
  const isOpen = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let arrived = () => {};
  const hasAsked = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const refused = new Set<string>();
  const around =
    (send: Transport): Transport =>
    async (request) => {
      if (!balances.test(request.url)) return send(request);
      if (refused.size === 0) return send(request);
      if (refused.has(request.headers.authorization ?? '')) return { status: 403, headers: {}, body: '{}' };
      arrived();
      await isOpen;
      return send(request);
    };
  return { around, refused, hasAsked, letGo: () => letGo() };
}

describeOnDatabases('reading all clients', (open) => {
  async function two() {
    const gate = gated();
    const books = await rigged(open, { scenario: elmAndOak as never, around: gate.around });
    const { rig, db } = books;
    const [, { accessToken, refreshToken } = { accessToken: '', refreshToken: '' }] =
      rig.sandbox.credentials().companies;
    const oak = await connectCompany(
      { connecting: rig.connecting, database: db, log: books.log },
      { name: 'Oak Ltd', mode: 'auto', postFrom: '2025-04-06' },
      { who: { actor: 'Ruth', trigger: 'command', companies: null }, tokens: { accessToken, refreshToken } },
    );
    if (oak.kind !== 'company') throw new Error('A company was expected.');
    await books.sync();
    await books.syncs.run(oak.company, { actor: 'Ruth', trigger: 'command' });
    gate.refused.add(`Bearer ${accessToken}`);
    const leases = new Leases(db, rig.config.leaseSeconds);
    const all = (places = new Places(1, new Waits())) => new ReadAll(db, leases, rig.companies, books.reader, places);
    const readings = () => db.read((rows) => readingsOf(rows, { companies: null, pay: true }));
    const looked = async () =>
      (await db.read((rows) => rows.findBy(LogEntry, { act: 'controls' }))).map(({ outcome }) => outcome).sort();
    return { books, gate, oak: oak.company, all, readings, looked };
  }

  test('each is read, one whose books refuse too; how far it is is told; who starts it again joins', async () => {
    const { gate, all, readings, looked } = await two();
    const readAll = all();
    expect(await readAll.going()).toBeUndefined();
    const { ended } = await readAll.start(who, null);
    expect(await readAll.going()).toEqual({ done: 0, of: 2 });
    await gate.hasAsked;
    // Another process.
    await (await all().start(who, null)).ended;
    expect(await all().going()).toEqual({ done: 0, of: 2 });
    gate.letGo();
    await ended;
    expect(await readAll.going()).toBeUndefined();
    expect((await readings()).map(({ company, empty, problem }) => [company, empty, problem === undefined])).toEqual([
      ['Elm Ltd', undefined, true],
      ['Oak Ltd', 'never_read', false],
    ]);
    expect(await looked()).toEqual(['failed', 'found']);
  });

  test('someone who may see some of them reads these', async () => {
    const { gate, books, all, readings } = await two();
    gate.letGo();
    await (await all().start(who, [books.company.id])).ended;
    expect((await readings()).map(({ company }) => company)).toEqual(['Elm Ltd']);
  });

  test('what breaks while one is read stops no other, and is told at the end', async () => {
    const { gate, books, oak, all, readings } = await two();
    gate.letGo();
    const { db, rig, reader } = books;
    const breaks: Pick<typeof reader, 'read'> = {
      read: (company, asked) =>
        company.id === oak.id ? Promise.reject(new Error('out of order')) : reader.read(company, asked),
    };
    const leases = new Leases(db, rig.config.leaseSeconds);
    const readAll = new ReadAll(db, leases, rig.companies, breaks, new Places(1, new Waits()));
    await expect((await readAll.start(who, null)).ended).rejects.toThrow('out of order');
    expect(await all().going()).toBeUndefined();
    expect((await readings()).map(({ company }) => company)).toEqual(['Elm Ltd']);
  });
});
