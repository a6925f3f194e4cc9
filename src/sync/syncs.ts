import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { Not } from 'typeorm';
import { Unauthorised } from '../books/errors.js';
import type { Clock } from '../ground/clock.js';
import { payrollOf } from './at-work/payroll-of.js';
import type { Companies } from '../companies/companies.js';
import type { Company } from '../companies/company.js';
import type { Database } from '../ground/database.js';
import type { HeldLease, Leases } from '../record/leases.js';
import { type SyncProgress, SyncRecord, type SyncRequest, type SyncResult } from '../record/runs/sync-record.entity.js';
import { dayInLondon } from '../ground/london.js';
import { asProblem, Problem, problemWords } from '../ground/problem.js';
import { type Decided, decidedSoFar } from '../record/decided.js';
import { DecidedSince } from './at-work/decided-since.js';
import { LeaseLost } from './at-work/lease-lost.js';
import type { BooksAtWork } from './at-work/books-at-work.js';
import type { RecordAtWork, RecordTools, Tally } from './at-work/record-at-work.js';
import { covers, standsAlone } from './joining.js';
import { keepAudit } from './keep/keep-audit.js';
import { type PlannedRun, plansKept, recordedCounts, type Summary } from './keep/summary.js';
import { auditBooks } from './story/audit-books.js';
import { syncBooks } from './story/sync-books.js';

/** For callers that follow a sync while it runs. */
export type OnProgress = (progress: SyncProgress) => void;

export interface SyncOutcome {
  readonly result: SyncResult;
  readonly planned?: readonly PlannedRun[];
  /** What kept it from finishing. It is in the result as well; here it is for callers that try again. */
  readonly problem?: Problem;
}

/** Stopped between two steps, while nothing was under way. */
export class Stopped extends Problem {
  constructor(company: string) {
    super('process-stopped', {
      detail: `${company}: the sync ended between two steps, because the process that ran it was asked to stop.`,
      todo: 'Nothing to do: the next sync goes on from there.',
    });
  }
}

const nothingFound = {
  posted: 0,
  adopted: 0,
  amended: 0,
  ready: 0,
  held: 0,
  inDoubt: 0,
  changed: 0,
  drift: 0,
  refused: 0,
  notReady: 0,
  nothing: 0,
  unchanged: 0,
};

const busyPollMs = 250;
/** How often a sync starts again because it outran its lease, or someone decided something during it. Then it fails. */
const startsOverMax = 3;
/** Quick enough for a person who is watching; a row for every request would be too many. */
const progressEveryMs = 500;

/** One sync as requested, with the company as it is now. */
interface Asked {
  readonly company: Company;
  readonly request: SyncRequest;
  readonly id: string;
  readonly onProgress?: OnProgress;
  /** What had been decided before the company was read. */
  readonly decided: Decided;
  /** What this sync did before it started again. */
  readonly before?: Done;
}

/** A sync that starts again keeps counting. */
type Done = Pick<RecordAtWork, 'tally'> & { readonly requests: number };

type Tried = { readonly is: 'ended'; readonly outcome: SyncOutcome } | StartsOver;
/**
 * The machine is under load, or someone decided something: nothing has been sent since, and all that was done is
 * recorded.
 */
type StartsOver = { readonly is: 'lease_lost' | 'decided_since'; readonly before?: Done };

/**
 * Runs syncs, one at a time per books, no matter who asks. A request that comes while another sync of the same books is
 * running joins it and shares its result, if that sync does everything asked (`covers`). A person's act waits its turn
 * instead, since it was decided after that sync began.
 */
export class Syncs {
  /** Identifies this process to the others, so that it never mistakes another's lease for its own. */
  readonly #process = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`;
  #stopping = false;

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly companies: Companies,
    private readonly leases: Leases,
    private readonly tools: RecordTools,
  ) {}

  /** Every running sync stops before its next step. */
  stop(): void {
    this.#stopping = true;
  }

  /** Creates the row that others follow, from the moment of the request. */
  async enlist(company: Pick<Company, 'id'>, request: SyncRequest): Promise<string> {
    const id = randomUUID();
    await this.db.work(async (rows) => {
      const queuedAt = await this.db.now(rows);
      const nothing = { progress: null, result: null, planned: null, problem: null, startedAt: null, endedAt: null };
      await rows.insert(SyncRecord, {
        ...nothing,
        id,
        companyId: company.id,
        trigger: request.trigger,
        actor: request.actor,
        state: 'queued',
        request,
        queuedAt,
      });
    });
    return id;
  }

  /** One company's trouble is its own result, and never ends the others. */
  async run(
    named: Pick<Company, 'id'>,
    request: SyncRequest,
    options: { id?: string; onProgress?: OnProgress; onStart?: () => void } = {},
  ): Promise<SyncOutcome> {
    const id = options.id ?? (await this.enlist(named, request));
    const startedOver = { lease_lost: 0, decided_since: 0 };
    for (let before: Done | undefined; ; ) {
      // First, so that every later decision is noticed. Policy and mode may have changed while this waited.
      const decided = await this.db.read((rows) => decidedSoFar(rows, named.id));
      const company = await this.companies.find(named.id);
      const asked = { company, request, id, onProgress: options.onProgress, decided, before };
      if (this.#stopping) return this.#ended(asked, nothingFound, { problem: new Stopped(company.name) });
      const held = await this.leases.hold(company.id, `${this.#process}:${id}`, (lease) => {
        options.onStart?.();
        return this.#underLease(asked, lease, startedOver);
      });
      if (held?.value.is === 'ended') return held.value.outcome;
      if (held) startedOver[held.value.is] += 1;
      before = held?.value.before;
      if (held?.value.is === 'decided_since') continue;
      const joined = await this.#joinOther(asked);
      if (joined) return joined;
      await this.clock.sleep(busyPollMs);
    }
  }

  async #underLease(
    asked: Asked,
    lease: HeldLease,
    startedOver: Readonly<Record<StartsOver['is'], number>>,
  ): Promise<Tried> {
    await this.db.work(async (rows) =>
      rows.update(
        SyncRecord,
        { id: asked.id },
        // An earlier try may have written its end.
        { state: 'running', startedAt: await this.db.now(rows), endedAt: null, result: null, problem: null },
      ),
    );
    let books: BooksAtWork | undefined;
    try {
      books = await this.#booksAtWork(asked, lease);
      const { audit } = asked.request;
      const found = audit === undefined ? await syncBooks(books) : await auditYear(books, audit);
      return { is: 'ended', outcome: await this.#ended(asked, found, { books, problem: found.problem }) };
    } catch (error) {
      const why = startsOverFor(error);
      if (why && startedOver[why] < startsOverMax)
        return { is: why, before: why === 'decided_since' ? doneBy(books, asked) : undefined };
      // What was done before the trouble still counts.
      const found = books && (await recordedCounts(books.record).catch(() => undefined));
      const ended = await this.#ended(asked, found ?? nothingFound, { books, problem: asProblem(error) });
      return { is: 'ended', outcome: ended };
    }
  }

  async #booksAtWork(
    { company, request, id: syncId, onProgress, decided, before }: Asked,
    lease: HeldLease,
  ): Promise<BooksAtWork> {
    const ledger = await this.companies.booksToWrite(company);
    // What the practice requires counts here like the company's own policy.
    const policy = { ...company.policy, approval: company.approval };
    const record: RecordAtWork = {
      ...this.tools,
      company: { ...company, policy },
      syncId,
      request,
      tally: before?.tally ?? nothingDone(),
      work: (act, options) =>
        this.db.work(async (rows) => {
          if (!(await this.leases.isUntaken(rows, lease))) throw new LeaseLost(company.name);
          return act(rows);
        }, options),
      begin: (write) => this.tools.writes.begin(lease, decided, write),
      doubt: () => this.tools.writes.doubt(lease),
    };
    const progress = this.#progress(company.name, syncId, onProgress);
    return { record, ledger, payroll: payrollOf(this.db, company, ledger), progress };
  }

  #progress(company: string, syncId: string, onProgress: OnProgress | undefined): BooksAtWork['progress'] {
    let shownAt = Number.NEGATIVE_INFINITY;
    return async (step) => {
      if (this.#stopping) throw new Stopped(company);
      const shown = { ...step, company };
      onProgress?.(shown);
      const now = this.clock.monotonicMs();
      if (now - shownAt < progressEveryMs) return;
      shownAt = now;
      await this.db.work((rows) => rows.update(SyncRecord, { id: syncId }, { progress: shown }), { durable: false });
    };
  }

  async #ended(
    { company, request, id, before }: Asked,
    { planned, problem: _, ...runs }: Summary,
    { books, problem }: { readonly books?: BooksAtWork; readonly problem?: Problem },
  ): Promise<SyncOutcome> {
    const error = problem && problemWords(problem);
    const result: SyncResult = {
      company: company.name,
      ...runs,
      requests: (before?.requests ?? 0) + (books?.ledger.requests ?? 0),
      ...(error ? { error } : {}),
    };
    await this.db.work(async (rows) => {
      const endedAt = await this.db.now(rows);
      const progress = { company: company.name, step: 'done' as const, done: 1, total: 1 };
      await rows.update(
        SyncRecord,
        { id },
        {
          state: problem ? 'failed' : 'done',
          endedAt,
          result,
          progress,
          problem: error ?? null,
          planned: planned === undefined ? null : plansKept(planned),
        },
      );
      if (problem instanceof Unauthorised) {
        const payload = { company: company.name, problem: problem.title };
        await this.tools.outbox.put(rows, {
          kind: 'connection_lost',
          companyId: company.id,
          once: `connection_lost:${company.id}:${dayInLondon(endedAt)}`,
          path: `/clients/${encodeURIComponent(company.id)}/connection`,
          payload,
        });
      }
    });
    // After a lost lease, another process has recorded how it went. Only a sync says when the company was synced.
    const isSync = !books?.record.request.dryRun && request.audit === undefined;
    if (isSync && !(problem instanceof Stopped || problem instanceof LeaseLost))
      await this.companies.noteSynced(company.id, {
        at: this.clock.now(),
        problem: problem ? `${problem.title}. ${problem.todo}` : null,
      });
    return { result, planned, problem };
  }

  /** The result of the sync of these books that is running elsewhere, once it has ended; undefined if there is none. */
  async #joinOther({ company, request, id }: Asked): Promise<SyncOutcome | undefined> {
    if (standsAlone(request)) return undefined;
    const going = await this.db.read((rows) =>
      rows.findOne(SyncRecord, {
        where: { companyId: company.id, state: 'running', id: Not(id) },
        order: { startedAt: 'DESC' },
      }),
    );
    if (!going || !covers(going.request, request)) return undefined;
    while (await this.leases.isHeld(company.id)) {
      const now = await this.db.read((rows) => rows.findOneByOrFail(SyncRecord, { id: going.id }));
      if (now.result) {
        const result = now.result;
        await this.db.work(async (rows) =>
          rows.update(
            SyncRecord,
            { id },
            { state: now.state, endedAt: await this.db.now(rows), result, problem: now.problem },
          ),
        );
        return { result };
      }
      await this.clock.sleep(busyPollMs);
    }
    return undefined;
  }
}

async function auditYear(books: BooksAtWork, year: number): Promise<Summary> {
  await keepAudit(books.record, year, await auditBooks(books, year));
  return nothingFound;
}

function startsOverFor(error: unknown): StartsOver['is'] | undefined {
  if (error instanceof LeaseLost) return 'lease_lost';
  return error instanceof DecidedSince ? 'decided_since' : undefined;
}

const nothingDone = (): Tally => ({
  posted: 0,
  adopted: 0,
  amended: 0,
  touched: new Set(),
  settled: new Set(),
  lookedAgain: new Map(),
});

const doneBy = (books: BooksAtWork | undefined, { before }: Asked): Done | undefined =>
  books && { tally: books.record.tally, requests: (before?.requests ?? 0) + books.ledger.requests };
