import { randomUUID } from 'node:crypto';
import { In, IsNull, LessThanOrEqual, Not } from 'typeorm';
import type { Rows } from '../../ground/rows.js';
import type { Database } from '../../ground/database.js';
import { together } from '../../ground/side-by-side.js';
import { type Decided, decidedUntilNow, sameDecided } from '../decided.js';
import type { HeldLease, Leases } from '../leases.js';
import { PayRunRecord } from './pay-run.entity.js';
import { givenUpStates, isInItsMinute, minuteMs, openStates, runAsSent, unsettledOf, Write } from './write.entity.js';

export type NewWrite = Pick<
  Write,
  | 'companyId'
  | 'runTag'
  | 'tag'
  | 'kind'
  | 'target'
  | 'targetFingerprint'
  | 'before'
  | 'beforeFingerprint'
  | 'setUrl'
  | 'datedOn'
  | 'decisionId'
  | 'syncId'
  | 'actor'
  | 'trigger'
  | 'policyVersion'
  | 'roles'
  | 'documentHash'
  | 'postAgain'
>;

/** One attempt at a write: its row, and which attempt it is. */
export interface OpenWrite {
  readonly id: string;
  readonly attempt: number;
}

/** The outcome of an attempt. An attempt left open may have waited for part of its window already. */
type Became = Pick<Write, 'state' | 'answer'> &
  Partial<Pick<Write, 'waitedMs' | 'lookedAt' | 'lookedAtService' | 'lookAgainAt' | 'target' | 'before' | 'roles'>>;

export type Begun =
  /** `forMs`: for how long from now it may be sent. */
  | { readonly is: 'begun'; readonly write: Write; readonly forMs: number }
  | { readonly is: 'lease_lost' | 'decided_since' };

/** The send-by is this share of a lease before the lease's end. */
const marginOfLease = 0.05;

/** Intended changes to the books: committed before they are sent, one open write per pay run. */
export class Writes {
  constructor(
    private readonly db: Database,
    private readonly leases: Leases,
    private readonly leaseSeconds: number,
  ) {}

  /**
   * Commits the row as `sending`, provided that the lease is held, nothing was decided since the sync began, and the
   * run has no other open write. An act decided after this names the write as already sent.
   */
  async begin(lease: HeldLease, decided: Decided, write: NewWrite): Promise<Begun> {
    return this.db.work(async (rows): Promise<Begun> => {
      const [decidedNow, remainingMs] = await together([
        decidedUntilNow(rows, lease.companyId),
        this.leases.remainingMs(rows, lease),
      ]);
      const forMs = (remainingMs ?? 0) - this.leaseSeconds * 1000 * marginOfLease;
      if (forMs <= 0) return { is: 'lease_lost' };
      if (!sameDecided(decidedNow, decided)) return { is: 'decided_since' };
      const now = await this.db.now(rows);
      const row: Write = {
        ...write,
        id: randomUUID(),
        state: 'sending',
        sendBy: new Date(now.getTime() + forMs),
        holder: lease.holder,
        fence: lease.fence,
        attempts: 1,
        waitedMs: 0,
        lookedAt: null,
        lookedAtService: null,
        answer: null,
        decided: decided.company,
        createdAt: now,
        settledAt: null,
        lookAgainAt: null,
      };
      // The index `writes_open` allows a run one open write.
      if (!(await rows.insertIfAbsent(Write, row as never))) return { is: 'lease_lost' };
      // If the process dies from here on, the run is in doubt, so lists already show that.
      const plan = { kind: 'in_doubt' as const, write: row.id, since: now.toISOString(), sent: runAsSent(row) };
      const shown = { state: 'in_doubt' as const, reason: null, plan };
      const key = { companyId: write.companyId, tag: write.runTag };
      await rows.update(PayRunRecord, key, shown as never);
      return { is: 'begun', write: row, forMs };
    });
  }

  /** Records the outcome of an attempt. A late answer touches only its own attempt: false if the row has moved on. */
  async end(rows: Rows, open: OpenWrite, became: Became): Promise<boolean> {
    const settledAt = openStates.includes(became.state) ? null : await this.db.now(rows);
    const attempt = { id: open.id, attempts: open.attempt, state: 'sending' as const };
    const ended = await rows.update(Write, attempt, { ...became, settledAt });
    return ended === 1;
  }

  /** What a dead process left as `sending` is in doubt: we do not know whether it was sent. */
  async doubt(lease: HeldLease): Promise<void> {
    await this.db.work((rows) =>
      rows
        .createChangeBuilder()
        .update(Write)
        .set({ state: 'in_doubt', answer: 'the process ended before the answer was recorded' })
        .where(`companyId = :companyId AND state = 'sending' AND fence < :fence`, lease)
        .execute(),
    );
  }

  async inDoubt(companyId: string): Promise<readonly Write[]> {
    return this.db.read((rows) =>
      rows.find(Write, { where: { companyId, state: 'in_doubt' }, order: { createdAt: 'ASC' } }),
    );
  }

  async open(companyId: string): Promise<readonly Write[]> {
    return this.db.read((rows) => rows.findBy(Write, { companyId, state: In(openStates) }));
  }

  /** Open writes, those that still need their second look, and these writes if they were refused; oldest first. */
  async unsettled(companyId: string, ids: readonly string[] = []): Promise<readonly Write[]> {
    const where = [...unsettledOf(companyId), { companyId, state: 'refused' as const, id: In([...ids]) }];
    return this.db.read((rows) => rows.find(Write, { where, order: { createdAt: 'ASC' } }));
  }

  /** Writes that were given up and whose second look is due, also if it found them and nothing was decided from it. */
  async dueToLookAgain(companyId: string): Promise<readonly Write[]> {
    return this.db.read(async (rows) => {
      const lookAgainAt = LessThanOrEqual(await this.db.now(rows));
      return rows.findBy(Write, { companyId, state: In([...givenUpStates, 'done']), lookAgainAt });
    });
  }

  /** Refused posts for whose runs nothing may be sent yet. */
  async inTheirMinute(companyId: string): Promise<readonly Write[]> {
    const where = { companyId, state: 'refused' as const, kind: 'post' as const, lookAgainAt: Not(IsNull()) };
    return (await this.db.read((rows) => rows.findBy(Write, where))).filter(isInItsMinute);
  }

  /** Companies with a write to settle or to look for again, which the service does by itself. */
  async companiesToSettle(): Promise<readonly string[]> {
    return this.db.read(async (rows) => {
      const now = await this.db.now(rows);
      const found = await rows
        .createQueryBuilder(Write, 'w')
        .select('DISTINCT w.company_id', 'companyId')
        .where(`w.state IN ('sending', 'in_doubt')`)
        .orWhere(`(w.state IN ('refused', 'released', 'done') AND w.look_again_at <= :now)`, {
          now: now.toISOString(),
        })
        .orWhere(
          `(w.state = 'refused' AND w.kind = 'post' AND w.waited_ms < :minuteMs AND w.looked_at <= :minuteAgo)`,
          {
            minuteMs,
            minuteAgo: new Date(now.getTime() - minuteMs).toISOString(),
          },
        )
        .getRawMany<{ companyId: string }>();
      return found.map((row) => row.companyId);
    });
  }
}
