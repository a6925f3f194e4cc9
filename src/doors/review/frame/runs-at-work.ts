import { Injectable, Logger } from '@nestjs/common';
import type { Principal } from '../../../access/principal.js';
import { Reach } from '../../../access/reach.js';
import type { OneOfMany, RunNamed, RunSeen } from '../../../acts/many.js';
import { Database } from '../../../ground/database.js';
import { asProblem } from '../../../ground/problem.js';
import { type Errand, type ErrandName, Errands, leftOutOf } from '../../../runner/errands.js';
import type { TaxMonth } from '../../../views/month/board-lists.js';
import type { MonthOfMode } from '../../../views/month/board.js';
import { CompanyNames } from '../../../views/lists/company-names.js';
import { stateInWords } from './words.js';

/** The work of a person on many clients of a month, and how far it is. */
export interface ErrandShown {
  readonly month: MonthOfMode;
  readonly errand?: Errand;
  /** Of those that were left out. */
  readonly names: ReadonlyMap<string, string>;
  readonly now: Date;
}

type What = ErrandName['what'];

interface ToDo {
  readonly what: 'post' | 'sign-off';
  readonly month: MonthOfMode;
  readonly runs: readonly RunNamed[];
}

/** An act on many pay runs of a month, one after the other, while a page shows its progress. */
@Injectable()
export class RunsAtWork {
  readonly #log = new Logger('RunsAtWork');

  constructor(
    private readonly errands: Errands,
    private readonly reach: Reach,
    private readonly names: CompanyNames,
    private readonly database: Database,
  ) {}

  /** A run that did not reach the wanted state is reported as left out. */
  async start(
    principal: Principal,
    { what, month, runs }: ToDo,
    act: (run: RunSeen) => Promise<OneOfMany | undefined>,
  ): Promise<void> {
    const sought = await Promise.all(runs.map((run) => this.#inReach(principal, run)));
    await this.begin(errandOf(principal, what, month), sought, async ({ run, problem }) => {
      if (run === undefined) throw problem;
      const answer = await act(run);
      if (answer === undefined) throw new Error('Each run has an answer');
      if ('problem' in answer) return { leftOut: `${answer.problem.title}. ${answer.problem.detail}` };
      const { state, journalSet } = answer.run;
      return state === 'posted' ? 1 : { leftOut: stateInWords({ state, inBooks: journalSet !== null }) };
    });
  }

  /** Goes on after the answer. */
  async begin<One extends { readonly id: string }>(
    name: ErrandName,
    clients: readonly One[],
    act: (client: One) => Promise<number | { readonly leftOut: string }>,
  ): Promise<void> {
    const { ended } = await this.errands.start(name, clients, act);
    ended.catch((error: unknown) => this.#log.error(asProblem(error).detail));
  }

  async find(principal: Principal, what: What, month: MonthOfMode): Promise<ErrandShown> {
    const errand = await this.errands.find(errandOf(principal, what, month));
    return { month, errand, names: await this.names.of(leftOutOf(errand)), now: this.database.clock.now() };
  }

  /** A company out of reach is not named: it has no id here, and so no name on the page. */
  async #inReach(principal: Principal, run: RunNamed) {
    try {
      const company = await this.reach.company(principal, run.company);
      return { id: company.id, run: { ...run, company } };
    } catch (error) {
      return { id: '', problem: asProblem(error) };
    }
  }
}

export const errandOf = (principal: Principal, what: What, { year, period }: TaxMonth): ErrandName => ({
  of: principal,
  what,
  year,
  period,
});

export const isGoing = ({ errand }: Pick<ErrandShown, 'errand'>): boolean =>
  errand !== undefined && errand.end === undefined;

/** How often a page without scripts is read again while the work goes on. */
export const lookAgainSeconds = 3;
