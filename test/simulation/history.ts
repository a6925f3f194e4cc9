import { Connection } from '../../src/companies/connection.entity.js';
import { CompanyRow } from '../../src/companies/company.entity.js';
import type { Company } from '../../src/companies/company.js';
import { readConfig } from '../../src/ground/config.js';
import { Database } from '../../src/ground/database.js';
import { companyWithPolicy } from '../../src/record/log/carried.js';
import type { PayRunRecord as Row } from '../../src/record/runs/pay-run.entity.js';
import { In, IsNull } from 'typeorm';
import { Write } from '../../src/record/runs/write.entity.js';
import { Posting } from '../../src/record/runs/posting.entity.js';
import { PayRunRecord } from '../../src/record/runs/pay-run.entity.js';
import { Decision } from '../../src/record/runs/decision.entity.js';
import type { SyncRequest } from '../../src/record/runs/sync-record.entity.js';
import { Problem } from '../../src/ground/problem.js';
import { secretKey } from '../harness/secret-key.js';
import type { Act } from './asked.js';
import { Auditor } from './auditor.js';
import { type Backup, backUp, restore } from './backup.js';
import { lostAnswer } from './faults.js';
import { SimulatedNetwork } from './network.js';
import { addDays, isOpen, payKeyOf, type Payroll, peopleByTag, runsOf, SimulatedPayroll } from './payroll.js';
import { FiledPayroll } from './filed-payroll.js';
import { Bringing, settingsOfFiles } from './bringing.js';
import { brokenByFiles } from './filed-promises.js';
import { Killed, type Machine, type Perils, SimulatedProcess } from './process.js';
import { type AtRest, allTime, brokenPromises, dueRuns, placeOf, runsIn } from './promises.js';
import { falseReasons, type World } from './reasons.js';
import { type Random, randomOf } from './random.js';
import type { Report } from './report.js';
import { actFor, askedBy, type ReviewerAct } from './reviewer.js';
import { baseUrl, SimulatedService } from './service.js';
import { MachineClock, VirtualTime } from './virtual-time.js';
import { PersonsAdjusting, splitInTwo, withRecoveryPolicy } from './adjusting.js';
import { type Databases, inMemory, newDatabase } from './new-database.js';
import { editBooks, journalByHand, lag, lock, othersPost } from './acts/books.js';
import { correctRefused, hurry, loseAnswer, refuseLate } from './acts/late.js';
import { mixedUp } from './mixed-up.js';
import { correctPosted, denyThenDo, editByHand, removeDouble } from './acts/amend.js';
import { fillOtherBooks, mixTenants, otherCompany } from './acts/gateway.js';
import { answerFiles } from './acts/answer.js';
import { interrupt } from './acts/interrupt.js';
import { type Moved, moveToFiles } from './acts/move.js';
import { MovingSurroundings } from './acts/surroundings.js';
import { countRecord, countRuns, type Reach } from './sometimes.js';
import { secondMs, type Stage } from './stage.js';
import { changePolicy } from '../../src/acts/companies/change-policy.js';
import type { Policy } from '../../src/journal/policy/policy.js';
import { webhook } from '../witness/doors/messages.js';
import { isReadInFull, readAtRest } from '../witness/read.js';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const settleWindowSeconds = 600;
/** Longer than the settle window after the last send-by time, so that nothing is in doubt any more. */
const restSeconds = 2 * settleWindowSeconds;

/** What a history may contain besides faults. Most have each one off, so that some are about one thing only. */
interface Traits {
  readonly editsBooks: boolean;
  readonly losesDatabase: boolean;
  readonly restoresBackups: boolean;
  readonly jumpsClock: boolean;
  readonly locksPeriods: boolean;
  readonly lagsLists: boolean;
  readonly shortPages: boolean;
  readonly handJournals: boolean;
  readonly reviewsMuch: boolean;
  readonly losesAnswers: boolean;
  readonly verifies: boolean;
  readonly misdates: boolean;
  readonly pauses: boolean;
  readonly merges: boolean;
  readonly mixesUp: boolean;
  readonly hurries: boolean;
  readonly leavesIgnored: boolean;
  readonly refusesLate: boolean;
  readonly correctsRefused: boolean;
  readonly amends: boolean;
  readonly editsByHand: boolean;
  readonly interrupts: boolean;
  readonly movesSurroundings: boolean;
  readonly mixesTenants: boolean;
}

/** When a history begins, and with how many days of payroll before that. */
const beginnings: readonly (readonly [at: string, days: number])[] = [
  ['2025-11-03T09:00:00Z', 75],
  ['2026-04-02T22:30:00Z', 75],
  ['2025-07-10T05:00:00Z', 75],
  // The year before may still be corrected, but is no longer checked every day.
  ['2026-07-03T09:00:00Z', 110],
  ['2026-07-24T09:00:00Z', 115],
];
/** The process that verifies, besides those that sync. */
const verifier = 2;

/** Larger than any seed, and below 2 ** 32, where seeds would repeat. */
const apartFrom = 2 ** 31;
const hurriesFrom = 2 ** 30;
const leavesFrom = 3 * 2 ** 30;
const refusesFrom = 2 ** 29;
const amendsFrom = 5 * 2 ** 29;
const editsFrom = 7 * 2 ** 29;
const interruptsFrom = 3 * 2 ** 28;
const movesFrom = 5 * 2 ** 28;
const tenantsFrom = 7 * 2 ** 28;
const filesFrom = 9 * 2 ** 28;
const correctsFrom = 11 * 2 ** 28;
const clientMovesFrom = 13 * 2 ** 28;
/** What comes after its first move. */
const movesOnFrom = 14 * 2 ** 28;
/** Of all histories, those whose payroll comes as files. */
const shareOfFiles = 0.25;

const kept: readonly string[] = ['held', 'not_ready', 'overdue', 'drift', 'ignored'];
const quietPerils: Perils = { crash: 0, pause: 0, pauseBeforeWrite: 0, database: 0 };

/** One random history, from connecting to rest. The same seed repeats it. */
export class History {
  readonly #random: Random;
  readonly #time: VirtualTime;
  readonly #clock: MachineClock;
  readonly #service: SimulatedService;
  readonly #payroll: Payroll;
  /** The payroll that is run inside the service; nothing of it changes where payroll comes as files. */
  readonly #inside: SimulatedPayroll;
  readonly #filed?: FiledPayroll;
  readonly #bringing?: Bringing;
  readonly #files: Random;
  readonly #network: SimulatedNetwork;
  readonly #machine: Machine;
  readonly #traits: Traits;
  #postFrom: string;
  readonly #auditor: Auditor;
  readonly #violations: string[] = [];
  #database!: Database;
  #second?: Database;
  /** What was posted since the backup, or before the database was lost, is known once a sync has ended. */
  #isRestored = false;
  #company!: Company;
  /**
   * Runs that were unfiled, held or beside payroll that could not be read: who came into them then is not known, so they
   * wait beside an ignored run.
   */
  readonly #everKept = new Set<string>();
  readonly #everShown = new Set<string>();
  readonly #whenIgnored = new Map<string, ReadonlyMap<string, readonly number[]>>();
  /** As people entered them, one after the other. */
  readonly #allocated = new Set<string>();
  #backup?: { readonly rows: Backup; readonly asked: ReadonlySet<string> };
  #reconnecting?: Promise<void>;
  #mode: 'auto' | 'approve';
  #processes: SimulatedProcess[] = [];
  /** Payroll changed somewhere without moving its `updated_at`. */
  #wasSilent = false;
  /** Adjustments; absent in histories without them. */
  readonly #adjustment?: PersonsAdjusting;
  readonly #apart: Random;
  readonly #refusals: Random;
  /** Each of these acts has a generator of its own. */
  readonly #corrects: Random;
  readonly #amends: Random;
  readonly #edits: Random;
  readonly #interrupts: Random;
  readonly #moves: Random;
  readonly #tenants: Random;
  readonly #surroundings = new MovingSurroundings();
  readonly #stage: Stage;
  /** All trouble has ended, and persons have done what was asked of them. */
  #atRest = false;

  constructor(
    readonly seed: number,
    private readonly report: Report,
    private readonly verbose = false,
    filesShare = shareOfFiles,
    private readonly databases: Databases = inMemory,
    /** Whether every door is asked at the end, which takes as long as the rest. */
    private readonly reads = true,
  ) {
    const random = randomOf(seed);
    this.#random = random;
    const [begin, days] = random.pick(beginnings);
    const startsAt = new Date(begin);
    this.#time = new VirtualTime(startsAt);
    this.#clock = new MachineClock(this.#time);
    const today = startsAt.toISOString().slice(0, 10);
    this.#postFrom = addDays(today, random.pick([-120, -60]));
    this.#inside = new SimulatedPayroll(random, today, { days, ofOwn: 5 });
    const files = randomOf(seed + filesFrom);
    this.#files = files;
    if (files.chance(filesShare)) this.#filed = new FiledPayroll(files, this.#time, days);
    this.#payroll = this.#filed ?? this.#inside;
    this.#tenants = randomOf(seed + tenantsFrom);
    const hasOther = this.#tenants.chance(0.2);
    this.#service = new SimulatedService(this.#time, this.#inside, hasOther ? [otherCompany] : []);
    this.#mode = random.chance(0.6) ? 'auto' : 'approve';
    this.#auditor = new Auditor(this.#service, {
      time: this.#time,
      payroll: this.#payroll,
      ...(this.#filed && {
        isReturned: (run: string) => this.#filed?.returned.mayMake(run) === true,
        isStillPaid: (tag: string) => this.#filed?.everUnder(tag).some(this.#filed.files.isAwaited) === true,
      }),
      log: (what) => this.#log(what),
      violate: (what) => this.#violate(what),
    });
    this.#auditor.mode = this.#mode;
    this.#network = new SimulatedNetwork(this.#service, this.#time, random, report, this.#auditor);
    const config = readConfig({
      SECRET_KEY: secretKey,
      ACCOUNTING_BASE_URL: baseUrl,
      ACCOUNTING_CLIENT_ID: 'sandbox-client',
      ACCOUNTING_CLIENT_SECRET: 'sandbox-secret',
      SETTLE_WINDOW_SECONDS: String(settleWindowSeconds),
      ...(isReadInFull(seed) && { WEBHOOK_URL: webhook.webhookUrl, WEBHOOK_SECRET: webhook.webhookSecret }),
      PUBLIC_URL: webhook.publicUrl,
    });
    const perils = { ...quietPerils };
    this.#machine = { clock: this.#clock, config, network: this.#network, random, report, perils };
    // Drawn from a generator of its own, so that the same seeds still give the same other histories.
    const apart = randomOf(seed + apartFrom);
    this.#apart = apart;
    this.#refusals = randomOf(seed + refusesFrom);
    this.#corrects = randomOf(seed + correctsFrom);
    this.#amends = randomOf(seed + amendsFrom);
    this.#edits = randomOf(seed + editsFrom);
    this.#interrupts = randomOf(seed + interruptsFrom);
    this.#moves = randomOf(seed + movesFrom);
    if (apart.chance(0.2)) this.#network.meanwhile = ({ url }) => othersPost(this.#stage, url, apart);
    this.#traits = {
      editsBooks: random.chance(0.3),
      losesDatabase: random.chance(0.2),
      restoresBackups: random.chance(0.2) && this.databases === inMemory,
      jumpsClock: random.chance(0.15),
      locksPeriods: random.chance(0.15),
      lagsLists: random.chance(0.25),
      shortPages: random.chance(0.2),
      handJournals: random.chance(0.1),
      reviewsMuch: random.chance(0.5),
      losesAnswers: random.chance(0.4),
      verifies: random.chance(0.5),
      misdates: random.chance(0.3),
      pauses: random.chance(0.15),
      merges: random.chance(0.4),
      mixesUp: apart.chance(0.2),
      hurries: randomOf(seed + hurriesFrom).chance(0.2),
      leavesIgnored: randomOf(seed + leavesFrom).chance(0.2),
      refusesLate: this.#refusals.chance(0.25),
      correctsRefused: this.#corrects.chance(0.3),
      amends: this.#amends.chance(0.3),
      editsByHand: this.#edits.chance(0.1),
      interrupts: this.#interrupts.chance(0.2),
      movesSurroundings: this.#moves.chance(0.15),
      mixesTenants: hasOther,
    };
    const { jumpsClock, losesDatabase, restoresBackups } = this.#traits;
    this.#auditor.obeys = !jumpsClock && !losesDatabase && !restoresBackups;
    if (apart.chance(0.4) && !this.#filed)
      this.#adjustment = new PersonsAdjusting({
        auditor: this.#auditor,
        payroll: this.#inside,
        random: apart,
        loseAnswer: () => this.#network.onNextWrites.push(lostAnswer(apart)),
        attempt: (process, what, act) => this.#attempt(process, what, act),
      });
    if (random.chance(0.1)) this.#network.clockOffMs = random.pick([-3, 3]) * hourMs;
    this.#stage = this.#asStage();
    if (this.#filed) this.#bringing = new Bringing(this.#stage, this.#filed, files);
  }

  /** What the acts in files of their own work with. */
  #asStage(): Stage {
    return {
      time: this.#time,
      network: this.#network,
      service: this.#service,
      payroll: this.#payroll,
      auditor: this.#auditor,
      report: this.report,
      database: () => this.#database,
      company: () => this.#company,
      mode: () => this.#mode,
      setMode: (mode) => {
        this.#mode = mode;
        this.#auditor.mode = mode;
      },
      atRest: () => this.#atRest,
      postFrom: () => this.#postFrom,
      setPostFrom: (day) => {
        this.#postFrom = day;
      },
      log: (what) => this.#log(what),
      violate: (what) => this.#violate(what),
      rows: () => this.#rows(),
      process: (number) => this.#process(number),
      steady: () => new SimulatedProcess({ ...this.#machine, perils: quietPerils }, this.#database),
      attempt: (process, what, act) => this.#attempt(process, what, act),
      sync: (number, only) => this.#sync(number, only),
      verify: () => this.#verify(),
      review: (row, name) => this.#review(row, name),
      decide: () => this.#decide(),
      pause: () => this.#pause(),
      deliver: (periods, silent) => this.#deliver(periods, silent),
      changePayroll: (silence) => this.#changePayroll(silence),
      setGuard: (guard) => this.#setGuard(guard),
      changePolicy: (change) => this.#changePolicyTo(change),
      noteIgnored: (row) => this.#noteIgnored(row),
      resume: async () => {
        await this.#database.work((rows) => rows.update(CompanyRow, { id: this.#company.id }, { life: 'working' }));
      },
    };
  }

  readonly #reach: Reach = (branch, times) => this.report.reach(branch, times);

  #countRecord(): Promise<void> {
    return countRecord(this.#database, this.#company.id, this.#reach);
  }

  /** Returns the violations; none, as a rule. */
  async play(): Promise<readonly string[]> {
    try {
      await this.#time.until(this.#begin());
      const steps = this.#random.whole(6, 18);
      for (let step = 0; step < steps && this.#violations.length === 0; step++) await this.#time.until(this.#step());
      if (this.#violations.length === 0) await this.#time.until(this.#rest());
      if (this.reads && this.#violations.length === 0) {
        const random = randomOf(this.seed + clientMovesFrom);
        const moving = { random, next: randomOf(this.seed + movesOnFrom), inside: this.#inside };
        const moved = !this.#filed && random.chance(0.4) ? await moveToFiles(this.#stage, moving) : undefined;
        await this.#read(moved);
      }
    } catch (error) {
      this.#violate(error instanceof Error ? (error.stack ?? error.message) : String(error));
    } finally {
      await this.#end();
    }
    return this.#violations;
  }

  /** It may have ended before there was a company, or a database: that is what it says then. */
  async #end(): Promise<void> {
    if (this.#company as Company | undefined) await this.#countRecord();
    await this.#second?.close();
    await (this.#database as Database | undefined)?.close();
  }

  #log(what: string): void {
    if (this.verbose) console.log(`${this.#time.now().toISOString()} ${what}`);
  }

  async #begin(): Promise<void> {
    if (!this.#filed) await this.#deliver(this.#payroll.periods);
    await this.#newDatabase();
    if (this.#filed) await this.#inCalm(() => this.#deliver(this.#payroll.periods));
    if (this.#traits.mixesTenants) await fillOtherBooks(this.#stage, this.#tenants);
    this.#troubles(true);
    if (this.#traits.correctsRefused && this.#corrects.chance(0.7)) await correctRefused(this.#stage, this.#corrects);
    if (this.#traits.interrupts && this.#interrupts.chance(0.6)) await interrupt(this.#stage, this.#interrupts);
  }

  #troubles(on: boolean): void {
    const { random, perils } = this.#machine;
    const calm = !on || random.chance(0.1);
    this.#network.badness = calm ? 0 : random.pick([0.1, 0.3, 0.6]);
    this.#network.misdating = !calm && this.#traits.misdates ? random.pick([0.05, 0.2]) : 0;
    Object.assign(perils, {
      crash: calm ? 0 : random.pick([0, 0.001, 0.005]),
      pause: calm ? 0 : random.pick([0, 0.001, 0.004]),
      pauseBeforeWrite: calm ? 0 : random.pick([0, 0.3]),
      database: calm ? 0 : random.pick([0, 0, 0.003, 0.01]),
    });
    if (perils.database > 0) this.#auditor.obeys = false;
    this.#network.mixing = !calm && this.#traits.mixesUp ? 0.1 : 0;
    this.#network.pageMax = on && this.#traits.shortPages ? 2 : 100;
  }

  async #newDatabase(): Promise<void> {
    this.#database = await this.databases.open(this.#clock);
    await this.#openAgain();
    await this.#connect();
  }

  /** Each process has connections of its own, where there are any. */
  async #openAgain(): Promise<void> {
    await this.#second?.close();
    this.#second = await this.databases.again?.(this.#database, this.#clock);
  }

  /** A person connects the company, or connects it again, without faults. */
  #connect(): Promise<void> {
    return this.#inCalm(async () => {
      this.#network.forbiddenUntilMs = 0;
      this.#processes = [];
      const details = { name: 'Ash Ltd', mode: this.#mode, postFrom: this.#postFrom };
      const connected = await this.#process(0).connecting.byTokens(details, await this.#service.authorise(), 'person');
      if (connected.kind !== 'company') throw new Error('a practice was not asked for');
      this.#company = connected.company;
      const isAgain = this.#allocated.size > 0;
      if (!connected.created) return;
      await this.#drawPolicy(this.#process(0));
      this.#auditor.reallocated ||= isAgain && this.#allocated.size > 1;
    });
  }

  async #inCalm<T>(act: () => Promise<T>): Promise<T> {
    const { badness, misdating, mixing, gateway } = this.#network;
    const perils = { ...this.#machine.perils };
    Object.assign(this.#network, { badness: 0, misdating: 0, mixing: 0, gateway: undefined });
    Object.assign(this.#machine.perils, quietPerils);
    try {
      return await act();
    } finally {
      Object.assign(this.#network, { badness, misdating, mixing, gateway });
      Object.assign(this.#machine.perils, perils);
    }
  }

  #process(number: number): SimulatedProcess {
    const known = this.#processes[number];
    if (known?.alive) return known;
    const own = number === 1 ? (this.#second ?? this.#database) : this.#database;
    const process = new SimulatedProcess(this.#machine, own, number === verifier);
    this.#processes[number] = process;
    return process;
  }

  async #step(): Promise<void> {
    const { editsBooks, losesDatabase, restoresBackups, jumpsClock, locksPeriods, lagsLists, handJournals } =
      this.#traits;
    const { reviewsMuch, losesAnswers, verifies, pauses, hurries, leavesIgnored, refusesLate } = this.#traits;
    const { amends, correctsRefused, editsByHand, interrupts, movesSurroundings, mixesTenants } = this.#traits;
    const act = this.#random.weighted<() => Promise<unknown>>([
      [8, () => this.#sync()],
      [4, () => this.#syncTogether()],
      [4, () => this.#changePayroll()],
      [reviewsMuch ? 8 : 4, () => this.#decide()],
      [3, () => this.#wait()],
      [losesAnswers ? 4 : 0, () => loseAnswer(this.#stage, this.#random)],
      [verifies ? 3 : 0, () => this.#verify()],
      [pauses ? 3 : 0, () => this.#pause()],
      [editsBooks ? 2 : 0, () => editBooks(this.#stage, this.#random)],
      [losesDatabase ? 1.5 : 0, () => this.#loseDatabase()],
      [restoresBackups ? 6 : 0, () => this.#restoreBackup()],
      [jumpsClock ? 2 : 0, () => this.#jump()],
      [locksPeriods ? 2 : 0, () => lock(this.#stage, this.#random)],
      [lagsLists ? 2 : 0, () => lag(this.#stage, this.#random)],
      [handJournals ? 1 : 0, () => journalByHand(this.#stage, this.#random)],
      [this.#adjustment ? 12 : 0, () => this.#adjust()],
      [hurries ? 6 : 0, () => hurry(this.#stage, this.#random)],
      [leavesIgnored ? 6 : 0, () => this.#leaveIgnored()],
      [refusesLate ? 8 : 0, () => refuseLate(this.#stage, this.#refusals, !handJournals)],
      [correctsRefused ? 10 : 0, () => correctRefused(this.#stage, this.#corrects)],
      [amends ? 14 : 0, () => correctPosted(this.#stage, this.#amends)],
      [amends ? 5 : 0, () => removeDouble(this.#stage, this.#amends)],
      [amends ? 4 : 0, () => denyThenDo(this.#stage, this.#amends)],
      [editsByHand ? 4 : 0, () => editByHand(this.#stage, this.#edits)],
      [interrupts ? 10 : 0, () => this.#interrupt()],
      [movesSurroundings ? 6 : 0, () => this.#surroundings.move(this.#stage, this.#moves)],
      [mixesTenants ? 8 : 0, () => mixTenants(this.#stage, this.#tenants)],
      [this.#filed ? 6 : 0, () => this.#answerFiles()],
      [1, () => this.#changePolicy()],
      [1, async () => this.#troubles(true)],
    ]);
    await act();
  }

  async #answerFiles(): Promise<void> {
    if (this.#filed) await answerFiles(this.#stage, this.#filed, this.#files);
  }

  /** Something is decided while a sync is going on, or what pay runs are mapped by moves. */
  async #interrupt(): Promise<void> {
    const { movesSurroundings } = this.#traits;
    if (this.#interrupts.chance(0.7)) await this.#changePayroll(0);
    const move = movesSurroundings ? () => this.#surroundings.move(this.#stage, this.#moves) : undefined;
    await interrupt(this.#stage, this.#interrupts, move);
  }

  /** Returns whether the sync came to its end. */
  async #sync(number = this.#random.whole(0, 1), only: Partial<SyncRequest> = {}): Promise<boolean> {
    let whole = false;
    const process = this.#process(number);
    const full = this.#random.chance(0.1);
    this.report.syncs += 1;
    await this.#attempt(process, `process ${number} syncs`, async () => {
      const { result } = await process.syncs.run(this.#company, {
        ...{ full, trigger: 'command', actor: 'simulation' },
        ...only,
      });
      this.report.requests += result.requests;
      const { company: _, requests, error, ...counts } = result;
      if (error) this.#judgeLimit(error);
      else whole = true;
      if (whole && this.#filed && this.#isRestored) this.#filed.mayWithdraw = true;
      for (const what of await mixedUp(this.#database, this.#company.id)) this.#violate(what);
      const found = Object.entries(counts).filter(([, count]) => count > 0);
      return `${found.map(([name, count]) => `${name} ${count}`).join(', ')} (${requests} requests)${error ? `; ${error.detail}` : ''}`;
    });
    return whole;
  }

  /** Notes runs that wait: who came into them since people left an ignored run is not known. */
  async #noteKept(isAnotherIgnored = false): Promise<void> {
    const rows = await this.#rows();
    countRuns(rows, this.#reach);
    // The same for a run that left payroll and came back.
    for (const tag of this.#everShown) if (!rows.some((row) => row.tag === tag)) this.#everKept.add(tag);
    for (const { tag, state, plan, fingerprint } of rows) {
      this.#everShown.add(tag);
      const hasMoved = plan?.kind === 'in_doubt' && plan.sent !== fingerprint;
      const waits =
        hasMoved ||
        (plan?.kind === 'unread' && plan.wasFree !== true) ||
        (plan?.kind === 'changed' && (isAnotherIgnored || plan.mayPost !== true));
      if (waits || kept.includes(state)) this.#everKept.add(tag);
    }
  }

  /** Two processes sync together, and often something else happens in between. */
  async #syncTogether(): Promise<void> {
    const meanwhile = this.#random.pick([() => this.#changePayroll(0), () => this.#decide(), async () => undefined]);
    await Promise.all([
      this.#sync(0),
      this.#time.sleep(this.#random.whole(0, 2000)).then(() => this.#sync(1)),
      this.#time.sleep(this.#random.whole(0, 3000)).then(meanwhile),
    ]);
  }

  /** Waiting much longer than the service asked is wrong, whatever its `Date`, unless the hour's quota is used up. */
  #judgeLimit({ title, detail }: { title: string; detail: string }): void {
    const seconds =
      title === 'The limit of requests is used up' ? Number(/in (\d+) seconds/.exec(detail)?.[1] ?? 0) : 0;
    const askedMs = Math.max(0, this.#network.limitedUntilMs - this.#time.ms);
    if (this.#auditor.obeys && seconds * secondMs > askedMs + 1.1 * hourMs)
      this.#violate(`limits: it waits ${seconds} seconds, the service asked for ${askedMs / secondMs}`);
  }

  /** Returns whether it was refused, and not done or broken off half-way. */
  async #attempt(process: SimulatedProcess, what: string, act: () => Promise<string>): Promise<boolean> {
    let refused = false;
    try {
      this.#log(`${what}: ${await process.run(act)}`);
      if (this.verbose)
        for (const row of await this.#rows()) if (row.state === 'drift') this.#log(JSON.stringify(row.plan));
    } catch (error) {
      if (this.verbose)
        for (const row of await this.#rows()) if (row.state === 'drift') this.#log(JSON.stringify(row.plan));
      if (error instanceof Killed) this.#log(`${what}: killed`);
      else if (error instanceof Problem) {
        refused = error.status === 400 || error.status === 404 || error.status === 409;
        this.#log(`${what}: ${error.title}. ${error.detail}`);
      } else {
        this.#log(`${what}: ${error instanceof Error ? error.stack : String(error)}`);
        this.#violations.push(`${what} failed: ${String(error)}`);
      }
    }
    await this.#noteKept();
    await this.#reconnectIfLost();
    return refused;
  }

  async #reconnectIfLost(): Promise<void> {
    const lost = await this.#database.read((rows) =>
      rows.findOneBy(Connection, { id: this.#company.connectionId, state: 'reconnect' }),
    );
    if (!lost || (!this.#atRest && this.#random.chance(0.3))) return;
    // Only one person reconnects, however many processes find the connection lost.
    this.#reconnecting ??= this.#connect().finally(() => {
      this.#reconnecting = undefined;
    });
    this.#log('a person connects the company again');
    await this.#reconnecting;
  }

  /** Not covered: a change during the reading without a new `updated_at`, for which all would have to be read twice. */
  async #changePayroll(silence = 0.15): Promise<void> {
    const { what, periods } = this.#payroll.change();
    // Of a past year only the list is read, so a change without a new `updated_at` would not be noticed.
    const silent =
      this.#random.chance(silence) && !this.#filed && periods.every((period) => isOpen(period, this.#time.now()));
    this.#log(`payroll: ${what}${silent ? ', silently' : ''}`);
    this.#wasSilent ||= silent;
    await this.#deliver(periods, silent);
  }

  /** What changed is in the service, or comes as files. */
  #deliver(periods: readonly number[], silent = false): Promise<void> {
    return this.#bringing?.bring() ?? this.#service.putPeriods(this.#inside, periods, silent);
  }

  /** A reviewer takes a run that waits for a person and acts on it. */
  async #decide(): Promise<void> {
    const rows = await this.#rows();
    if (rows.length === 0) return;
    const urgent = rows.filter((row) => row.state !== 'posted' && row.state !== 'nothing');
    const row = this.#random.pick(urgent.length > 0 && this.#random.chance(0.85) ? urgent : rows);
    await this.#review(row, actFor(row, this.#random, this.#traits.handJournals));
  }

  async #review(row: Row, name: ReviewerAct): Promise<void> {
    const process = this.#process(this.#random.whole(0, 1));
    const acts = process.acts;
    const given = { who: { actor: 'reviewer', trigger: 'api' as const, companies: null }, reason: 'as drawn' };
    const { run } = placeOf(row.tag) ?? { run: '' };
    const { asked } = this.#auditor;
    const asks: readonly Act[] = askedBy(name, row).filter((act) => !asked.stands(run, act));
    asked.ask(run, asks);
    const noteIgnored = name === 'ignore' ? await this.#noteIgnored(row) : undefined;
    // An ignored journal may already pay someone in it, and the person has chosen to post anyway.
    if (name === 'post' && row.plan?.kind === 'changed')
      for (const paid of runsOf(this.#payroll, row.tag)) this.#auditor.altered.add(paid);
    const on = this.#reversedOn(row);
    const refused = await this.#attempt(process, `${name} ${row.tag} (${row.state})`, async () => {
      const company = await process.companies.find(this.#company.id);
      const ref = { company, year: row.year, period: row.period, paid: payKeyOf(row) };
      const hold = row.holdCodes[0] ?? '';
      if (name === 'approve' || name === 'decide') this.#auditor.approved.add(`${row.tag} ${hold}`);
      const as = this.#adjustment && this.#apart.chance(0.5) ? splitInTwo : 'deduct';
      const acted = await (name === 'approve'
        ? acts.approve(ref, { ...given, hold })
        : name === 'decide'
          ? acts.decide(ref, { ...given, field: 'other_deductions', as, ...this.#forWhom(row) })
          : acts[name](ref, name === 'reverse' ? { ...given, on } : given));
      return `${acted.run.state}${acted.sync?.error ? `; ${acted.sync.error.detail}` : ''}`;
    });
    if (refused || !(await this.#isAsked(row, asks[0]))) asked.forget(run, asks);
    if (!refused) noteIgnored?.();
  }

  /** An act that was broken off may have ended before it was decided: then no one has asked, and the policy goes on. */
  async #isAsked({ tag }: Row, act: Act | undefined): Promise<boolean> {
    if (act === undefined || !this.#auditor.asked.stands(placeOf(tag)?.run ?? '', act)) return true;
    return this.#database.read(
      async (rows) =>
        (await rows.findOneBy(Decision, { companyId: this.#company.id, tag, kind: act, endedAt: IsNull() })) !== null,
    );
  }

  async #noteIgnored({ tag: ignored }: Row): Promise<() => void> {
    this.#auditor.ignored.add(ignored);
    await this.#noteKept(true);
    // The people of runs first seen at or after the ignoring, by a clock that may have been set back, may have come from
    // anywhere.
    const earlier = (await this.#rows()).filter(({ firstSeenAt }) => firstSeenAt < this.#clock.now());
    const known = new Set(earlier.map(({ tag }) => tag));
    return () =>
      this.#whenIgnored.set(ignored, new Map([...peopleByTag(this.#payroll)].filter(([tag]) => known.has(tag))));
  }

  /** For the first of those who are asked about, or for all of them. */
  #forWhom(row: Row): { scope: 'payslip'; user: string } | { scope: 'run' } {
    const user = row.mapped?.holds.find(({ code }) => code === 'ambiguous_field')?.payslip;
    return user !== undefined && this.#apart.chance(0.5) ? { scope: 'payslip', user } : { scope: 'run' };
  }

  /** The month of a run may be closed by now: what undoes and replaces it is dated later then. */
  #reversedOn({ datedOn }: Row): string | undefined {
    if (!this.#traits.refusesLate || !this.#refusals.chance(0.4)) return undefined;
    const day = addDays(datedOn, this.#refusals.pick([35, 70]));
    const today = this.#time.now().toISOString().slice(0, 10);
    return day < today ? day : today;
  }

  #setGuard(guard: 'on' | 'off'): Promise<void> {
    return this.#inCalm(async () => {
      const { companies } = this.#process(0);
      const { id, policy } = await companies.find(this.#company.id);
      const by = { actor: 'simulation', reason: 'drawn' };
      this.#company = await companies.setPolicy(id, { policy: { ...policy, guard }, ...by });
      this.#log(`the guard is ${guard}`);
    });
  }

  /** A posted run is ignored and its people leave its date: those paid every month must not block the next run. */
  async #leaveIgnored(): Promise<void> {
    const posted = (await this.#rows()).filter(({ state }) => state === 'posted');
    if (posted.length === 0) return;
    const row = this.#random.pick(posted);
    await this.#review(row, 'ignore');
    this.#log(`payroll: ${row.tag} is left`);
    await this.#deliver(this.#payroll.leave(row.tag));
    await this.#sync();
  }

  async #verify(): Promise<void> {
    const process = this.#process(verifier);
    await this.#attempt(process, 'verify', async () => {
      const company = await process.companies.find(this.#company.id);
      const findings = await process.verify.run(company, { actor: 'simulation', trigger: 'command' });
      return findings.map(({ problem, tag }) => `${problem} ${tag}`).join(', ');
    });
  }

  /** A paused company still settles its writes and shows the result. */
  async #pause(): Promise<void> {
    const process = this.#process(0);
    const { id } = this.#company;
    await this.#attempt(process, 'pause', async () => (await process.companies.pause(id)).life);
    for (let syncs = this.#random.whole(1, 3); syncs > 0; syncs--) {
      if (await this.#sync()) await this.#judgeShown();
      await this.#time.sleep(this.#random.pick([5, 11]) * 60 * secondMs);
    }
    // Resuming may fail, so someone tries until it works.
    await this.#database.work((rows) => rows.update(CompanyRow, { id }, { life: 'working' }));
  }

  async #judgeShown(): Promise<void> {
    const open = await this.#openWrites();
    for (const { tag, state } of await this.#rows())
      if (state === 'in_doubt' && !open.some(({ runTag }) => runTag === tag))
        this.#violate(`shown: ${tag} is in doubt, and no write of it is`);
  }

  #openWrites(): Promise<readonly Write[]> {
    const where = { companyId: this.#company.id, state: In(['sending', 'in_doubt']) };
    return this.#database.read((rows) => rows.findBy(Write, where));
  }

  #rows(): Promise<readonly Row[]> {
    return this.#database.read((rows) =>
      rows.find(PayRunRecord, { where: { companyId: this.#company.id, kind: 'payroll' }, order: { tag: 'ASC' } }),
    );
  }

  async #wait(): Promise<void> {
    const ms = this.#random.pick([40 * secondMs, 5 * 60 * secondMs, 11 * 60 * secondMs, hourMs, dayMs]);
    this.#log(`${ms / secondMs} seconds pass`);
    await this.#time.sleep(ms);
  }

  async #loseDatabase(): Promise<void> {
    // Losing the database with a write in doubt is not covered: first everything under way arrives.
    await this.#time.sleep(restSeconds * secondMs);
    if (!this.#network.quiet) return;
    this.#log('the database is lost');
    await this.#countRecord();
    this.#backup = undefined;
    this.#auditor.asked.clear();
    this.#adjustment?.forget();
    for (const process of this.#processes) process?.kill();
    const before = this.#database;
    await this.#newDatabase();
    this.#filed?.databaseLost();
    await this.#inCalm(async () => this.#bringing?.bringAll());
    this.#isRestored = true;
    await before.close();
  }

  /** The first call makes a backup, the next restores it. */
  async #restoreBackup(): Promise<void> {
    if (!this.#backup) {
      this.#log('a backup is made');
      this.#backup = { rows: await backUp(this.#database), asked: this.#auditor.asked.all };
      if (this.#filed) this.#filed.mayWithdraw = false;
      this.#isRestored = false;
      return;
    }
    await this.#time.sleep(restSeconds * secondMs);
    if (!this.#network.quiet) return;
    this.#log('the database is restored from the backup');
    await this.#countRecord();
    this.#adjustment?.forget();
    for (const process of this.#processes) process?.kill();
    const before = this.#database;
    this.#database = await newDatabase(this.#clock);
    await restore(this.#database, this.#backup.rows);
    this.#auditor.asked.add(this.#backup.asked);
    // A write that was in doubt at the backup and whose set is gone since: the program cannot know that it existed.
    for (const { runTag, kind, postAgain } of await this.#openWrites()) {
      const run = placeOf(runTag)?.run ?? '';
      if (kind === 'post' || kind === 'reverse') this.#auditor.asked.ask(run, [kind]);
      if (kind === 'reverse' && postAgain) this.#auditor.reversedByPolicy.add(run);
    }
    this.#processes = [];
    this.#backup = undefined;
    await before.close();
    this.#company = await this.#inCalm(() => this.#process(0).companies.find(this.#company.id));
    await this.#inCalm(async () => this.#bringing?.bringAll());
    this.#isRestored = true;
    const { amendments, mode, postFrom } = this.#company.policy;
    this.#auditor.policies = new Set([amendments]);
    this.#stage.setMode(mode === 'auto' ? 'auto' : 'approve');
    if (postFrom !== null) this.#postFrom = postFrom;
  }

  async #jump(): Promise<void> {
    const ms = this.#random.pick([dayMs, -dayMs, hourMs, -hourMs]);
    this.#log(`the machine's clock jumps by ${ms / hourMs} hours`);
    this.#clock.jump(ms);
  }

  /** Acts on adjustments, or on the statutory pay behind them. */
  async #adjust(): Promise<void> {
    if (this.#apart.chance(0.4)) {
      this.#log('payroll: a run has other statutory pay');
      return this.#deliver(this.#adjustment?.claim() ?? []);
    }
    const process = this.#process(this.#apart.whole(0, 1));
    await this.#adjustment?.act({ process, database: this.#database, companyId: this.#company.id });
    this.#network.onNextWrites.length = 0;
  }

  async #changePolicy(): Promise<void> {
    const process = this.#process(0);
    await this.#attempt(process, 'policy', () => this.#drawPolicy(process));
  }

  async #drawPolicy(process: SimulatedProcess): Promise<string> {
    const amendments = this.#random.pick(['ask', 'amend', 'reverse'] as const);
    const layout = this.#traits.merges ? this.#random.pick(['itemised', 'summarised'] as const) : 'itemised';
    const company = await process.companies.find(this.#company.id);
    const usual = { ...company.policy, amendments, layout };
    const people = this.#inside.people.map(({ id }) => id);
    const drawn = this.#adjustment ? withRecoveryPolicy(usual, this.#apart, people) : usual;
    const policy = this.#filed ? { ...drawn, ...settingsOfFiles(drawn, this.#filed) } : drawn;
    if (policy.recovery.post === 'auto') this.#auditor.ratesDecided = true;
    this.#allocated.add(JSON.stringify(policy.allocations));
    // Should it fail, it may have been committed or not: either policy may be in force.
    this.#auditor.policies = new Set([company.policy.amendments, amendments]);
    this.#company = await process.companies.setPolicy(company.id, { policy, actor: 'simulation', reason: 'drawn' });
    this.#auditor.policies = new Set([amendments]);
    return `version ${this.#company.policyVersion}: ${amendments}, ${layout}`;
  }

  /** By a person, without faults. */
  async #changePolicyTo(change: Partial<Policy>): Promise<void> {
    const { companies, log } = this.#stage.steady();
    const before = await companies.find(this.#company.id);
    const who = { actor: 'reviewer', trigger: 'api' as const, companies: null };
    const policy = { ...before.policy, ...change };
    await changePolicy({ database: this.#database, companies, log }, before, { who, policy, reason: 'drawn' });
    this.#company = await companies.find(before.id);
  }

  #violate(what: string): void {
    // One of a kind is enough: a limit that is exceeded once is exceeded a hundred times.
    const [kind] = what.split(':');
    if (this.#violations.some((one) => one.startsWith(`${kind}:`))) return;
    this.#log(`VIOLATED ${what}`);
    this.#violations.push(what);
  }

  /** All trouble ends, time passes, and syncs run as they do every day. */
  async #rest(): Promise<void> {
    this.#log('all trouble ends');
    this.#atRest = true;
    this.#troubles(false);
    this.#network.forbiddenUntilMs = 0;
    await this.#service.control('DELETE', '/faults');
    await this.#service.control('PUT', '/companies/ash/lock', {});
    await this.#surroundings.putBack(this.#stage);
    this.#clock.setRight();
    await this.#deliver(this.#payroll.fileAll());
    const limitMs = Math.max(0, this.#network.limitedUntilMs - this.#time.ms);
    await this.#time.sleep(Math.max(dayMs, limitMs) + restSeconds * secondMs);
    let hasRead = false;
    for (let sync = 0; sync < 2; sync++) {
      hasRead = await this.#sync(0);
      await this.#time.sleep(restSeconds * secondMs);
    }
    if (hasRead && !this.#wasSilent) for (const what of await this.#nowhere()) this.#violate(what);
    // Long enough for everything to be read again, even what changed without a new `updated_at`.
    await this.#time.sleep(8 * dayMs);
    await this.#sync(0);
    await this.#time.sleep(restSeconds * secondMs);
    const process = this.#process(0);
    await this.#attempt(process, 'the last sync', async () => {
      const request = { trigger: 'command' as const, actor: 'simulation' };
      const { result } = await process.syncs.run(this.#company, request);
      if (result.error) this.#violate(`the last sync failed: ${result.error.detail}`);
      return JSON.stringify(result);
    });
    await this.#judge(process);
  }

  async #world({ sets, everInBooks, payroll, postFrom, mode }: AtRest): Promise<World> {
    const where = { companyId: this.#company.id };
    const rows = await this.#database.read((stored) => stored.findBy(PayRunRecord, where));
    const { contents, refusedRuns: refused, ignored, altered } = this.#auditor;
    const reallocated = this.#allocated.size > 1;
    const roles = await this.#service.roles();
    const filed = this.#filed && { filed: this.#filed };
    return {
      ...{ sets, everInBooks, payroll, postFrom, mode, rows, contents, refused, ignored, altered, reallocated, roles },
      ...filed,
    };
  }

  /** A change with a new `updated_at` must be noticed long before all is read again, in a past year within a week. */
  async #nowhere(): Promise<readonly string[]> {
    const rows = await this.#rows();
    const today = this.#time.now().toISOString().slice(0, 10);
    const due = dueRuns({ payroll: this.#payroll, postFrom: this.#postFrom, today });
    return due
      .filter(({ period, tag }) => isOpen(period, this.#time.now()) && !rows.some((row) => row.tag === tag))
      .map(({ tag }) => `I3: ${tag} is due and nowhere, before all is read again`);
  }

  /** Checked before verify, which would correct it: no sync looks again at a recorded set. */
  async #beforeVerify(): Promise<readonly string[]> {
    await this.#auditor.look();
    const { altered, alteredSets } = this.#auditor;
    const postings = await this.#database.read((rows) => rows.findBy(Posting, { companyId: this.#company.id }));
    const refused = new Set((await this.#rows()).flatMap(({ tag, state }) => (state === 'refused' ? [tag] : [])));
    const unknown = (await this.#service.sets()).filter(
      (set) =>
        refused.has(set.tag) &&
        !this.#auditor.othersTags.has(set.tag) &&
        !postings.some(({ journalSet }) => journalSet === set.url) &&
        !alteredSets.has(placeOf(set.tag)?.run ?? '') &&
        !runsIn(set).some((run) => altered.has(run)),
    );
    const mistaken = postings.filter(
      ({ journalSet, tag }) => !this.#auditor.tagsOf(journalSet)?.has(tag) && !this.#network.passedOff.has(journalSet),
    );
    return [
      ...unknown.map(({ tag }) => `shown: ${tag} is refused, and its set is in the books`),
      ...mistaken.map(({ tag, journalSet }) => `I2: ${tag} is recorded as ${journalSet}, which never was it`),
    ];
  }

  /** Every door is asked; outside of the history's time, which stands still. */
  async #read(moved?: Moved): Promise<void> {
    const drawn = { filed: this.#filed, moved };
    this.#violations.push(...(await readAtRest(this.#stage, drawn, this.seed)));
  }

  async #judge(process: SimulatedProcess): Promise<void> {
    const company = await process.companies.find(this.#company.id);
    for (const what of await this.#beforeVerify()) this.#violate(what);
    // Verify's findings are shown from then on, and the next sync decides about them.
    await this.#verify();
    await this.#sync(0);
    const findings = await this.#process(verifier).verify.run(company, { actor: 'simulation', trigger: 'command' });
    for (const finding of findings) this.#log(`verify: ${finding.problem} ${finding.tag}: ${finding.detail}`);
    const today = this.#time.now().toISOString().slice(0, 10);
    const { from, to } = allTime(today);
    const { recovery } = company.policy;
    const atRest = {
      database: this.#database,
      companyId: company.id,
      sets: await this.#service.sets(),
      everInBooks: this.#auditor.everInBooks,
      payroll: this.#payroll,
      findings,
      balance: await this.#service.trialBalance(from, to),
      postFrom: this.#postFrom,
      today,
      mode: this.#mode,
      altered: this.#auditor.altered,
      alteredSets: this.#auditor.alteredSets,
      lateDoubles: this.#auditor.lateDoubles,
      ...(this.#adjustment && {
        adjustment: { ...this.#adjustment.atRest, auto: recovery.post === 'auto', off: recovery.post === 'off' },
      }),
      whenIgnored: this.#whenIgnored,
      everKept: this.#everKept,
    };
    for (const what of await brokenPromises(atRest)) this.#violate(what);
    for (const what of falseReasons(await this.#world(atRest))) this.#violate(what);
    if (this.#filed) {
      const { approved } = this.#auditor;
      const files = { filed: this.#filed, approved, areRolesFixed: !this.#traits.movesSurroundings };
      for (const what of await brokenByFiles({ ...atRest, ...files })) this.#violate(what);
    }
    if (this.#bringing) for (const what of await this.#bringing.judge()) this.#violate(what);
    await this.#auditor.look();
    // The history connected and set the policy without the acts, which would have logged it.
    await this.#database.work(async (rows) => {
      const entry = { companyId: company.id, trigger: 'command', actor: 'simulation', act: 'policy' } as const;
      const versions = Array.from({ length: company.policyVersion }, (_, at) => at + 1);
      const carries = versions.flatMap((version) => companyWithPolicy(company.id, version));
      await process.log.append(rows, { ...entry, outcome: 'done', carries });
    });
    for (const link of await process.log.verifyChain([company.id])) this.#violate(`log ${link.seq} ${link.detail}`);
    for (const row of await this.#rows()) {
      this.#log(`${row.tag} ${row.state} ${row.reason ?? ''}`);
      if (row.state !== 'posted')
        for (const hold of row.mapped?.holds ?? []) this.#log(`  ${hold.code}: ${hold.message}`);
    }
  }
}
