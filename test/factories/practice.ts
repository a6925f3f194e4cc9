import { Fact } from '../../src/ground/facts.js';
import type { Database } from '../../src/ground/database.js';
import { addDays } from '../../src/journal/nouns/dates.js';
import { Money } from '../../src/journal/nouns/money.js';
import { pathOf } from '../../src/journal/nouns/pay-run.js';
import { TaxYearRecord } from '../../src/record/runs/pay-period.entity.js';
import type { PayRunRecord, RunState } from '../../src/record/runs/pay-run.entity.js';
import { insertCompany, insertConnection } from './companies.js';
import { insertLogEntry } from './log.js';
import { type Payroll, payrollOf, type Slip } from './payroll.js';
import { insertRun, type RunStory } from './runs.js';

/** A practice on 7 November 2025 that closes October. Every state of a pay run appears at least once. */

const names = [
  'Alder & Sons Ltd', 'Ash Ltd', 'Beck Joinery Ltd', 'Birch Ltd', 'Bramley Ltd', 'Cooper Design Ltd', 'Dale Ltd', 'Elm House Ltd',
  'Fenwick Ltd', 'Gale Plumbing Ltd', 'Hart & Lowe Ltd', 'Holt Ltd', 'Ivy Lane Ltd', 'Juniper Foods Ltd', 'Kestrel Media Ltd', 'Lark Ltd',
  'Marlow Ltd', 'Oakley Ltd', 'Pine Ltd', 'Quarry Works Ltd', 'Reed Ltd', 'Sorrel Ltd', 'Thorn & Vale Ltd', 'Willow Ltd',
]; // biome-ignore format: one table

const octoberStates: Readonly<Record<string, RunState>> = {
  'Ash Ltd': 'ready',
  'Beck Joinery Ltd': 'nothing',
  'Birch Ltd': 'ready',
  'Bramley Ltd': 'held',
  'Elm House Ltd': 'in_doubt',
  'Gale Plumbing Ltd': 'not_ready',
  'Holt Ltd': 'changed',
  'Ivy Lane Ltd': 'ignored',
  'Lark Ltd': 'ready',
  'Marlow Ltd': 'refused',
  'Oakley Ltd': 'overdue',
  'Pine Ltd': 'ready',
  'Quarry Works Ltd': 'differs',
  'Reed Ltd': 'drift',
  'Sorrel Ltd': 'agrees',
};

const paydays = [
  '2025-04-30',
  '2025-05-30',
  '2025-06-30',
  '2025-07-31',
  '2025-08-29',
  '2025-09-30',
  '2025-10-31',
  '2025-11-28',
];
const firstNames = ['Amara', 'Ben', 'Chloe', 'Dev', 'Erin', 'Femi', 'Grace', 'Hugo', 'Isla', 'Jonah'];
const lastNames = ['Okafor', 'Turner', 'Walsh', 'Shah', 'Price', 'Bello', 'Kim', 'Novak', 'Grant', 'Moss'];
const october = 6;

export async function insertPractice(database: Database): Promise<void> {
  await insertConnection(database, {
    id: 'practice',
    kind: 'practice',
    name: 'Harbour Accounting',
    practice: 'harbour',
  });
  for (const [index, name] of names.entries()) {
    const company = await insertCompany(
      database,
      {
        name,
        connectionId: 'practice',
        subdomain: name.toLowerCase().replaceAll(/[^a-z]+/g, ''),
        lastSyncedAt: new Date('2025-11-07T05:30:00Z'),
        lastVerifiedAt: new Date('2025-11-07T05:34:00Z'),
        verifyFindings: name === 'Reed Ltd' ? JSON.stringify([{ problem: 'edited' }]) : null,
        problem: name === 'Willow Ltd' ? 'The connection must be made again: the service no longer accepts it.' : null,
      },
      { mode: index % 3 === 0 ? 'auto' : 'approve', postFrom: index % 5 === 4 ? '2025-07-06' : '2025-04-06' },
    );
    for (const [period, datedOn] of paydays.entries())
      await insertMonth(database, company.id, name, index, period, datedOn);
    await insertPayments(database, company.id, index);
    await insertSurroundings(database, company.id, index);
  }
}

async function insertMonth(
  database: Database,
  companyId: string,
  name: string,
  index: number,
  period: number,
  datedOn: string,
): Promise<void> {
  const state = stateOf(name, index, period);
  const slips = slipsOf(index, name === 'Birch Ltd' && period === october);
  const payroll = payrollOf(state === 'held' ? withOtherDeductions(slips) : slips);
  const story: RunStory = { state, datedOn, ...(period === october ? storyOf(state, payroll, datedOn) : {}) };
  const signedOff = state === 'posted' && period < october - 1;
  const run = await insertRun(database, companyId, payroll, {
    ...story,
    ...(signedOff
      ? {
          signedOffBy: 'reviewer',
          signedOffAt: new Date(`${addDays(datedOn, 3)}T10:12:00Z`),
          signedOffFingerprint: 'as posted',
        }
      : {}),
  });
  await insertEntries(database, run);
}

function stateOf(name: string, index: number, period: number): RunState {
  if (period > october) return 'not_ready';
  if (period === october) return octoberStates[name] ?? 'posted';
  if (index % 5 === 4 && period < 3) return 'before_cutover';
  if (name === 'Cooper Design Ltd' && period === 5) return 'held';
  return 'posted';
}

function slipsOf(index: number, withBonus: boolean): Slip[] {
  return Array.from({ length: 2 + (index % 5) }, (_, place): Slip => {
    const id = index * 10 + place + 1;
    const name = `${firstNames[(index + place) % 10]} ${lastNames[(index * 3 + place) % 10]}`;
    const basic = 1800 + ((index * 37 + place * 411) % 2600);
    const bonus = withBonus && place === 1 ? 1250 : 0;
    const tax = Math.round((basic + bonus - 1047.5) * 20) / 100;
    const ni = Math.round((basic + bonus - 1048) * 8) / 100;
    return {
      id,
      name,
      role: place === 0 ? 'Director' : 'Employee',
      basic: basic.toFixed(2),
      bonus: bonus === 0 ? undefined : bonus.toFixed(2),
      tax: tax.toFixed(2),
      ni: ni.toFixed(2),
      employerNi: (Math.round((basic + bonus - 417) * 15) / 100).toFixed(2),
      pension: place % 2 === 1 ? '62.50' : undefined,
      employerPension: place % 2 === 1 ? '37.50' : undefined,
    };
  });
}

function withOtherDeductions(slips: readonly Slip[]): Slip[] {
  return slips.map((slip, place) => (place === 1 ? { ...slip, more: { other_deductions: '40.0' } } : slip));
}

/** The details of October's run for each state. */
function storyOf(state: RunState, payroll: Payroll, datedOn: string): Partial<RunStory> {
  const person = payroll.paid[1];
  if (person === undefined) throw new Error('Every company of the practice pays two people');
  const more = { user: person.user, before: '-1557.04', after: '-1517.04' };
  switch (state) {
    case 'held':
      return {
        reason: 'A field of the payslip must be decided',
        remarks: {
          outcome: 'hold',
          holds: [
            {
              code: 'ambiguous_field',
              message: `${person.name} has £40.00 in Other deductions. The payslip data does not say whether it reduces take-home pay. Check the payslip's net pay: ${Money.parse(person.net).minus(Money.parse('40')).inPounds()} or ${Money.parse(person.net).inPounds()}?`,
              payslip: person.user,
              field: 'other_deductions',
              amount: '40.00',
            },
          ],
        },
      };
    case 'changed':
      return {
        reason: 'Payroll now says something else than was posted',
        plan: {
          kind: 'changed',
          why: 'amount',
          differences: [
            { account: '401', before: '2000.00', after: '1950.00' },
            { account: '814', before: '-637.67', after: '-627.67' },
            { account: '902', ...more },
          ],
        },
      };
    case 'drift':
      return {
        reason: 'The journal in the books was edited after it was posted',
        plan: {
          kind: 'drift',
          what: 'edited',
          differences: [{ account: '401', before: '2000.00', after: '2120.00' }],
          sets: ['https://books.example/v2/journal_sets/16'],
        },
      };
    case 'refused':
      return {
        reason: 'The service refused the journal',
        plan: {
          kind: 'refused',
          act: 'post',
          status: 422,
          words: 'dated_on is in a locked period',
          again: 'on_change',
        },
      };
    case 'in_doubt':
      return {
        reason: 'The service did not answer',
        plan: { kind: 'in_doubt', write: 'write', since: `${datedOn}T05:31:00Z`, settledBy: '2025-11-07T05:41:00Z' },
      };
    case 'differs':
      return {
        reason: 'employment allowance left out',
        plan: {
          kind: 'check',
          verdict: 'wrong',
          sets: ['https://books.example/v2/journal_sets/18'],
          amount: '437.50',
          causes: [
            {
              cause: 'allowance_missing',
              amount: '437.50',
              accounts: [
                { account: '402', amount: '437.50' },
                { account: '814', amount: '-437.50' },
              ],
            },
          ],
        },
      };
    case 'overdue':
      return { reason: 'Pay date passed, FPS not accepted' };
    case 'ready':
      return payroll.paid.some((one) => one.gross.endsWith('1250.00')) || payroll.slips.some((slip) => slip.bonus)
        ? {
            remarks: {
              warnings: [
                { code: 'statutory_recovery_not_posted', message: 'What is recovered of statutory pay is not posted.' },
              ],
            },
          }
        : {};
    default:
      return {};
  }
}

async function insertEntries(database: Database, run: PayRunRecord): Promise<void> {
  const entry = { companyId: run.companyId, tag: run.tag, fingerprint: run.fingerprint, at: run.updatedAt };
  if (run.state === 'posted' || run.state === 'changed' || run.state === 'drift') {
    await insertLogEntry(database, {
      ...entry,
      act: 'post',
      journalSet: run.journalSet,
      ref: 'write',
    });
  }
  if (run.state === 'held')
    await insertLogEntry(database, { ...entry, act: 'hold', outcome: 'held', holdCodes: run.holdCodes });
  if (run.state === 'changed' || run.state === 'drift') {
    await insertLogEntry(database, {
      ...entry,
      act: run.state,
      outcome: 'found',
      journalSet: run.journalSet,
      at: new Date('2025-11-07T05:30:00Z'),
    });
  }
  if (run.state === 'in_doubt')
    await insertLogEntry(database, { ...entry, act: 'post', outcome: 'in_doubt', answer: 'no answer within 30 s' });
  if (run.signedOffBy !== null && run.signedOffAt !== null) {
    await insertLogEntry(database, {
      ...entry,
      act: 'sign_off',
      actor: run.signedOffBy,
      trigger: 'page',
      at: run.signedOffAt,
    });
  }
}

async function insertPayments(database: Database, companyId: string, index: number): Promise<void> {
  const owed = payrollOf(slipsOf(index, false)).taxAuthority;
  const due = ['05', '06', '07', '08', '09', '10', '11'].map((month) => `2025-${month}-22`);
  const payments = due.map((dueOn, period) => ({
    dueOn,
    amountDue: (index === 15 && period === october ? owed.plus(Money.parse('62.10')) : owed).toString(),
    status: 'unpaid',
  }));
  await database.work((rows) =>
    rows.insert(TaxYearRecord, {
      companyId,
      year: 2026,
      adoptedAt: null,
      listedAt: null,
      fullReadAt: null,
      payments,
    } as never),
  );
}

const chartCodes = [
  '101',
  '102',
  '150',
  '401',
  '402',
  '403',
  '404',
  '405',
  '407',
  '408',
  '409',
  '813',
  '814',
  '815',
  '902',
];

/** Users and chart, as the last sync stored them. */
async function insertSurroundings(database: Database, companyId: string, index: number): Promise<void> {
  const people = payrollOf(slipsOf(index, false)).paid.map(({ user, role, name }) => {
    const [firstName = '', lastName = ''] = name.split(' ');
    return { url: user, path: pathOf(user), role, firstName, lastName };
  });
  const accounts = chartCodes.map((code) => ({ code, name: code, url: `https://books.example/v2/categories/${code}` }));
  const at = database.clock.now().toISOString();
  const value = JSON.stringify({ at, people, accounts, closed: [] });
  await database.work((rows) => rows.insert(Fact, { name: `surroundings:${companyId}`, value }));
}
