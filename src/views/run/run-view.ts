import { pick } from '../../ground/pick.js';
import type { PayPeriod } from '../../journal/nouns/pay-run.js';
import { Inject, Injectable } from '@nestjs/common';

import type { ReadRows } from '../../ground/rows.js';
import { Database } from '../../ground/database.js';
import { PayPeriodRecord } from '../../record/runs/pay-period.entity.js';
import { type Plan, PayRunRecord, type StoredMapping } from '../../record/runs/pay-run.entity.js';
import { Posting } from '../../record/runs/posting.entity.js';
import { runLines } from '../../record/runs/run-lines.js';
import type { Adjustment } from '../../record/runs/adjustment.js';
import { type ClientAnswer, clientAnswer } from '../company/client-answers.js';
import { type ClientLink, clientLinks } from '../company/client-links.js';
import { adjustmentsOf } from './adjustments.js';
import { type AccountsInBooks, accountsInBooks } from '../lists/names-in-books.js';
import { dayInKey, namedByKey } from '../../journal/nouns/pay-key.js';
import { checksOfOne, type RunChecks, withoutAmounts } from '../checks/checks.js';
import { type HistoryEvent, historyOf } from './run-history.js';
import { namedRuns, type RunRow, runRow, selectRuns } from '../lists/run-row.js';
import { checkWithoutPay } from './run-checked.js';
import { type StandingDecision, standingDecisions } from './standing-decisions.js';
import { readKey } from '../checks/books-as-read.js';
import { type SignOffFallen, signOffsFallen } from '../checks/sign-offs-fallen.js';
import type { Viewer } from '../../access/viewer.js';

export interface RunAddress {
  readonly companyId: string;
  readonly year: number;
  readonly period: number;
  /** Its pay date, with its source as `payKeyOf` names it. */
  readonly datedOn: string;
}

export interface Neighbour {
  readonly year: number;
  readonly period: number;
  readonly datedOn: string;
  readonly tag: string;
}

/** Everything on the page of one pay run that the viewer may see. */
export interface RunView {
  readonly row: RunRow;
  readonly origin?: 'posted' | 'adopted';
  readonly policyVersion: number;
  readonly signedOffAt?: Date;
  /** It was signed off, and a figure has changed since. */
  readonly signOffFallen?: SignOffFallen;
  readonly gone: boolean;
  readonly period?: Pick<PayPeriodRecord, 'status' | 'datedOn' | 'allowance' | 'cis' | 'readAt'>;
  /** The pay period as parsed, from which the lines were made; only for viewers who may see pay. */
  readonly payroll?: PayPeriod;
  /** What the mapper made of it; only for viewers who may see pay. */
  readonly mapped?: StoredMapping;
  readonly plan?: Plan;
  /** Our sets for this run, newest generation first; lines only for viewers who may see pay. */
  readonly postings: readonly Posting[];
  readonly checks: RunChecks;
  /** Journal sets of its tax month in addition to pay runs; only for viewers who may see pay. */
  readonly adjustments: readonly Adjustment[];
  readonly before?: Neighbour;
  readonly after?: Neighbour;
  /** Gross pay of each person in the run before, by user; only for viewers who may see pay. */
  readonly grossBefore: ReadonlyMap<string, string>;
  readonly history: readonly HistoryEvent[];
  /** The last question to the client of its month, and the answer. */
  readonly client?: ClientAnswer;
  /** The links that its client was sent for the month. */
  readonly clientLinks: readonly ClientLink[];
  readonly accountNames: AccountsInBooks;
  /** The decisions in force for it; only for viewers who may see pay. */
  readonly standing: readonly StandingDecision[];
}

const neighbourOf = ({ year, period, datedOn, tag }: PayRunRecord): Neighbour => ({ year, period, datedOn, tag });

@Injectable()
export class RunViews {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** Undefined if there is none that the viewer may see. */
  async find(viewer: Viewer, address: RunAddress): Promise<RunView | undefined> {
    return this.database.read(async (rows) => {
      const found = await namedRuns(
        selectRuns(rows, viewer)
          .select('r')
          .addSelect('c.name', 'company')
          .andWhere('r.companyId = :companyId AND r.year = :year AND r.period = :period', address)
          .andWhere('r.datedOn = :day', { day: dayInKey(address.datedOn) }),
      );
      const keyed = found.map((one) => ({ ...one.run, one }));
      const named = namedByKey(address.datedOn, keyed)[0]?.one;
      if (named === undefined) return undefined;
      const { run } = named;
      const row = runRow(named, viewer);
      const period = await rows.findOneBy(PayPeriodRecord, { ...pick(run, ['companyId', 'year', 'period']) });
      const checks = await checksOfOne(rows, run);
      const postings = await rows.find(Posting, {
        where: { companyId: run.companyId, runTag: run.tag },
        order: { generation: 'DESC', createdAt: 'DESC' },
      });
      const [before, after] = [await neighbour(rows, run, 'before'), await neighbour(rows, run, 'after')];
      const payroll = viewer.pay ? period?.document?.period(run.year) : undefined;
      const { companyId, year, period: inPeriod } = run;
      const adjustments = await adjustmentsOf(rows, viewer, { companyId, year, period: inPeriod });
      const history = await historyOf(rows, viewer, run, postings);
      return {
        row,
        origin: run.origin ?? undefined,
        policyVersion: run.policyVersion,
        signedOffAt: run.signedOffAt ?? undefined,
        signOffFallen: (await signOffsFallen(rows, [run])).get(readKey(run)),
        gone: run.gone,
        period: period !== null && viewer.pay ? period : undefined,
        payroll,
        mapped: viewer.pay && run.mapped ? { ...run.mapped, lines: runLines(run, postings) } : undefined,
        plan: planFor(run.plan, viewer),
        postings: viewer.pay ? postings : postings.map((posting) => ({ ...posting, lines: [] })),
        checks: viewer.pay ? checks : withoutAmounts(checks),
        adjustments: adjustments.map(({ adjustment }) => adjustment),
        before,
        after,
        grossBefore: viewer.pay && before !== undefined ? await grossOf(rows, run.companyId, before.tag) : new Map(),
        accountNames: await accountsInBooks(rows, run.companyId),
        history,
        client: await clientAnswer(rows, viewer, run),
        clientLinks: await clientLinks(rows, run, this.database.clock.now()),
        standing: viewer.pay ? await standingDecisions(rows, run, { payroll }) : [],
      };
    });
  }
}

/** The company's pay run with the nearest earlier or later pay date. */
async function neighbour(rows: ReadRows, run: PayRunRecord, side: 'before' | 'after'): Promise<Neighbour | undefined> {
  const [compare, order] = side === 'before' ? (['<', 'DESC'] as const) : (['>', 'ASC'] as const);
  const found = await rows
    .createQueryBuilder(PayRunRecord, 'r')
    .select(['year', 'period', 'datedOn', 'tag', 'companyId'].map((column) => `r.${column}`))
    .where(`r.kind = 'payroll' AND r.companyId = :companyId`, run)
    .andWhere(`(r.year, r.period, r.datedOn) ${compare} (:year, :period, :datedOn)`, run)
    .orderBy('r.year', order)
    .addOrderBy('r.period', order)
    .addOrderBy('r.datedOn', order)
    .limit(1)
    .getOne();
  return found === null ? undefined : neighbourOf(found);
}

/** What each person was paid in a run, by user. */
async function grossOf(rows: ReadRows, companyId: string, tag: string): Promise<ReadonlyMap<string, string>> {
  const [run] = await rows.select(PayRunRecord, ['mapped'], { where: { companyId, tag } });
  return new Map(run?.mapped?.paid.map(({ user, gross }) => [user, gross]));
}

/** Differences are amounts, and the service's words may have some, so a viewer without pay does not get them. */
function planFor(plan: Plan | null, viewer: Viewer): Plan | undefined {
  if (plan === null) return undefined;
  if (viewer.pay) return plan;
  if (plan.kind === 'changed' || plan.kind === 'drift') return { ...plan, differences: [] };
  if (plan.kind === 'check') return checkWithoutPay(plan);
  if (plan.kind === 'refused') return { ...plan, words: 'for a reason that only people who may see pay are shown' };
  return plan;
}
