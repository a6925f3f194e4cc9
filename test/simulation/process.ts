import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transport } from '../../src/books/http.js';
import { accountingService } from '../../src/books/service.js';
import type { Clock } from '../../src/ground/clock.js';
import { Companies } from '../../src/companies/companies.js';
import { Connecting } from '../../src/companies/connecting.js';
import { Connections } from '../../src/companies/connections.js';
import { secretsOf } from '../../src/companies/secrets.js';
import type { Config } from '../../src/ground/config.js';
import type { Database } from '../../src/ground/database.js';
import { Decisions } from '../../src/record/runs/decisions.js';
import type { Sending } from '../../src/record/decided.js';
import { Leases } from '../../src/record/leases.js';
import { PostingLog } from '../../src/record/log/posting-log.js';
import { Outbox } from '../../src/record/messages/outbox.js';
import { Writes } from '../../src/record/runs/writes.js';
import { problem } from '../../src/ground/problem.js';
import { actsWith, type BoundActs } from '../factories/acts.js';
import { Syncs } from '../../src/sync/syncs.js';
import { Verify } from '../../src/sync/verify.js';
import type { Sender, SimulatedNetwork } from './network.js';
import type { Random } from './random.js';
import type { Report } from './report.js';
import type { MachineClock } from './virtual-time.js';

/** What may happen to a process at each of its steps, as probabilities. */
export interface Perils {
  crash: number;
  pause: number;
  /** A pause after the decision and before the send, in which another process may do the same. */
  pauseBeforeWrite: number;
  database: number;
}

export interface Machine {
  readonly clock: MachineClock;
  readonly config: Config;
  readonly network: SimulatedNetwork;
  readonly random: Random;
  readonly report: Report;
  readonly perils: Perils;
}

/** Thrown to anyone who waits for a process that was killed. */
export class Killed extends Error {}

const pauseMaxSeconds = 120;
/** One for all processes: each AsyncLocalStorage makes every promise a little slower. */
const inTransaction = new AsyncLocalStorage<true>();

/** One running program: the real code on a database, a clock and a network that may fail at any step. */
export class SimulatedProcess {
  readonly companies: Companies;
  readonly connecting: Connecting;
  readonly syncs: Syncs;
  readonly acts: BoundActs;
  readonly verify: Verify;
  readonly log: PostingLog;
  /** As this process has it. */
  readonly database: Database;
  /** Told of each line of the log in the unit of work that writes it, with what was on its way to the books by then. */
  onLine?: (line: Parameters<PostingLog['append']>[1], sending: readonly Sending[]) => void;
  #dead = false;
  #pausedUntilMs = 0;
  #kill: (error: Killed) => void = () => {};
  readonly #killed: Promise<never>;
  readonly #sender: Sender;

  constructor(
    private readonly machine: Machine,
    private readonly real: Database,
    verifying = false,
  ) {
    this.#sender = { verifying, limitedUntilMs: 0 };
    this.#killed = new Promise((_, reject) => {
      this.#kill = reject;
    });
    this.#killed.catch(() => undefined);
    const { config, random } = machine;
    const clock = this.#clock();
    const db = this.#failing(clock);
    this.database = db;
    const transport: Transport = async (request) => {
      await this.#step();
      const answer = await machine.network.send({ ...request, ...this.#mayStart(request.mayStart) }, this.#sender);
      await this.#step();
      return answer;
    };
    const service = accountingService({ config, database: db, clock, random: random.next, transport });
    const connections = new Connections(db, secretsOf(config), service);
    this.companies = new Companies(db, connections);
    this.connecting = new Connecting(db, connections, this.companies);
    this.log = this.#log(db);
    const leases = new Leases(db, config.leaseSeconds);
    const decisions = new Decisions(db);
    this.syncs = new Syncs(db, clock, this.companies, leases, {
      db,
      clock,
      log: this.log,
      writes: this.#writes(db, leases),
      decisions,
      outbox: new Outbox(clock, config),
      limits: { deadlineSeconds: config.requestDeadlineSeconds, settleWindowSeconds: config.settleWindowSeconds },
      policyAt: (companyId, version) => this.companies.policyAt(companyId, version),
    });
    this.acts = actsWith({ database: db, companies: this.companies, decisions, log: this.log, syncs: this.syncs });
    this.verify = new Verify(db, this.companies, this.log, this.syncs);
  }

  get alive(): boolean {
    return !this.#dead;
  }

  /** Waits until the act has ended or the process was killed. */
  run<T>(act: () => Promise<T>): Promise<T> {
    return Promise.race([act(), this.#killed]);
  }

  kill(): void {
    this.#dead = true;
    this.#kill(new Killed('killed'));
  }

  /** Any step may be its last, or the last for a long while. A dead process never goes on. */
  async #step(): Promise<void> {
    const { random, perils, report } = this.machine;
    if (!this.#dead && random.chance(perils.crash)) {
      report.fault('process killed');
      this.kill();
    }
    await this.#maySleep(perils.pause, 'process sleeps');
  }

  async #maySleep(share: number, what: string): Promise<void> {
    const { random, report, clock } = this.machine;
    if (!this.#dead && random.chance(share)) {
      report.fault(what);
      this.#pausedUntilMs = clock.monotonicMs() + random.whole(1, pauseMaxSeconds) * 1000;
    }
    await this.#awake();
  }

  #log(db: Database): PostingLog {
    const log = new PostingLog(db);
    const append = log.append.bind(log);
    log.append = async (rows, line) => {
      const sending = await append(rows, line);
      this.onLine?.(line, sending);
      return sending;
    };
    return log;
  }

  #writes(db: Database, leases: Leases): Writes {
    const { perils, config } = this.machine;
    const writes = new Writes(db, leases, config.leaseSeconds);
    const begin = writes.begin.bind(writes);
    writes.begin = async (...write) => {
      await this.#maySleep(perils.pauseBeforeWrite, 'process sleeps before it writes');
      const begun = await begin(...write);
      if (begun.is === 'lease_lost') this.machine.report.reach('an attempt lost its lease');
      if (begun.is === 'decided_since') this.machine.report.reach('a sync started over, as something had been decided');
      return begun;
    };
    return writes;
  }

  async #awake(): Promise<void> {
    const { clock } = this.machine;
    while (!this.#dead && clock.monotonicMs() < this.#pausedUntilMs)
      await clock.sleep(this.#pausedUntilMs - clock.monotonicMs());
    if (this.#dead) await new Promise(() => {});
  }

  /** A process that is asleep or dead when its socket is ready sends nothing. */
  #mayStart(own: (() => boolean) | undefined): { mayStart?: () => boolean } {
    return { mayStart: () => !this.#dead && (own === undefined || own()) };
  }

  #clock(): Clock {
    const { clock } = this.machine;
    return {
      now: () => clock.now(),
      monotonicMs: () => clock.monotonicMs(),
      sleep: async (ms, signal) => {
        await this.#awake();
        try {
          await clock.sleep(ms, signal);
        } finally {
          await this.#awake();
        }
      },
    };
  }

  /** The machine's one database, which sometimes fails, or commits without being able to confirm it. */
  #failing(clock: Clock): Database {
    const { real } = this;
    const failing = <T>(work: (act: (rows: never) => Promise<T>) => Promise<T>, writes: boolean) => {
      return async (act: (rows: never) => Promise<T>): Promise<T> => {
        if (inTransaction.getStore()) return work(act);
        await this.#step();
        const trouble = this.#trouble(writes);
        if (trouble === 'locked') throw databaseTrouble('The database is locked by another program.');
        const result = await inTransaction.run(true, () =>
          work(async (rows) => {
            const done = await act(rows);
            if (trouble === 'full') throw databaseTrouble('The disk of the database is full.');
            return done;
          }),
        );
        await this.#step();
        if (trouble === 'answer lost') throw databaseTrouble('The PostgreSQL server does not answer.');
        return result;
      };
    };
    const facade = {
      kind: real.kind,
      source: real.source,
      clock,
      work: failing((act) => real.work(act as never), true),
      read: failing((act) => real.read(act as never), false),
      now: (rows: never) => real.now(rows),
    };
    return facade as unknown as Database;
  }

  #trouble(writes: boolean): 'locked' | 'full' | 'answer lost' | undefined {
    const { random, perils, report } = this.machine;
    if (!random.chance(perils.database)) return undefined;
    const trouble = writes ? random.pick(['locked', 'full', 'answer lost'] as const) : 'locked';
    report.fault(`database: ${trouble}`);
    return trouble;
  }
}

const databaseTrouble = (detail: string) => problem('database-unusable', { detail, todo: 'Try again.' });
