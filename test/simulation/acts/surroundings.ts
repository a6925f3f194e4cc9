import { addDays } from '../payroll.js';
import type { Random } from '../random.js';
import type { Stage } from '../stage.js';

/** What pay runs are mapped by moves: the roles of people, the chart of accounts, the cut-over. */

/** Not pensions: the simulation knows a run by its mark on that account. */
const movableAccounts: readonly string[] = ['401', '407', '402', '408', '404', '405', '814', '900', '902'];
const roles: readonly string[] = ['Employee', 'Director', 'Company Secretary', 'Shareholder', 'Owner'];

/** What was taken from the chart, until it is put back. */
export class MovingSurroundings {
  readonly #taken = new Map<string, string>();

  async move(stage: Stage, random: Random): Promise<void> {
    await random.weighted<() => Promise<void>>([
      [3, () => this.#changeRole(stage, random)],
      [this.#taken.size > 0 ? 3 : 2, () => this.#changeChart(stage, random)],
      [2, () => moveCutOver(stage, random)],
    ])();
  }

  /** Everything is in the chart again. */
  async putBack({ service }: Stage): Promise<void> {
    for (const [code, description] of this.#taken)
      await service.control('PUT', `/companies/ash/categories/${code}`, { description });
    this.#taken.clear();
  }

  async #changeRole({ service, payroll, log, report }: Stage, random: Random): Promise<void> {
    const { people } = random.pick(payroll.runs);
    // All of its files are taken back.
    if (people.length === 0) return;
    const person = random.pick(people);
    const role = random.pick(roles);
    log(`person ${person} is now ${role}`);
    report.reach("a person's role changed");
    await service.control('PUT', `/companies/ash/users/${person}`, { role });
  }

  async #changeChart(stage: Stage, random: Random): Promise<void> {
    if (this.#taken.size > 0) return this.putBack(stage);
    const code = random.pick(movableAccounts);
    const known = await stage.service.account(code);
    if (known === undefined) return;
    stage.log(`${code} goes from the chart`);
    stage.report.reach('an account went from the chart');
    await stage.service.control('DELETE', `/companies/ash/categories/${code}`);
    this.#taken.set(code, known);
  }
}

async function moveCutOver(stage: Stage, random: Random): Promise<void> {
  const today = stage.time.now().toISOString().slice(0, 10);
  const postFrom = addDays(today, -random.pick([20, 60, 90, 120]));
  stage.log(`runs are posted from ${postFrom}`);
  stage.report.reach('the cut-over moved');
  await stage.changePolicy({ postFrom });
  stage.setPostFrom(postFrom);
}
