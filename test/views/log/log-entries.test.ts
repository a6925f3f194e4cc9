import type { Database } from '../../../src/ground/database.js';
import { placeOf } from '../../../src/ground/seek.js';
import type { LogEntry } from '../../../src/record/log/log-entry.entity.js';
import { installation } from '../../../src/record/log/log-entry.entity.js';
import { byTime, type LogViewFilter, newestEntries, type Part } from '../../../src/views/log/log-entries.js';
import { placesOf } from '../../../src/views/log/log-search.js';
import { insertCompany } from '../../factories/companies.js';
import { insertLogEntry } from '../../factories/log.js';
import { payrollOf, type Slip } from '../../factories/payroll.js';
import { insertRun } from '../../factories/runs.js';
import { describeOnDatabases } from '../../harness/databases.js';

const everything = { companies: null, pay: true };
const slip = (name: string): Slip => ({
  ...{ id: 1, name, basic: '2000.00', tax: '275.20', ni: '167.76', employerNi: '194.71' },
});
const at = (minute: number) => new Date(Date.UTC(2025, 9, 1, 0, minute));
const pick = <T>(some: readonly T[], number: number) => some[number % some.length] as T;

type Entry = Pick<LogEntry, 'companyId' | 'act' | 'actor' | 'trigger' | 'tag' | 'at'>;
const tags = ['counterfoil:2026-06:2025-10-31', 'counterfoil:2026-05:2025-09-30', null];
const companies = ['ash', 'birch', 'cedar'];
/** Some at the same moment, as a sync writes them. */
const entries: readonly Entry[] = Array.from({ length: 40 }, (_, number) => ({
  companyId: number % 7 === 6 ? installation : pick(companies, number),
  act: pick(['post', 'verify', 'sync', 'post', 'approve'], number),
  actor: pick(['ann', 'schedule', 'bob'], number >> 1),
  trigger: pick(['page', 'schedule'], number >> 2),
  tag: pick(tags, number >> 1),
  at: at(number >> 1),
}));

const ofReach = (reach: readonly string[]) => ({ companies: reach, pay: true });
const toMany = ofReach([...Array.from({ length: 40 }, (_, number) => `other-${number}`), 'ash', 'cedar']);
type Case = readonly [
  what: string,
  filter: Omit<LogViewFilter, 'search'>,
  is: (entry: Entry) => boolean,
  part?: Partial<Part>,
];
const sought: readonly Case[] = [
  ['everything', {}, () => true],
  ['one act', { act: 'approve' }, ({ act }) => act === 'approve'],
  ['an act and a trigger', { act: 'post', trigger: 'page' }, (one) => one.act === 'post' && one.trigger === 'page'],
  ['an act that no one did', { act: 'erase', trigger: 'page' }, () => false],
  ['a company', { companyId: 'birch' }, ({ companyId }) => companyId === 'birch'],
  ['an act of a company', { companyId: 'ash', act: 'sync' }, (one) => one.companyId === 'ash' && one.act === 'sync'],
  ['a tag', { tag: tags[1] ?? '' }, ({ tag }) => tag === tags[1]],
  [
    'a tag of a company',
    { companyId: 'ash', tag: tags[0] ?? '' },
    (one) => one.companyId === 'ash' && one.tag === tags[0],
  ],
  ['any of some tags', { tags: [tags[0] ?? '', 'none'] }, ({ tag }) => tag === tags[0]],
  ['not reviewed', { unreviewed: true }, (one) => one.companyId === 'ash' && one.tag === tags[0]],
  [
    'a tag between two moments',
    { tag: tags[0] ?? '', since: at(5), until: at(14) },
    (one) => one.tag === tags[0] && one.at >= at(5) && one.at < at(14),
  ],
  ['two people', {}, ({ actor }) => actor !== 'schedule', { actors: ['ann', 'bob', 'eve'] }],
  [
    'two people in a company',
    { companyId: 'cedar' },
    (one) => one.companyId === 'cedar' && one.actor !== 'schedule',
    { actors: ['ann', 'bob'] },
  ],
];

describeOnDatabases('What is looked for in a log of any length', (open, kind) => {
  let database: Database;
  beforeEach(async () => {
    database = await open();
    for (const id of companies) await insertCompany(database, { id, name: `${id} Ltd` });
    const run = { state: 'posted', datedOn: '2025-10-31', tag: tags[0] ?? '' } as const;
    await insertRun(database, 'ash', payrollOf([slip('Ed Elm')]), run);
    await insertRun(database, 'birch', payrollOf([slip('Eve Elm')]), {
      ...run,
      signedOffBy: 'ann',
      signedOffAt: at(1),
    });
    for (const entry of entries) await insertLogEntry(database, entry);
  });

  const shown = (some: readonly Entry[]) => some.map((one) => `${one.at.toISOString()} ${one.companyId} ${one.act}`);
  const newestOf = (is: (entry: Entry) => boolean) =>
    entries.filter((one) => one.companyId !== installation && is(one)).reverse();

  test.each(sought.map((one) => ({ what: one[0], one })))(
    '$what is found, the newest first, in however many parts the log is read',
    async ({ one: [, filter, is, part] }) => {
      for (const lookedThrough of [1, 3, 1000])
        for (const viewer of [everything, ofReach(['ash', 'cedar']), toMany]) {
          const reached = newestOf(
            (one) => is(one) && (viewer.companies === null || viewer.companies.includes(one.companyId)),
          );
          const all = await newestEntries(
            database,
            viewer,
            filter,
            { after: undefined, limit: 100, ...part },
            lookedThrough,
          );
          expect([lookedThrough, shown(all)]).toEqual([lookedThrough, shown(reached)]);
          const few = await newestEntries(
            database,
            viewer,
            filter,
            { after: undefined, limit: 2, ...part },
            lookedThrough,
          );
          const last = few.at(-1);
          const more = await newestEntries(
            database,
            viewer,
            filter,
            { after: last && placeOf(byTime, last), limit: 2, ...part },
            lookedThrough,
          );
          expect([...shown(few), ...(few.length < 2 ? [] : shown(more))]).toEqual(shown(reached.slice(0, 4)));
        }
    },
  );

  /** Which of them was over first: a search, and work that was asked for just after it. */
  async function firstOf(search: () => Promise<unknown>): Promise<string> {
    const over: string[] = [];
    await Promise.all([
      search().then(() => over.push('search')),
      database.work(async () => {}).then(() => over.push('work')),
    ]);
    return over[0] ?? '';
  }

  // PostgreSQL gives each a connection: which of them ends first is chance there.
  if (kind === 'sqlite')
    test('others do their work before a long search is over', async () => {
      const nothing = { after: undefined, limit: 50 };
      expect(await firstOf(() => newestEntries(database, everything, { tag: 'none' }, nothing, 3))).toBe('work');
      const runByRun = { runs: 1, payslips: 1 };
      expect(await firstOf(() => placesOf(database, everything, 'no one', runByRun))).toBe('work');
    });

  test('a person who is paid is found in however many parts the pay runs are read', async () => {
    const whole = await placesOf(database, everything, 'e elm');
    expect(whole.flatMap(({ paid }) => [...(paid?.values() ?? [])].flat())).toContain('Eve Elm');
    for (const [search, inCompanies] of [
      ['elm', ['ash', 'birch']],
      ['eve', ['birch']],
      ['no one', []],
    ] as const)
      for (const lookedThrough of [
        { runs: 1, payslips: 1 },
        { runs: 2, payslips: 1000 },
        { runs: 1000, payslips: 2 },
      ]) {
        const places = await placesOf(database, everything, search, lookedThrough);
        expect(places.map(({ companyId }) => companyId).sort()).toEqual(inCompanies);
      }
  });
});
