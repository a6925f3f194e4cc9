import { expect, it } from '@jest/globals';
import { CompanyRow } from '../../../src/companies/company.entity.js';
import { Connection } from '../../../src/companies/connection.entity.js';
import { ConnectionRequest } from '../../../src/companies/connection-request.entity.js';
import { surroundingsFact } from '../../../src/companies/surroundings.js';
import type { Database } from '../../../src/ground/database.js';
import { readFact } from '../../../src/ground/facts.js';
import type { Rows } from '../../../src/ground/rows.js';
import { generationTag } from '../../../src/journal/nouns/identity.js';
import { Money } from '../../../src/journal/nouns/money.js';
import { ControlNoteRow, ControlReading, KeptBalances } from '../../../src/record/controls.entity.js';
import { KeptAnswer } from '../../../src/record/kept-answer.entity.js';
import { LogFigures } from '../../../src/record/log/log-figures.entity.js';
import { Notification } from '../../../src/record/messages/notification.entity.js';
import { SyncRecord } from '../../../src/record/runs/sync-record.entity.js';
import { YearInBooks } from '../../../src/record/year-in-books.entity.js';
import { ed, erasedFrom, type Extent, extents, tags, tom } from './two-clients.js';

const at = new Date('2025-03-10T10:00:00Z');
const none = { gross: Money.zero, net: Money.zero, taxAuthority: Money.zero };

/** What is kept for a while of each client, on either side of each rule. */
async function kept(rows: Rows, companyId: string): Promise<void> {
  const figures = [
    [1, tags.march, 1],
    [2, generationTag(tags.march, 'post', 2), 2],
    [3, tags.march, 3],
    [4, tags.february, 1],
    [5, tags.may, 1],
  ] as const;
  for (const [seq, tag, payslips] of figures) await rows.insert(LogFigures, { companyId, seq, tag, payslips, ...none });
  const line = (userPath: string, name: string) => ({ account: '902', userPath, name, amount: '5.00' });
  const total = { account: '814', name: 'PAYE/NI', amount: '9.00' };
  const days = {
    '2025-04-03': total,
    '2025-04-04': line(ed, ''),
    '2025-04-05': line(tom, 'Tom Oak'),
    '2025-04-06': line(ed, ''),
  };
  for (const [day, one] of Object.entries(days))
    await rows.insert(KeptBalances, { companyId, day, readAt: at, lines: [one] });
  const account = (user: string) => ({ account: '902', user, name: '', amount: '1.00' });
  const both = [account(ed), account(tom)];
  const causes = [{ what: 'Wages on the account of Ed Vale', todo: 'Split', accounts: both }];
  const problems = { '2025-04-04': 'No user Ed Vale', '2025-04-05': 'It is down', '2025-04-06': 'No user Ed Vale' };
  for (const [asOn, problem] of Object.entries(problems)) {
    const reading = { companyId, asOn, readAt: at, state: 'open', exceptions: 1, logSeq: 1, problem };
    await rows.insert(ControlReading, { ...reading, causes, accounts: both } as never);
  }
  for (const year of [2025, 2026])
    await rows.insert(YearInBooks, { companyId, year, readAt: at, logSeq: 1, spans: [] });
  await rows.update(CompanyRow, { id: companyId }, { problem: `${companyId}: Ed Vale is no user` });
  await rows.update(Connection, { id: `connection-${companyId}` }, { problem: `${companyId}: Ed Vale is no user` });
  const sync = (id: string, by: string, endedAt: Date | null) => ({
    ...{ id: `${companyId} ${id}`, companyId, trigger: 'page', actor: by, state: 'done', request: { actor: by } },
    ...{ queuedAt: at, startedAt: at, endedAt },
  });
  for (const one of [sync('his', 'Ed Vale', at), sync('running', 'Ed Vale', null), sync('other', 'Tom Oak', at)])
    await rows.insert(SyncRecord, one as never);
  for (const name of ['Ed Vale', 'Bea Fir']) {
    const message = {
      id: `${companyId} ${name}`,
      companyId,
      kind: 'drift',
      once: `${companyId} ${name}`,
      payload: { name },
      attempts: 1,
    };
    await rows.insert(Notification, { ...message, createdAt: at, nextAt: at } as never);
  }
}

/** One line a table: what is left of a client. */
async function leftOf(db: Database, companyId: string): Promise<Readonly<Record<string, string>>> {
  return db.read(async (rows) => {
    const figures = await rows.find(LogFigures, { where: { companyId }, order: { seq: 'ASC' } });
    const balances = await rows.find(KeptBalances, { where: { companyId }, order: { day: 'ASC' } });
    const readings = await rows.find(ControlReading, { where: { companyId }, order: { asOn: 'ASC' } });
    const years = await rows.find(YearInBooks, { where: { companyId }, order: { year: 'ASC' } });
    const syncs = await rows.find(SyncRecord, { where: { companyId }, order: { id: 'ASC' } });
    const messages = await rows.find(Notification, { where: { companyId }, order: { id: 'ASC' } });
    const users = JSON.parse((await readFact(rows, surroundingsFact(companyId))) ?? '{}');
    return {
      figures: figures.map(({ seq }) => seq).join(' '),
      balances: balances.map(({ day }) => day).join(' '),
      readings: readings
        .map(({ asOn, causes, accounts, problem }) => {
          const [cause] = causes;
          const whose = [...accounts, ...(cause?.accounts ?? [])].map(({ user }) => user?.slice(-1));
          return `${asOn} ${whose.join('')} ${cause?.what === 'erased' ? 'erased' : 'told'} ${problem ?? 'no problem'}`;
        })
        .join('; '),
      years: years.map(({ year }) => year).join(' '),
      problems: [
        await rows.findOneBy(CompanyRow, { id: companyId }),
        await rows.findOneBy(Connection, { id: `connection-${companyId}` }),
      ]
        .map((row) => (row?.problem == null ? 'none' : 'told'))
        .join(' '),
      syncs: syncs.map(({ id }) => id.split(' ')[1]).join(' '),
      messages: messages.map(({ payload }) => (payload as { name: string }).name).join(' '),
      users: [
        ...users.people.map((one: { firstName: string }) => one.firstName),
        ...users.accounts.map((one: { code: string }) => one.code),
      ].join(' '),
    };
  });
}

const all = {
  figures: '1 2 3 4 5',
  balances: '2025-04-03 2025-04-04 2025-04-05 2025-04-06',
  readings:
    '2025-04-04 2323 told No user Ed Vale; 2025-04-05 2323 told It is down; 2025-04-06 2323 told No user Ed Vale',
  years: '2025 2026',
  problems: 'told told',
  syncs: 'his other running',
  messages: 'Bea Fir Ed Vale',
  users: 'Ed Tom 401 902-2 902-3',
};

const left: Readonly<Record<Extent, typeof all>> = {
  Ed: {
    // With three payslips a total shows no one's pay.
    figures: '3 4 5',
    balances: '2025-04-03 2025-04-05 2025-04-06',
    readings: '2025-04-04 33 erased no problem; 2025-04-05 33 erased It is down; 2025-04-06 2323 told no problem',
    years: '',
    problems: 'none none',
    syncs: 'other running',
    messages: 'Bea Fir',
    users: all.users,
  },
  'Ed, who left': {
    figures: '3 4 5',
    balances: '2025-04-03 2025-04-05',
    readings: '2025-04-04 33 erased no problem; 2025-04-05 33 erased It is down; 2025-04-06 33 erased no problem',
    years: '',
    problems: 'none none',
    syncs: 'other running',
    messages: 'Bea Fir',
    users: 'Tom 401 902-3',
  },
  everyone: {
    figures: '5',
    balances: '2025-04-06',
    readings: '2025-04-06 2323 told no problem',
    years: '2026',
    problems: 'none none',
    syncs: 'running',
    messages: 'Bea Fir',
    users: all.users,
  },
};

it.each(extents)('of what is kept for a while, what is not of %s stays, and all of another client', async (extent) => {
  const { db, carried } = await erasedFrom(extent, kept);
  const gone = all.figures.split(' ').filter((seq) => !left[extent].figures.split(' ').includes(seq));
  expect(carried).toEqual(gone.map((seq) => `figures ${seq}`));
  expect(await leftOf(db, 'elm')).toEqual(left[extent]);
  expect(await leftOf(db, 'oak')).toEqual(all);
});

it('a problem, an answer and a request that name no one of them stay', async () => {
  const { db } = await erasedFrom('Ed', async (rows, companyId) => {
    await rows.update(CompanyRow, { id: companyId }, { problem: 'It is down' });
    await rows.update(Connection, { id: `connection-${companyId}` }, { problem: 'It is down' });
    if (companyId === 'oak') return;
    const rights = { role: 'admin', pay: true, companies: null } as const;
    const answer = (key: string, given: object) => ({
      scope: 's',
      key,
      requestHash: 'h',
      token: 't',
      rights,
      ...given,
    });
    const times = { begunAt: at, expiresAt: at };
    for (const [key, body] of Object.entries({ his: 'Ed Vale', other: 'Bea Fir' }))
      for (const scope of ['s', 't'])
        await rows.insert(KeptAnswer, { ...answer(`${key}`, { scope, status: 200, headers: {}, body }), ...times });
    // Of the same key, and another's.
    await rows.insert(KeptAnswer, {
      ...answer('his', { scope: 'u', status: 200, headers: {}, body: 'Bea Fir' }),
      ...times,
    });
    for (const name of ['Ed Vale', 'Bea Fir']) {
      const asked = { stateHash: name, verifier: 'v', details: { name }, actor: 'ann', sessionHash: null };
      await rows.insert(ConnectionRequest, { ...asked, createdAt: at, expiresAt: at } as never);
    }
  });
  const found = await db.read(async (rows) => [
    (await rows.findOneBy(CompanyRow, { id: 'elm' }))?.problem,
    (await rows.findOneBy(Connection, { id: 'connection-elm' }))?.problem,
    ...(await rows.find(KeptAnswer, { order: { key: 'ASC', scope: 'ASC' } })).map(
      ({ scope, key, body }) => `${scope} ${key} ${body}`,
    ),
    ...(await rows.find(ConnectionRequest)).map(({ stateHash }) => stateHash),
  ]);
  expect(found).toEqual([
    ...[
      'It is down',
      'It is down',
      's his null',
      't his null',
      'u his Bea Fir',
      's other Bea Fir',
      't other Bea Fir',
      'Bea Fir',
    ],
  ]);
});

/** What people noted on control accounts, by whom it is about. */
async function controlNotes(rows: Rows, companyId: string): Promise<void> {
  const row = { companyId, account: '902', kind: 'accepted', item: 'net', namedAs: 'rounding', actor: 'ann' };
  const open = new Date('2025-05-10T10:00:00Z');
  const notes: Readonly<Record<string, Partial<ControlNoteRow>>> = {
    his: { userPath: ed },
    'his of the open year': { userPath: ed, createdAt: open },
    'of another': { userPath: tom },
    'of another, naming him': { userPath: tom, reason: 'Ed Vale asked' },
    'of the account, ended naming him': { endedAt: at, endedWhy: 'Ed Vale rang' },
    'of the account, naming him, of the open year': { reason: 'Ed Vale asked', createdAt: open },
  };
  for (const [name, over] of Object.entries(notes)) {
    const of = { id: `${companyId} ${name}`, userPath: '', amount: Money.zero, dueOn: null, reason: 'agreed' };
    await rows.insert(ControlNoteRow, {
      ...row,
      ...of,
      createdAt: at,
      endedAt: null,
      endedWhy: null,
      ...over,
    } as never);
  }
}

async function notesIn(db: Database, companyId: string): Promise<readonly string[]> {
  const found = await db.read((rows) => rows.find(ControlNoteRow, { where: { companyId }, order: { id: 'ASC' } }));
  return found.map(({ id, reason, endedWhy }) => `${id.slice(4)}: ${[reason, endedWhy ?? []].flat().join(', ')}`);
}

const noted = [
  'his: agreed',
  'his of the open year: agreed',
  'of another: agreed',
  'of another, naming him: Ed Vale asked',
  'of the account, ended naming him: agreed, Ed Vale rang',
  'of the account, naming him, of the open year: Ed Vale asked',
];
const notesLeft: Readonly<Record<Extent, readonly string[]>> = {
  Ed: [
    ...['his of the open year: agreed', 'of another: agreed', 'of another, naming him: erased'],
    ...['of the account, ended naming him: agreed, erased', noted[5] as string],
  ],
  'Ed, who left': [
    ...['of another: agreed', 'of another, naming him: erased', 'of the account, ended naming him: agreed, erased'],
    'of the account, naming him, of the open year: erased',
  ],
  everyone: ['his of the open year: agreed', 'of the account, ended naming him: agreed, erased', noted[5] as string],
};

it.each(extents)('of notes on control accounts, what is not of %s stays', async (extent) => {
  const { db } = await erasedFrom(extent, controlNotes);
  expect(await notesIn(db, 'elm')).toEqual(notesLeft[extent]);
  expect(await notesIn(db, 'oak')).toEqual(noted);
});
