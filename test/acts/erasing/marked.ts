import { expect } from '@jest/globals';
import { answerAsClient } from '../../../src/acts/approval/answer-as-client.js';
import { askClient } from '../../../src/acts/approval/ask-client.js';
import { note } from '../../../src/acts/runs/note.js';
import { ConnectionRequest } from '../../../src/companies/connection-request.entity.js';
import type { Database } from '../../../src/ground/database.js';
import type { Rows } from '../../../src/ground/rows.js';
import { Money } from '../../../src/journal/nouns/money.js';
import { columns, type TableColumns } from '../../../src/record/columns.js';
import { ControlNoteRow, ControlReading, KeptBalances } from '../../../src/record/controls.entity.js';
import { KeptAnswer } from '../../../src/record/kept-answer.entity.js';
import { ClientMail } from '../../../src/record/messages/client-mail.entity.js';
import { Notification } from '../../../src/record/messages/notification.entity.js';
import { keptPayments } from '../../../src/payrolls/files/kept-payments.js';
import { readReturn } from '../../../src/payrolls/files/payroll-file.js';
import { PayrollFile } from '../../../src/record/runs/payroll-file.entity.js';
import { StoredDocument } from '../../../src/record/runs/stored-document.js';
import { AuditRecord } from '../../../src/record/audit.entity.js';
import { YearInBooks } from '../../../src/record/year-in-books.entity.js';
import { fpsFile } from '../../payrolls/files/fps-files.js';
import { act, type Books, booksOn, elm } from '../../sync/rig.js';
import type { OpenDatabase } from '../../harness/databases.js';

/** One person by three names: the books’, and two that files pay under. No one else has one of them. */
export const surname = 'Quillfeather';
export const namesOfHis = [`Ed ${surname}`, 'Edward Inkhorn', 'Edwin Plumeworth'] as const;
/** Nor does anyone else live at that address, have that payroll id or get that pay. */
export const mark = /quillfeather|inkhorn|plumeworth|users\/7919|E7919|2713\.41|271341/i;
const path = '/v2/users/7919';
const who = { actor: 'ann', trigger: 'command', companies: null } as const;

/**
 * A year of a company that pays one person with a mark, who stands in every column that may name someone: by one of the
 * names wherever people or the service wrote it.
 */
export async function marked(open: OpenDatabase, name: string = namesOfHis[0]): Promise<Books> {
  const books = await booksOn(open, { scenario: elm(withMark()) });
  const { db, rig } = books;
  await books.sync();
  const company = await rig.companies.find(books.company.id);
  const tools = { database: db, log: books.log };
  await books.acts.signOff(books.ref(6), act(`agreed with ${name}`));
  await note(tools, { ...books.ref(6), company }, { who, words: `${lastOf(name)} rang` });
  const user = `${rig.baseUrl}${path}`;
  const people = { payrollPeople: { E7919: user }, employerPensions: { E7919: '0.00' } };
  const allocations = { [user]: [{ from: '2025-04-06', parts: [{ percent: '100', accounts: {} }] }] };
  const clientEmail = `${lastOf(name).toLowerCase()}@elm.example`;
  await books.policy({ roles: { [user]: 'employee' }, allocations, clientEmail, ...people });
  const asked = { who, pay: true, year: 2026, period: 6, publicUrl: 'http://localhost' };
  const { url } = await askClient(tools, company, asked);
  const answer = { answer: 'query', name, words: `Is ${lastOf(name)} paid?` } as const;
  const { companies } = rig;
  await answerAsClient(
    { ...tools, companies, decisions: books.decisions, outbox: books.outbox },
    url.split('/').at(-1) ?? '',
    answer,
  );
  await db.work((rows) => fill(rows, { companyId: books.company.id, baseUrl: rig.baseUrl, name }));
  return books;
}

function withMark(): object {
  const pay = (user: number, basic: string) => ({
    user,
    basic_pay: basic,
    tax_deducted: '190.2',
    employee_ni: '76.16',
  });
  const payslips = [pay(7919, '2713.41'), pay(1, '1000.0'), pay(3, '1100.0'), pay(4, '1200.0')];
  const month = (period: number, datedOn: string) => ({ period, dated_on: datedOn, status: 'filed', payslips });
  return {
    users: [
      { id: 1, first_name: 'Ann', last_name: 'Elm', role: 'Director', permission_level: 8 },
      { id: 7919, first_name: 'Ed', last_name: surname, role: 'Employee' },
      { id: 3, first_name: 'Cy', last_name: 'Elm', role: 'Employee' },
      { id: 4, first_name: 'Di', last_name: 'Elm', role: 'Employee' },
    ],
    payroll: { '2026': { periods: [month(4, '2025-08-29'), month(5, '2025-09-30'), month(6, '2025-10-31')] } },
  };
}

const lastOf = (name: string) => name.split(' ').at(-1) ?? name;

interface Filled {
  readonly companyId: string;
  readonly baseUrl: string;
  readonly name: string;
}

/** What no story of a few months brings about all at once. */
async function fill(rows: Rows, { companyId, baseUrl, name }: Filled): Promise<void> {
  const at = new Date('2025-11-10T10:00:00Z');
  const line = { category: '902', user: `${baseUrl}${path}`, debit: '-2713.41', description: `Net pay, ${name}` };
  const set = { datedOn: '2025-10-31', description: `Pay of ${name}`, tag: 'x', lines: [line] };
  const differences = [{ account: '902', user: `${baseUrl}${path}`, before: '0.00', after: '2713.41' }];
  const text: Readonly<Record<string, string | object>> = {
    'companies.problem': `Elm Ltd: ${name} is not a user.`,
    'connections.problem': `${name} is not a user.`,
    'policies.reason': `${lastOf(name)} is no director`,
    'pay_runs.reason': `refused: ${name}`,
    'pay_runs.note': `for ${name}`,
    'pay_runs.entered': [line, { category: '401', debit: '1.00', description: `Gloves for ${lastOf(name)}` }],
    'log_figures.gross': '271341',
    'log_figures.net': '271341',
    'log_figures.tax_authority': '271341',
    'log_figures.payslips': '1',
    'pay_runs.plan': { kind: 'changed', why: 'amount', differences },
    'postings.description': `Pay of ${name}`,
    'writes.answer': `422 ${name} has no account`,
    'writes.target': set,
    'writes.before': set,
    'writes.roles': { [`${baseUrl}${path}`]: 'employee' },
    'syncs.request': { trigger: 'page', actor: name },
    'syncs.progress': { company: name },
    'syncs.planned': [{ year: 2026, period: 6, datedOn: '2025-10-31', would: 'held', why: name, holdCodes: [] }],
    'syncs.result': { error: { title: 'x', detail: name, todo: 'x' } },
    'syncs.problem': { title: 'x', detail: name, todo: 'x' },
  };
  const place = (position: number) => (rows.kind === 'postgres' ? `$${position}` : '?');
  for (const [column, value] of Object.entries(text)) {
    const [table, of] = column.split('.');
    const stored = typeof value === 'string' ? value : JSON.stringify(value);
    await rows.query(`UPDATE ${table} SET ${of} = ${place(1)}`, [stored]);
  }
  const decision = { userPath: path, figures: { [name]: '2713.41' }, reason: `${name} agreed` };
  await rows.query(
    `INSERT INTO decisions (id, company_id, scope, kind, field, user_path, treatment, figures, reason, actor, at)
      SELECT 'for-a-person', company_id, 'person', 'treatment', 'other_deductions', ${place(1)}, NULL, ${place(2)},
        ${place(3)}, actor, at FROM decisions LIMIT 1`,
    [decision.userPath, JSON.stringify(decision.figures), decision.reason],
  );
  const ofPerson = { account: '902', user: `${baseUrl}${path}`, name };
  const part = { id: 'net 2025-10-31', item: 'Net pay', due: '2025-10-31', amount: '2713.41', state: 'accepted' };
  const open = [{ ...part, hints: [`907 ${name} moved by the same`], reason: `${name} agreed` }];
  const accounts = [{ ...ofPerson, balance: '2713.41', notDue: '0.00', known: '0.00', open }];
  const causes = [
    { what: `Wages lie on the account of ${name}`, todo: 'Split', accounts: [{ ...ofPerson, amount: '2713.41' }] },
  ];
  const lines = [{ account: '902', userPath: path, name, amount: '2713.41' }];
  await rows.insert(KeptBalances, { companyId, day: '2025-11-05', readAt: at, lines });
  const named = {
    id: 'n',
    account: '902',
    userPath: path,
    kind: 'accepted',
    item: 'net 2025-10-31',
    namedAs: name,
    amount: Money.zero,
  };
  const why = { reason: name, actor: 'ann', endedWhy: name };
  await rows.insert(ControlNoteRow, { companyId, ...named, ...why, dueOn: null, createdAt: at, endedAt: at } as never);
  const reading = { companyId, asOn: '2025-11-05', readAt: at, state: 'open', exceptions: 1, logSeq: 1 };
  await rows.insert(ControlReading, { ...reading, causes, accounts, problem: `No user ${name}` } as never);
  const year = { companyId, year: 2026, readAt: at, logSeq: 1, spans: [{ user: path }] };
  await rows.upsert(YearInBooks, year as never, ['companyId', 'year']);
  const audited = {
    answer: { causes: [{ user: path }] },
    should: { runs: [[{ user: path }]], people: { [path]: name } },
  };
  const audit = { companyId, year: 2026, readAt: at, wrong: 1, misstated: Money.zero, ...audited };
  await rows.upsert(AuditRecord, audit as never, ['companyId', 'year']);
  const rights = { role: 'admin', pay: true, companies: null } as const;
  const kept = { scope: 's', key: 'k', requestHash: 'h', token: 't', rights, status: 200, begunAt: at };
  const answered = { headers: { Location: path }, body: `{"paid":"${name}"}`, expiresAt: new Date('2099-01-01') };
  await rows.insert(KeptAnswer, { ...kept, ...answered });
  const message = { id: 'm', companyId, kind: 'drift', once: 'x', payload: { name }, attempts: 1, createdAt: at };
  await rows.insert(Notification, { ...message, nextAt: at, deliveredAt: at, gaveUpAt: null } as never);
  const inFiles = namesOfHis.slice(1).map((one, at) => {
    const [fore, sur] = one.split(' ');
    // The payroll id changed.
    const employment =
      at === 0
        ? ''
        : '<PayIdChgd><PayrollIdChangedIndicator>yes</PayrollIdChangedIndicator><OldPayrollId>E7919</OldPayrollId></PayIdChgd>';
    return { fore, sur, payId: at === 0 ? 'E7919' : 'E79190', employment };
  });
  for (const [id, one] of inFiles.entries()) {
    const file = readReturn(fpsFile([one]));
    const taken = file.is === 'fps' ? keptPayments(file.payments) : [];
    const received = {
      id: `f${id}`,
      kind: 'fps',
      year: 2026,
      name: `Payroll of ${name}.xml`,
      hash: `h${id}`,
      bytes: 1,
      taken,
    };
    await rows.insert(PayrollFile, {
      companyId,
      ...received,
      actor: 'ann',
      receivedAt: at,
      withdrawnAt: null,
    } as never);
  }
  const mailed = {
    id: 'cm',
    companyId,
    year: 2026,
    period: 6,
    kind: 'ask',
    fingerprint: 'f',
    once: 'cm',
    actor: 'ann',
  };
  const address = `${lastOf(name).toLowerCase()}@elm.example`;
  const times = { attempts: 1, nextAt: at, sentAt: at, gaveUpAt: null, createdAt: at };
  await rows.insert(ClientMail, { ...mailed, address, through: 'page', linkId: null, why: null, ...times } as never);
  const asked = { stateHash: 's', sessionHash: null, verifier: 'v', details: { name }, actor: 'ann' };
  await rows.insert(ConnectionRequest, { ...asked, createdAt: at, expiresAt: at } as never);
}

/** The columns of any table in which the mark stands, by the values of every row. */
export async function placesOfMark(db: Database): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const table of [...Object.keys(columns), 'migrations'])
    for (const row of await db.read((rows) => rows.query<Record<string, unknown>[]>(`SELECT * FROM ${table}`)))
      for (const [column, value] of Object.entries(row))
        if (mark.test(readable(`${table}.${column}`, value))) found.add(`${table}.${column}`);
  return [...found].sort();
}

function readable(column: string, value: unknown): string {
  if (column === 'pay_periods.document' && typeof value === 'string') return StoredDocument.from(value).text;
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** As the register has them. */
export const personal = Object.entries<TableColumns>(columns)
  .flatMap(([table, of]) => (of.personal ?? []).map((column) => `${table}.${column}`))
  .sort();

/** A client who answers is an actor of the log too. */
export const expectMarkEverywhere = async (db: Database): Promise<void> =>
  expect(await placesOfMark(db)).toEqual([...personal, 'actors.name'].sort());
