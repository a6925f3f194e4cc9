import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../src/ground/clock.js';
import type { Company } from '../../src/companies/company.js';
import type { Database } from '../../src/ground/database.js';
import { parsePolicy } from '../../src/journal/policy/policy.js';
import { Decisions } from '../../src/record/runs/decisions.js';
import { Leases } from '../../src/record/leases.js';
import { PayRunRecord } from '../../src/record/runs/pay-run.entity.js';
import { withLines } from '../../src/record/runs/run-lines.js';
import { PostingLog } from '../../src/record/log/posting-log.js';
import type { SyncRequest, SyncResult } from '../../src/record/runs/sync-record.entity.js';
import { Writes } from '../../src/record/runs/writes.js';
import type { SandboxOptions } from '#sandbox';
import type { RunRef } from '../../src/acts/act.js';
import { acting } from '../../src/acts/acting.js';
import { companyLine } from '../../src/acts/companies/company-line.js';
import { changePolicy } from '../../src/acts/companies/change-policy.js';
import { connectCompany } from '../../src/acts/companies/connect-company.js';
import { actsWith, type BoundActs } from '../factories/acts.js';
import { Outbox } from '../../src/record/messages/outbox.js';
import { Syncs } from '../../src/sync/syncs.js';
import { Verify } from '../../src/sync/verify.js';
import { processOn, type Rig, type RigOptions, rigOn } from '../companies/rig.js';

/** A clock that a test moves; sleeping takes real time. */
export class MovableClock implements Clock {
  #offsetMs: number;
  #passedMs = 0;
  constructor(start: string) {
    this.#offsetMs = Date.parse(start) - Date.now();
  }
  now = () => new Date(Date.now() + this.#offsetMs);
  monotonicMs = () => performance.now() + this.#passedMs;
  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    await wait(ms, undefined, { signal }).catch(() => undefined);
  }
  /** Moves only the wall clock, as when someone sets it. */
  advance(ms: number): void {
    this.#offsetMs += ms;
  }
  /** Time passes on both clocks. */
  pass(ms: number): void {
    this.advance(ms);
    this.#passedMs += ms;
  }
}

export const start = '2025-11-10T09:00:00Z';
const by = { actor: 'Ruth', trigger: 'command' as const };
const who = { ...by, companies: null };

export interface Books {
  readonly rig: Rig;
  readonly clock: MovableClock;
  readonly db: Database;
  readonly company: Company;
  readonly log: PostingLog;
  readonly acts: BoundActs;
  readonly verify: Verify;
  readonly syncs: Syncs;
  readonly decisions: Decisions;
  readonly outbox: Outbox;
  sync(request?: Partial<SyncRequest>): Promise<SyncResult>;
  runs(): Promise<readonly PayRunRecord[]>;
  run(period: number, paid?: string, year?: number): Promise<PayRunRecord>;
  ref(period: number, paid?: string, year?: number): RunRef;
  policy(change: object): Promise<void>;
  /** The journal sets with a tag, read from the sandbox itself. */
  sets(): Promise<readonly SandboxSet[]>;
  requests(): Promise<number>;
  advance(seconds: number): Promise<void>;
  period(year: number, period: number): Promise<PeriodDocument>;
  setPeriod(year: number, period: number, document: PeriodDocument): Promise<void>;
}

export interface SandboxSet {
  readonly url: string;
  readonly tag?: string;
  readonly dated_on: string;
  readonly journal_entries: readonly {
    category: string;
    debit_value: string;
    user?: string;
    url: string;
    description?: string;
  }[];
}

export interface PeriodDocument {
  dated_on: string;
  status: string;
  payslips: (Record<string, unknown> & { dated_on: string; basic_pay: string })[];
  [field: string]: unknown;
}

interface Options {
  readonly scenario?: SandboxOptions['scenario'];
  readonly postFrom?: string;
  readonly mode?: 'auto' | 'approve' | 'check';
  readonly env?: NodeJS.ProcessEnv;
  /** Wraps the transport, to meddle with requests and answers. */
  readonly around?: RigOptions['around'];
}

/** One connected company on a listening sandbox, with what a sync needs. */
export async function booksOn(open: (clock: Clock) => Promise<Database>, options: Options = {}): Promise<Books> {
  const clock = new MovableClock(start);
  const db = await open(clock);
  const rig = await rigOn({
    database: db,
    clock,
    scenario: options.scenario ?? elm(),
    env: options.env,
    around: options.around,
  });
  return connectedOn(rig, db, clock, options);
}

/** A second record of the same books: another database, nothing known. */
export async function connectedOn(on: Rig, db: Database, clock: MovableClock, options: Options = {}): Promise<Books> {
  const rig: Rig = {
    ...on,
    ...processOn(on.baseUrl, { database: db, clock, env: options.env, around: options.around }),
  };
  const { postFrom = '2025-04-06', mode = 'auto' } = options;
  const [first] = rig.sandbox.credentials().companies;
  if (!first) throw new Error('The scenario has no company.');
  const { accessToken, refreshToken, subdomain } = first;
  const connected = await connectCompany(
    { connecting: rig.connecting, database: db, log: new PostingLog(db) },
    { name: first.name, mode, postFrom },
    { who: { ...who, actor: 'test' }, tokens: { accessToken, refreshToken } },
  );
  if (connected.kind !== 'company') throw new Error('A company was expected.');
  const { company } = connected;
  const { config, companies } = rig;
  const [log, decisions, leases] = [new PostingLog(db), new Decisions(db), new Leases(db, config.leaseSeconds)];
  const writes = new Writes(db, leases, config.leaseSeconds);
  const limits = { deadlineSeconds: config.requestDeadlineSeconds, settleWindowSeconds: config.settleWindowSeconds };
  const outbox = new Outbox(clock, config);
  const policyAt = (id: string, version: number) => companies.policyAt(id, version);
  const syncs = new Syncs(db, clock, companies, leases, {
    db,
    clock,
    log,
    writes,
    decisions,
    outbox,
    limits,
    policyAt,
  });
  const asksForTwo = async (seen: Company, policy: Company['policy']) => {
    await acting({ database: db, log }, who, async () => {
      const change = { policy, actor: who.actor, reason: 'test', expectedVersion: seen.policyVersion };
      return { value: undefined, line: companyLine(await companies.setPolicy(seen.id, change), 'policy') };
    });
  };
  const acts = actsWith({ database: db, companies, decisions, log, syncs });
  const ref = (period: number, paid?: string, year = 2026): RunRef => ({ company, year, period, paid });
  return {
    rig,
    clock,
    db,
    company,
    log,
    acts,
    syncs,
    decisions,
    outbox,
    ref,
    verify: new Verify(db, companies, log, syncs),
    async sync(request = {}) {
      const { result } = await syncs.run(company, { ...by, ...request });
      if (result.error && !request.dryRun) throw new Error(`${result.error.title}: ${result.error.detail}`);
      return result;
    },
    runs: () =>
      db.read(async (rows) =>
        withLines(
          rows,
          await rows.find(PayRunRecord, {
            where: { companyId: company.id, kind: 'payroll' },
            order: { datedOn: 'ASC' },
          }),
        ),
      ),
    run: (period, paid, year) => acts.find(ref(period, paid, year)),
    async policy(change) {
      const seen = await companies.find(company.id);
      const policy = parsePolicy({ ...seen.policy, ...change });
      // Tests of what two pairs of eyes do need not have two people first.
      if (policy.approval === 'two' && seen.policy.approval === 'one') return asksForTwo(seen, policy);
      // Names in files are not those of the scenario: the reason names each payroll id.
      const reason = ['test', ...Object.keys(policy.payrollPeople)].join(', ');
      await changePolicy({ database: db, companies, log }, seen, { who, policy, reason });
    },
    async sets() {
      const authorization = { authorization: `Bearer ${accessToken}`, 'user-agent': 'test' };
      const found: SandboxSet[] = [];
      for (let page = 1; ; page++) {
        const answer = await fetch(`${rig.baseUrl}/v2/journal_sets?per_page=100&page=${page}`, {
          headers: authorization,
        });
        const { journal_sets: sets } = (await answer.json()) as { journal_sets: SandboxSet[] };
        found.push(...sets.filter((set) => set.tag !== undefined));
        if (sets.length < 100) return found;
      }
    },
    async requests() {
      const { total } = (await rig.control('GET', 'requests')) as { total: number };
      return total;
    },
    async advance(seconds) {
      clock.advance(seconds * 1000);
    },
    async period(year, period) {
      const answer = (await rig.control('GET', `companies/${subdomain}/payroll/${year}/${period}`)) as {
        period?: PeriodDocument;
      } & PeriodDocument;
      return answer.period ?? answer;
    },
    async setPeriod(year, period, document) {
      await rig.control('PUT', `companies/${subdomain}/payroll/${year}/${period}`, document);
    },
  };
}

/** Three months of two people, so that a month has neighbours on both sides. */
export function elm(over: object = {}): SandboxOptions['scenario'] {
  const payslips = [
    { user: 2, basic_pay: '2000.0', tax_deducted: '190.2', employee_ni: '76.16', employer_ni: '237.45' },
    { user: 1, basic_pay: '1000.0', employer_ni: '75.0', ni_calc_type: 'Director' },
  ];
  const month = (period: number, datedOn: string) => ({ period, dated_on: datedOn, status: 'filed', payslips });
  return {
    companies: [
      {
        name: 'Elm Ltd',
        subdomain: 'elm',
        fields: { id: 5, company_start_date: '2020-01-01', freeagent_start_date: '2020-01-01' },
        users: [
          { id: 1, first_name: 'Ann', last_name: 'Elm', role: 'Director', permission_level: 8 },
          { id: 2, first_name: 'Ed', last_name: 'Employee', role: 'Employee' },
        ],
        payroll: { '2026': { periods: [month(4, '2025-08-29'), month(5, '2025-09-30'), month(6, '2025-10-31')] } },
        ...over,
      },
    ],
  } as SandboxOptions['scenario'];
}

export const act = (reason = 'seen with the client') => ({ who, reason });

/** Gives maternity pay to the first person on September's payroll. */
export async function withMaternityPay(books: Books, amount: string): Promise<void> {
  const document = await books.period(2026, 5);
  const [first, ...others] = document.payslips;
  if (!first) throw new Error('No one is paid.');
  const changed = { ...first, statutory_maternity_pay: amount };
  await books.setPeriod(2026, 5, { ...document, payslips: [changed, ...others] });
}

/** The apprenticeship levy, which HMRC bills apart from payroll. */
export const levy = {
  kind: 'levy',
  lines: [
    { account: '405', amount: '125.00' },
    { account: '814', amount: '-125.00' },
  ],
} as const;
