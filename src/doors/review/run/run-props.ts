import type { Principal } from '../../../access/principal.js';
import type { Problem } from '../../../ground/problem.js';
import type { Colleague, RunWork } from '../../../views/lists/run-work.js';
import type { Policy } from '../../../journal/policy/policy.js';
import type { RunView } from '../../../views/run/run-view.js';
import type { Having } from '../../../acts/runs/decisions-tried.js';
import type { FieldNow } from '../../../acts/runs/field-now.js';
import type { HeldRun } from '../../../views/month/board-lists.js';
import type { Preview } from './field-previews.js';
import type { FieldFigures } from './workings.js';

/** Where a held run stands among those of its month. */
export interface Queue {
  /** Of all held runs of the month: its place, from 1. */
  readonly at: number;
  readonly held: readonly HeldRun[];
  readonly next?: HeldRun;
}

export type Reviewed = 'post' | 'amend' | 'sign-off';

export interface RunPageProps {
  readonly view: RunView;
  readonly principal: Principal;
  readonly now: Date;
  /** When the PAYE of its tax month is due. */
  readonly hmrcDueOn: string;
  /** Each person's payslip, field by field. */
  readonly figures: FieldFigures;
  readonly previews: readonly Preview[];
  /** Who has a pay item, for viewers who may decide about it and see pay. */
  readonly having?: (field: string) => Having;
  /** How a pay item is treated now, for viewers who may decide about it. */
  readonly fieldNow?: (field: string) => FieldNow;
  /** Which part of the payslips is shown, from 0. */
  readonly part: number;
  /** The fields of a form that was refused. */
  readonly typed: Readonly<Record<string, string>>;
  readonly problem?: Problem;
  readonly assignment: RunWork;
  /** People the run can be assigned to. */
  readonly colleagues: readonly Colleague[];
  /** When the policy wants two people: why this person may not post, amend or sign off, and who may. */
  readonly anotherPerson?: Readonly<Partial<Record<Reviewed, string>>>;
  /** When the policy wants two people: who brought its payroll, and no one has posted it since. */
  readonly broughtBy?: readonly string[];
  /** The other held runs of its month, for viewers who may decide about it. */
  readonly queue?: Queue;
  /** Reasons the person gave before, by the pay item asked about. */
  readonly reasons?: ReadonlyMap<string, readonly string[]>;
  /** Other clients' questions that were ticked in a form that was refused. */
  readonly also?: readonly string[];
  /** Whether a decision is posted at once. */
  readonly mode: Policy['mode'];
}
