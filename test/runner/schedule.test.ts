import type { Company } from '../../src/companies/company.js';
import { Waits } from '../../src/books/waits.js';
import { Firings } from '../../src/runner/firings.js';
import { Places } from '../../src/runner/places.js';
import { InProcessQueue } from '../../src/runner/queue.js';
import { Schedule } from '../../src/runner/schedule.js';
import type { SyncRequest } from '../../src/record/runs/sync-record.entity.js';
import { describeOnDatabases } from '../harness/databases.js';
import { elm } from '../sync/rig.js';
import { rigged } from '../controls/rig.js';

const started = { company_start_date: '2020-01-01', freeagent_start_date: '2020-01-01' };

class LockedForElm extends InProcessQueue {
  readonly submitted: string[] = [];

  override async submit(company: Company, request: SyncRequest) {
    if (company.name === 'Elm Ltd') throw new Error('the database is locked');
    this.submitted.push(company.name);
    return super.submit(company, request);
  }
}

describeOnDatabases('what is scheduled', (open) => {
  const fails = (words: string) => (): Promise<never> => Promise.reject(new Error(words));

  /** Elm, whose syncs the queue does not take, and Oak. */
  async function elmAndOak() {
    const oak = { name: 'Oak Ltd', subdomain: 'oak', fields: { ...started, id: 6 } };
    const companies = [elm(), elm(oak)].flatMap((one) => (one as { companies: never[] }).companies);
    const { rig, db, clock, syncs } = await rigged(open, { scenario: { companies } });
    const { accessToken = '', refreshToken = '' } = rig.sandbox.credentials().companies[1] ?? {};
    const details = { name: 'Oak Ltd', mode: 'auto', postFrom: '2025-04-06' } as const;
    await rig.connecting.byTokens(details, { accessToken, refreshToken }, 'test');
    const queue = new LockedForElm(db, clock, syncs, new Places(1, new Waits()));
    const warnings: string[] = [];
    const due: string[] = [];
    const schedule = new Schedule(
      clock,
      rig.companies,
      { companiesToSettle: () => Promise.resolve(due) },
      queue,
      new Firings(db, clock),
      { run: fails('not asked for') },
      { erase: fails('the disk is full') },
      { anchor: () => Promise.resolve(0) },
      { due: fails('a policy cannot be read'), unsynced: fails('its rows cannot be read') },
      (words) => warnings.push(words),
    );
    return { schedule, queue, warnings, due, companies: rig.companies };
  }

  test('is collected from the other companies, whatever fails before or with one of them', async () => {
    const { schedule, queue, warnings } = await elmAndOak();
    await schedule.collect();
    await queue.drain();
    expect(queue.submitted).toEqual(['Oak Ltd']);
    expect(warnings).toEqual([
      expect.stringContaining('the disk is full'),
      expect.stringContaining('a policy cannot be read'),
      expect.stringContaining('The daily collection of Elm Ltd did not finish'),
    ]);
  });

  test('is settled with the other companies, when one cannot be settled or is not there any more', async () => {
    const { schedule, queue, warnings, due, companies } = await elmAndOak();
    for (const name of ['Elm Ltd', 'Oak Ltd']) due.push((await companies.find(name)).id);
    due.unshift('erased');
    await schedule.settleDue();
    await queue.drain();
    expect(queue.submitted).toEqual(['Oak Ltd']);
    expect(warnings).toEqual([
      expect.stringContaining('Settling company erased did not finish'),
      expect.stringContaining('the database is locked'),
    ]);
  });

  test('what has not synced is told by the loop that settles, once a minute, whatever fails', async () => {
    const { queue, companies, warnings } = await elmAndOak();
    const stopping = new AbortController();
    let ms = 0;
    const told: number[] = [];
    const clock = {
      now: () => new Date(0),
      monotonicMs: () => ms,
      async sleep(forMs: number) {
        ms += forMs;
        if (ms > 130_000) stopping.abort();
      },
    };
    const unsynced = () => {
      told.push(ms);
      return fails('its rows cannot be read')();
    };
    const nothing = {} as never;
    const settles = { companiesToSettle: () => Promise.resolve([]) };
    const tell = { due: fails('not asked for'), unsynced };
    const warn = (words: string) => warnings.push(words);
    await new Schedule(clock, companies, settles, queue, nothing, nothing, nothing, nothing, tell, warn).settleForever(
      stopping.signal,
    );
    expect(told).toEqual([15_000, 75_000]);
    expect(warnings).toEqual(told.map(() => expect.stringContaining('its rows cannot be read')));
  });
});
