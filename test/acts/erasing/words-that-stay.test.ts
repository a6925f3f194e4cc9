import { expect, it } from '@jest/globals';
import { CompanyRow } from '../../../src/companies/company.entity.js';
import { PolicyVersion } from '../../../src/companies/policy-version.entity.js';
import type { Database } from '../../../src/ground/database.js';
import type { Rows } from '../../../src/ground/rows.js';
import { defaultPolicy } from '../../../src/journal/policy/policy.js';
import { ClientApproval } from '../../../src/record/client-approval.entity.js';
import { Decision } from '../../../src/record/runs/decision.entity.js';
import { PayrollFile } from '../../../src/record/runs/payroll-file.entity.js';
import { Note } from '../../../src/record/work-of-persons.entity.js';
import { ed, edUrl, erasedFrom, type Extent, extents, tags, tom, tomUrl } from './two-clients.js';

const march = new Date('2025-03-10T10:00:00Z');
const may = new Date('2025-05-10T10:00:00Z');
type Left = Readonly<Record<string, string>>;

/** Of each row its words, by its name; what is as it was is left out. */
function changed(before: Left, after: Left): Left {
  return Object.fromEntries(
    Object.keys(before).flatMap((name) => (before[name] === after[name] ? [] : [[name, after[name] ?? 'gone']])),
  );
}

interface Expected {
  /** As the log calls these rows, of which it carries those that were changed. */
  readonly kind: string;
  readonly read: (db: Database, companyId: string) => Promise<Left>;
  readonly expected: Left;
}

async function expectLeft(
  extent: Extent,
  fill: (rows: Rows, companyId: string) => Promise<void>,
  { kind, read, expected }: Expected,
): Promise<void> {
  const { db, carried } = await erasedFrom(extent, fill);
  // The other client's rows are as they were filled.
  expect(changed(await read(db, 'oak'), await read(db, 'elm'))).toEqual(expected);
  expect(JSON.stringify(await read(db, 'oak'))).not.toContain('erased');
  const named = (name: string) => (kind === 'policy' ? name.replace('version ', 'policy ') : `${kind} elm ${name}`);
  expect(carried.filter((one) => one.startsWith(`${kind} `))).toEqual(Object.keys(expected).map(named).sort());
}

/** Decisions by what they are about; each `over` has ended. */
const decided: Readonly<Record<string, Partial<Decision>>> = {
  'a run, naming him': { tag: tags.march, reason: 'Ed Vale agreed' },
  'a run, naming no one': { tag: tags.march, reason: 'agreed' },
  'a run, with his figures': { tag: tags.march, reason: 'agreed', figures: { 'Ed Vale': '5.00' } },
  'a run, with other figures': { tag: tags.march, reason: 'agreed', figures: { 'Bea Fir': '5.00' } },
  'an open run, naming him': { tag: tags.may, reason: 'Ed Vale agreed' },
  'him, over': { userPath: ed, endedAt: march },
  'him, over since': { userPath: ed, at: may, endedAt: may },
  'him, in force': { userPath: ed },
  'another, over': { userPath: tom, endedAt: march },
  'another, over, naming him': { userPath: tom, reason: 'Ed Vale asked', endedAt: march },
  'all, over': { reason: 'Ed Vale asked', endedAt: march },
  'all, in force': { reason: 'Ed Vale asked' },
};

async function decisions(rows: Rows, companyId: string): Promise<void> {
  for (const [field, given] of Object.entries(decided)) {
    const about = { id: `${companyId} ${field}`, companyId, scope: 'company', kind: 'treatment', field, actor: 'ann' };
    await rows.insert(Decision, { ...about, reason: 'as asked', at: march, ...given } as never);
  }
}

async function decisionsIn(db: Database, companyId: string): Promise<Left> {
  const found = await db.read((rows) => rows.findBy(Decision, { companyId }));
  return Object.fromEntries(
    found.map(({ field, reason, userPath, figures }) => [
      field ?? '',
      [reason, userPath ?? 'everyone', ...Object.keys(figures ?? {})].join(', '),
    ]),
  );
}

const ofHis = {
  'a run, naming him': 'erased, everyone',
  'a run, with his figures': 'agreed, everyone',
  'him, over': 'erased, erased',
  'another, over, naming him': `erased, ${tom}`,
  'all, over': 'erased, everyone',
};
const decisionsLeft: Readonly<Record<Extent, Left>> = {
  Ed: ofHis,
  // What he is no longer paid by names him no more; that is so of what is in force for all.
  'Ed, who left': {
    ...ofHis,
    'him, over since': 'erased, erased',
    'him, in force': 'erased, erased',
    'all, in force': 'erased, everyone',
  },
  everyone: {
    ...ofHis,
    'a run, naming no one': 'erased, everyone',
    'a run, with his figures': 'erased, everyone',
    'a run, with other figures': 'erased, everyone',
    'another, over': 'erased, erased',
    'another, over, naming him': 'erased, erased',
  },
};

it.each(extents)('of decisions, what is not of %s stays', async (extent) => {
  await expectLeft(extent, decisions, { kind: 'decision', read: decisionsIn, expected: decisionsLeft[extent] });
});

async function wordsOf(rows: Rows, companyId: string): Promise<void> {
  const notes = { his: 'Ed Vale rang', other: 'the client rang' };
  for (const [name, words] of Object.entries(notes))
    for (const tag of [tags.march, tags.may])
      await rows.insert(Note, { id: `${companyId} ${name} ${tag}`, companyId, tag, actor: 'ann', words, at: march });
  const asked = { companyId, year: 2025, period: 11, fingerprint: 'f', askedBy: 'ann', askedThrough: 'page' };
  const answers: Readonly<Record<string, Partial<ClientApproval>>> = {
    'by him': { answeredBy: 'Ed Vale', words: 'all right' },
    'about him': { answeredBy: 'Bea Fir', words: 'Is Ed Vale paid?' },
    'about no one': { answeredBy: 'Bea Fir', words: 'all right' },
    'by him, since': { answeredBy: 'Ed Vale', words: 'Ed Vale is paid', askedAt: may },
    unanswered: { answeredBy: null, words: null },
  };
  for (const [name, given] of Object.entries(answers)) {
    const id = `${companyId} ${name}`;
    await rows.insert(ClientApproval, {
      id,
      codeHash: id,
      ...asked,
      askedAt: march,
      expiresAt: may,
      ...given,
    } as never);
  }
}

async function wordsIn(db: Database, companyId: string): Promise<Left> {
  const name = (id: string) => id.slice(companyId.length + 1);
  const notes = await db.read((rows) => rows.findBy(Note, { companyId }));
  const answers = await db.read((rows) => rows.findBy(ClientApproval, { companyId }));
  return Object.fromEntries([
    ...notes.map(({ id, words }) => [name(id), words]),
    ...answers.map(({ id, answeredBy, words }) => [name(id), `${answeredBy}: ${words}`]),
  ]);
}

const wordsLeft: Readonly<Record<Extent, Left>> = {
  Ed: { [`his ${tags.march}`]: 'erased', 'by him': 'erased: all right', 'about him': 'Bea Fir: erased' },
  'Ed, who left': {
    [`his ${tags.march}`]: 'erased',
    ...{ 'by him': 'erased: all right', 'about him': 'Bea Fir: erased', 'by him, since': 'erased: erased' },
  },
  everyone: {
    ...{ [`his ${tags.march}`]: 'erased', [`other ${tags.march}`]: 'erased' },
    ...{ 'by him': 'erased: erased', 'about him': 'erased: erased', 'about no one': 'erased: erased' },
  },
};

it.each(extents)('of notes and clients’ answers, what is not of %s stays', async (extent) => {
  const of = Object.entries(wordsLeft[extent]);
  for (const [kind, isNote] of [
    ['note', true],
    ['client', false],
  ] as const) {
    const isKind = (name: string) => isNote === / x:/.test(name);
    const read = async (db: Database, companyId: string) =>
      Object.fromEntries(Object.entries(await wordsIn(db, companyId)).filter(([name]) => isKind(name)));
    await expectLeft(extent, wordsOf, {
      kind,
      read,
      expected: Object.fromEntries(of.filter(([name]) => isKind(name))),
    });
  }
});

/** Version 1 is of March, 2 of May, 3 of March and in force. */
async function policies(rows: Rows, companyId: string): Promise<void> {
  const ofEach = { [edUrl]: 'employee', [tomUrl]: 'director' } as const;
  const files = { payrollPeople: { E1: edUrl, T1: tomUrl }, employerPensions: { E1: '5.00', T1: '6.00' } };
  const allocations = { [edUrl]: [], [tomUrl]: [] };
  const policy = { ...defaultPolicy, roles: ofEach, allocations, ...files } as never;
  await rows.update(PolicyVersion, { companyId, version: 1 }, { policy, reason: 'Ed Vale rang', createdAt: march });
  for (const [version, createdAt] of [
    [2, may],
    [3, march],
  ] as const)
    await rows.insert(PolicyVersion, { companyId, version, policy, actor: 'ann', reason: 'Ed Vale rang', createdAt });
  await rows.update(CompanyRow, { id: companyId }, { policyVersion: 3 });
}

async function policiesIn(db: Database, companyId: string): Promise<Left> {
  const found = await db.read((rows) => rows.findBy(PolicyVersion, { companyId }));
  return Object.fromEntries(
    found.map(({ version, reason, policy }) => [
      `version ${version}`,
      [
        reason,
        ...Object.values(policy.roles ?? {}),
        ...Object.keys(policy.allocations ?? {}).map((user) => `split ${user.slice(-1)}`),
        ...[policy.payrollPeople, policy.employerPensions].flatMap((setting) => Object.keys(setting ?? {})),
      ].join(' '),
    ]),
  );
}

const policiesLeft: Readonly<Record<Extent, Left>> = {
  Ed: { 'version 1': 'erased director split 3 T1 T1' },
  'Ed, who left': {
    ...{ 'version 1': 'erased director split 3 T1 T1', 'version 2': 'erased director split 3 T1 T1' },
    'version 3': 'erased director split 3 T1 T1',
  },
  // Of the policy in force nothing goes while they are paid.
  everyone: { 'version 1': 'erased' },
};

it.each(extents)('of policies, what is not of %s stays', async (extent) => {
  await expectLeft(extent, policies, { kind: 'policy', read: policiesIn, expected: policiesLeft[extent] });
});

async function files(rows: Rows, companyId: string): Promise<void> {
  await policies(rows, companyId);
  const paid = (payId: string, firstName: string, lastName: string, paidOn = '2025-03-31') => ({
    ...{ payId, firstName, lastName, paidOn },
  });
  const given = {
    'his by his payroll id': [paid('E1', 'Edward', 'V')],
    'his by his name': [paid('X9', 'Ed', 'Vale')],
    'his and another’s': [paid('E1', 'Ed', 'Vale'), paid('T1', 'Tom', 'Oak')],
    'another’s': [paid('T1', 'Tom', 'Oak')],
    'his, of the open year': [paid('E1', 'Ed', 'Vale', '2025-05-31')],
    'payroll of Ed Vale': [paid('T1', 'Tom', 'Oak', '2025-05-31')],
    'his of the last day': [paid('E1', 'Ed', 'Vale', '2025-04-05')],
    'his, with a gap before it': [null, paid('E1', 'Ed', 'Vale')],
    'of someone whom the books do not have': [paid('Z9', 'Zoe', 'Elm')],
  };
  const row = { companyId, year: 2025, bytes: 1, actor: 'ann', receivedAt: march, withdrawnAt: null };
  for (const [name, taken] of Object.entries(given)) {
    const id = `${companyId} ${name}`;
    await rows.insert(PayrollFile, { ...row, id, hash: id, kind: 'fps', name, taken } as never);
  }
  const eps = { ...row, id: `${companyId} eps`, hash: `${companyId} eps`, kind: 'eps', name: 'eps', taken: [{ a: 1 }] };
  await rows.insert(PayrollFile, eps as never);
}

async function filesIn(db: Database, companyId: string): Promise<Left> {
  const found = await db.read((rows) => rows.findBy(PayrollFile, { companyId }));
  return Object.fromEntries(
    found.map(({ id, name, taken }) => {
      const own = id.slice(companyId.length + 1);
      const people = taken.map((one) => (one as { firstName?: string } | null)?.firstName ?? String(one && 'eps'));
      return [own, [name === own ? 'its name' : name, ...people].join(' ')];
    }),
  );
}

const filesOfHis = {
  'his by his payroll id': 'its name',
  'his by his name': 'its name',
  'his and another’s': 'its name null Tom',
  'payroll of Ed Vale': 'erased Tom',
  'his of the last day': 'its name',
  'his, with a gap before it': 'its name',
};
const filesLeft: Readonly<Record<Extent, Left>> = {
  Ed: filesOfHis,
  'Ed, who left': filesOfHis,
  // A file of which nothing is left has no name either.
  everyone: Object.fromEntries(
    [
      ...Object.keys(filesOfHis).filter((name) => name !== 'payroll of Ed Vale'),
      ...['another’s', 'of someone whom the books do not have'],
    ].map((name) => [name, 'erased']),
  ),
};

it.each(extents)('of payroll files, what is not of %s stays', async (extent) => {
  await expectLeft(extent, files, { kind: 'file', read: filesIn, expected: filesLeft[extent] });
});
