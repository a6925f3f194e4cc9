import { hash } from 'node:crypto';
import type { Clock } from '../../src/ground/clock.js';
import { changePerson } from '../../src/acts/people/change-person.js';
import { ApiTokens } from '../../src/access/api-tokens.js';
import { insertPerson } from '../../src/access/people.js';
import { Sessions } from '../../src/access/sessions.js';
import { SignInLinks } from '../../src/access/sign-in-links.js';
import { Connection } from '../../src/companies/connection.entity.js';
import type { Database } from '../../src/ground/database.js';
import type { Rows } from '../../src/ground/rows.js';
import { ClientApproval } from '../../src/record/client-approval.entity.js';
import { Note } from '../../src/record/work-of-persons.entity.js';
import { Decision } from '../../src/record/runs/decision.entity.js';
import { companyWithPolicy, wholeRun } from '../../src/record/log/carried.js';
import { installation } from '../../src/record/log/log-entry.entity.js';
import { StoredDocument } from '../../src/record/runs/stored-document.js';
import { PayPeriodRecord } from '../../src/record/runs/pay-period.entity.js';
import { ofPayroll } from '../../src/record/runs/adjustment.js';
import { PayrollFile } from '../../src/record/runs/payroll-file.entity.js';
import { PayRunRecord } from '../../src/record/runs/pay-run.entity.js';
import { Posting } from '../../src/record/runs/posting.entity.js';
import { type NewLogEntry, PostingLog } from '../../src/record/log/posting-log.js';
import { Write } from '../../src/record/runs/write.entity.js';
import { insertCompany } from '../factories/companies.js';
import { Money } from '../../src/journal/nouns/money.js';
import { MovableClock, start } from '../sync/rig.js';

export interface Recorded {
  readonly db: Database;
  readonly log: PostingLog;
  readonly clock: MovableClock;
}

export const october = 'counterfoil:2026-06:2025-10-31';
const lines = [{ category: '401', debit: '2000.00', description: 'Gross pay, Employee One' }];
const document = StoredDocument.of(JSON.stringify({ payslips: [{ user: 2, basic_pay: '2000.0' }] }));

/** Entries of three companies and the installation in turns; ash has one row of every kind that the log covers. */
export async function recorded(open: (clock: Clock) => Promise<Database>): Promise<Recorded> {
  const clock = new MovableClock(start);
  const db = await open(clock);
  const log = new PostingLog(db);
  for (const name of ['Ash', 'Birch', 'Cedar']) await insertCompany(db, { name });
  await db.work(async (rows) => {
    const entry = (given: Partial<NewLogEntry> & { act: string }) =>
      log.append(rows, { companyId: 'ash', trigger: 'page', actor: 'ann', outcome: 'done', ...given });
    await entry({ act: 'connect', carries: companyWithPolicy('ash', 1) });
    await entry({ companyId: 'cedar', act: 'connect', carries: companyWithPolicy('cedar', 1) });
    await entry({ companyId: 'birch', act: 'connect', actor: 'ben', carries: companyWithPolicy('birch', 1) });
    await rows.insert(PayPeriodRecord, periodRow() as never);
    await rows.insert(PayRunRecord, { ...ofPayroll, ...runRow() } as never);
    await entry({
      act: 'fetch',
      trigger: 'schedule',
      carries: [
        ['period', '2026-6'],
        ['run', october],
      ],
    });
    const at = await db.now(rows);
    await rows.insert(Decision, decisionRow('d1', at) as never);
    await rows.insert(Decision, { ...decisionRow('d2', at), kind: 'post', endedAt: at } as never);
    await rows.insert(Decision, practiceDecision('d3', at) as never);
    await entry({
      act: 'approve',
      tag: october,
      ref: 'd1',
      carries: [
        ['decision', 'd1'],
        ['decision', 'd2'],
        ['decision', 'd3'],
      ],
    });
    await rows.insert(Note, { id: 'n1', companyId: 'ash', tag: october, words: 'seen', actor: 'ann', at });
    await entry({ act: 'note', tag: october, ref: 'n1', carries: [['note', 'n1']] });
    const file = { id: 'f1', companyId: 'ash', year: 2026, name: 'october.xml', hash: 'h', bytes: 7, taken: [] };
    await rows.insert(PayrollFile, { ...file, kind: 'fps', actor: 'ann', receivedAt: at, withdrawnAt: null });
    await entry({ act: 'receive_file', ref: 'f1', carries: [['file', 'f1']] });
    await rows.insert(ClientApproval, clientRow(at));
    await entry({ act: 'client_link', ref: 'c1', carries: [['client', 'c1']] });
    await letIn(db, rows);
    await rows.update(Connection, { id: 'connection-cedar' }, { approval: 'two' });
    await entry({ companyId: installation, act: 'approval', carries: [['approval', 'connection-cedar']] });
    await entry({ companyId: installation, act: 'refuse', outcome: 'refused', actor: 'no one' });
    await rows.insert(Write, writeRow(at) as never);
    await rows.insert(Posting, postingRow(at) as never);
    await entry({ act: 'post', tag: october, ref: 'w1', carries: wholeRun(october) });
    await entry({ companyId: 'birch', act: 'verify', actor: 'ben' });
    await entry({ act: 'verify' });
    await entry({ companyId: 'birch', act: 'verify', actor: 'ben' });
  });
  return { db, log, clock };
}

/** Someone with a name of before, a token, a session and a sign-in link. */
async function letIn(db: Database, rows: Rows): Promise<void> {
  const by = { actor: 'ann', trigger: 'command' } as const;
  const rights = { role: 'reviewer', pay: true, companies: ['ash'] } as const;
  const { id: person } = await insertPerson(db, rows, { ...rights, name: 'Eve', email: 'eve@ash.test' }, by);
  const who = { ...by, companies: null };
  await changePerson({ database: db }, 'Eve', { change: { name: 'Eve Ash' }, who });
  await new ApiTokens(db).create({ ...rights, name: 'ledger' }, by, person);
  await new Sessions(db).start({ person });
  await new SignInLinks(db, { publicUrl: 'http://x.test' }).make({ ...rights, name: 'Eve Ash' });
}

function periodRow() {
  const none = { allowance: Money.zero, cis: Money.zero, employerNiDirectors: Money.zero, j814: Money.zero };
  return {
    ...{ companyId: 'ash', year: 2026, period: 6, datedOn: '2025-10-31', status: 'filed', serviceUpdatedAt: null },
    ...{
      ...none,
      employerNiEmployees: Money.zero,
      owedElsewhere: Money.zero,
      readAt: null,
      readTwice: false,
      goneAt: null,
    },
    document,
    contentHash: hash('sha256', document.text),
  };
}

function runRow() {
  const at = new Date(start);
  return {
    ...{ companyId: 'ash', tag: october, year: 2026, period: 6, datedOn: '2025-10-31', state: 'posted', reason: null },
    ...{ payslips: 1, gross: Money.parse('2000'), net: Money.parse('1600'), taxAuthority: Money.parse('400') },
    ...{ pension: Money.zero, other: Money.zero, payeNi: Money.parse('400'), owedElsewhere: Money.zero },
    ...{ fingerprint: 'f', mapped: null, holdCodes: [], warningCodes: [] },
    ...{ plan: null, policyVersion: 1, roles: {}, journalSet: 'set', postedOn: '2025-10-31', postedAt: at },
    ...{ origin: 'posted', signedOffBy: 'ann', signedOffAt: at, signedOffFingerprint: 'f', gone: false },
    ...{ firstSeenAt: at, updatedAt: at },
  };
}

function clientRow(at: Date): ClientApproval {
  return {
    ...{ id: 'c1', companyId: 'ash', year: 2026, period: 6, fingerprint: 'f', codeHash: 'code', askedBy: 'ann' },
    ...{
      askedThrough: 'page',
      askedAt: new Date(start),
      expiresAt: at,
      answer: 'query',
      answeredBy: 'Dora',
      words: 'Why?',
    },
    ...{ answeredAt: at, endedAt: null },
  };
}

function decisionRow(id: string, at: Date) {
  return {
    ...{ id, at, companyId: 'ash', connectionId: null, scope: 'run', kind: 'approval', tag: october, field: null },
    ...{ userPath: null, treatment: null, holdCode: 'movement', fingerprint: 'f', figures: { 401: '1.00' } },
    ...{ onDate: null, reason: 'seen with the client', actor: 'ann', endedAt: null },
  };
}

function practiceDecision(id: string, at: Date) {
  const practice = { companyId: null, connectionId: 'connection-ash', scope: 'practice', kind: 'treatment' };
  return { ...decisionRow(id, at), ...practice, tag: null, field: 'bonus', treatment: 'gross_pay', holdCode: null };
}

function writeRow(at: Date) {
  const target = { datedOn: '2025-10-31', description: 'Payroll', tag: october, lines };
  return {
    ...{ id: 'w1', companyId: 'ash', runTag: october, tag: october, kind: 'post', state: 'done', target },
    ...{ targetFingerprint: 'f', before: null, beforeFingerprint: null, setUrl: null, datedOn: '2025-10-31' },
    ...{ sendBy: at, holder: 'h', fence: '1', attempts: 1, waitedMs: 0, answer: null, decisionId: null },
    ...{
      postAgain: false,
      syncId: null,
      actor: 'ann',
      trigger: 'page',
      policyVersion: 1,
      roles: {},
      createdAt: at,
      settledAt: at,
    },
    lookAgainAt: null,
  };
}

function postingRow(at: Date) {
  return {
    ...{ id: 'p1', companyId: 'ash', runTag: october, tag: october, kind: 'post', generation: 1, state: 'in_books' },
    ...{ origin: 'posted', journalSet: 'set', datedOn: '2025-10-31', description: 'Payroll', lines, fingerprint: 'f' },
    ...{ policyVersion: 1, roles: {}, writeId: 'w1', postAgain: false, readAt: at, createdAt: at, endedAt: null },
  };
}
