import { expect, it } from '@jest/globals';
import { nothingRecordedOf, readMonth } from '../../src/evidence/month-facts.js';
import { ClientApproval } from '../../src/record/client-approval.entity.js';
import { ControlReading } from '../../src/record/controls.entity.js';
import { PostingLog } from '../../src/record/log/posting-log.js';
import { Decision } from '../../src/record/runs/decision.entity.js';
import { companyOn } from '../acts/rules/on-rows.js';
import { insertCompany } from '../factories/companies.js';
import { payrollOf } from '../factories/payroll.js';
import { insertRun } from '../factories/runs.js';
import { openFresh } from '../harness/databases.js';

const payroll = payrollOf([{ id: 1, name: 'Ann', basic: '100.00', tax: '10.00', ni: '5.00', employerNi: '7.00' }]);
const october = { year: 2026, period: 6 };
const tag = 'counterfoil:2026-06:2025-10-31';
const november = new Date('2025-11-10T10:00:00Z');

async function begun() {
  const { database, company, log } = await companyOn((clock) => openFresh('sqlite', clock));
  await insertCompany(database, { name: 'Oak Ltd', id: 'oak' });
  for (const id of ['elm', 'oak'])
    for (const datedOn of ['2025-09-30', '2025-10-31', '2025-11-28'])
      await insertRun(database, id, payroll, { state: 'posted', datedOn });
  return { database, company, log, month: () => readMonth(database, company, october) };
}

it('are of one company’s month, and of the one before it', async () => {
  const { month } = await begun();
  const { runs, before, postings } = await month();
  const shown = (all: readonly { companyId: string; datedOn: string }[]) =>
    all.map(({ companyId, datedOn }) => `${companyId} ${datedOn}`);
  expect([shown(runs), shown(before), shown(postings)]).toEqual([
    ['elm 2025-10-31'],
    ['elm 2025-09-30'],
    ['elm 2025-10-31'],
  ]);
});

it('of January are compared with December, and of April with March of the year before', async () => {
  const { database, company } = await begun();
  for (const datedOn of ['2025-03-31', '2025-04-30'])
    await insertRun(database, 'elm', payroll, { state: 'posted', datedOn });
  const { before } = await readMonth(database, company, { year: 2026, period: 0 });
  expect(before.map(({ datedOn }) => datedOn)).toEqual(['2025-03-31']);
});

it('have the last reading of control accounts until HMRC is paid, else the first after it, if there was an answer', async () => {
  const { database, month } = await begun();
  const read = (asOn: string, over: object = {}) =>
    database.work((rows) =>
      rows.insert(ControlReading, {
        ...{
          companyId: 'elm',
          asOn,
          readAt: november,
          state: 'clear',
          exceptions: 0,
          logSeq: 0,
          causes: [],
          problem: null,
        },
        accounts: [{ account: '814', name: '', balance: '0.00', notDue: '0.00', known: '0.00', open: [] }],
        ...over,
      } as never),
    );
  expect(await month()).not.toHaveProperty('controlsBefore');
  await read('2025-10-05');
  await read('2025-11-22', { companyId: 'oak' });
  expect(await month()).toMatchObject({ controlsBefore: '2025-10-05' });
  expect(await month()).not.toHaveProperty('controls');
  for (const later of ['2025-12-20', '2025-11-23']) await read(later);
  expect((await month()).controls?.asOn).toBe('2025-11-23');
  await read('2025-10-06');
  expect((await month()).controls?.asOn).toBe('2025-10-06');
  await read('2025-11-22');
  expect((await month()).controls?.asOn).toBe('2025-11-22');
  await database.work((rows) =>
    rows.update(ControlReading, { companyId: 'elm', asOn: '2025-11-22' }, { accounts: [] }),
  );
  expect((await month()).controls?.asOn).toBe('2025-10-06');
});

it('have the decisions about its runs, and those of the practice while it was worked on', async () => {
  const { database, company, month } = await begun();
  const decide = (id: string, over: object) =>
    database.work((rows) =>
      rows.insert(Decision, {
        ...{
          id,
          companyId: 'elm',
          connectionId: null,
          scope: 'run',
          kind: 'post',
          tag,
          reason: '',
          actor: 'ann',
          at: november,
        },
        ...over,
      } as never),
    );
  await decide('run', {});
  await decide('other run', { tag: 'counterfoil:2026-05:2025-09-30' });
  await decide('other company', { companyId: 'oak' });
  const practice = { companyId: null, connectionId: company.connectionId, scope: 'practice', kind: 'eyes', tag: null };
  await decide('practice', practice);
  await decide('person', { ...practice, kind: 'person' });
  await decide('other practice', { ...practice, connectionId: 'connection-oak' });
  await decide('practice before', { ...practice, at: new Date('2025-10-05T23:00:00Z') });
  await decide('practice after', { ...practice, at: new Date('2025-11-23T00:00:00Z') });
  await decide('practice of another kind', { ...practice, kind: 'treatment' });
  expect((await month()).decisions.map(({ id }) => id).sort()).toEqual(['person', 'practice', 'run']);
});

it('have what the client was asked for the month', async () => {
  const { database, month } = await begun();
  const asked = { fingerprint: 'f', askedBy: 'ann', askedThrough: 'page', askedAt: november, expiresAt: november };
  const of = {
    mine: {},
    'another month': { period: 5 },
    'another year': { year: 2025 },
    'another company': { companyId: 'oak' },
  };
  for (const [id, over] of Object.entries(of))
    await database.work((rows) =>
      rows.insert(ClientApproval, { id, codeHash: id, companyId: 'elm', ...october, ...asked, ...over } as never),
    );
  expect((await month()).approvals.map(({ id }) => id)).toEqual(['mine']);
});

it('have the lines of the log about its runs and its month, and the company’s own of those days', async () => {
  const { database, month } = await begun();
  const log = new PostingLog(database);
  const line = { companyId: 'elm', trigger: 'page', actor: 'ann', act: 'note', outcome: 'done' } as const;
  const tags = {
    run: tag,
    month: 'counterfoil:2026-06',
    'another month': 'counterfoil:2026-05:2025-09-30',
    company: undefined,
  };
  for (const [answer, of] of Object.entries(tags))
    await database.work((rows) => log.append(rows, { ...line, answer, ...(of !== undefined && { tag: of }) }));
  await database.work((rows) => log.append(rows, { ...line, companyId: 'oak', tag }));
  const { log: lines, logLeftOut, end } = await month();
  expect(lines.map(({ seq, actor, answer }) => `${seq} ${actor} ${answer}`)).toEqual([
    '1 ann run',
    '2 ann month',
    '4 ann company',
  ]);
  expect([logLeftOut, end.seq]).toEqual([0, 4]);
});

it('are refused of a month of which nothing is recorded', async () => {
  const { database, company } = await begun();
  await expect(readMonth(database, company, { year: 2026, period: 1 })).rejects.toMatchObject({
    ...{ kind: 'no-payroll-of-month', detail: 'Elm Ltd: nothing is recorded of May 2025.' },
  });
  expect(nothingRecordedOf(company).detail).toBe('Elm Ltd: nothing is recorded of any tax month.');
});
