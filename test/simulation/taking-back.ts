import { In } from 'typeorm';
import { Posting, standingStates } from '../../src/record/runs/posting.entity.js';
import { Write } from '../../src/record/runs/write.entity.js';
import type { SentFile } from './filed-files.js';
import type { FiledPayroll } from './filed-payroll.js';
import { tagOf, tagOfRun } from './payroll.js';
import { standingSets } from './promises.js';
import { isSameJournal, linesOf } from './reasons.js';
import type { Stage } from './stage.js';

/** Whether files are taken back, and refused to be, as the books say. */
export class TakingBack {
  /** By file: what its pay run had in the books when it came, as text. */
  readonly #before = new Map<SentFile, ReadonlySet<string>>();

  constructor(
    private readonly stage: Stage,
    private readonly payroll: FiledPayroll,
  ) {}

  async came(file: SentFile): Promise<void> {
    this.#before.set(file, new Set((await this.#standing(file)).map((set) => JSON.stringify(set))));
  }

  /** `takesBack` does it in what was drawn. What came before the file has nothing of it, whatever it says. */
  async takenBack(file: SentFile, takesBack: () => void): Promise<void> {
    const { run } = file;
    const tag = run && tagOf(run);
    const withIt = tag === undefined ? new Map<string, number>() : this.payroll.books.journalOf(tag);
    const sets = await this.#standing(file);
    takesBack();
    if (run === undefined || tag === undefined) return;
    const without = this.payroll.journalWithout(file, tag);
    if (isSameJournal(withIt, without)) return;
    const before = this.#before.get(file) ?? new Set();
    // Of what was altered since it cannot be told by its lines: but nothing was there when the file came. What was
    // refused before that may have been made since, without the file.
    const mayHaveIt = (lines: ReturnType<typeof linesOf>) =>
      isSameJournal(lines, withIt) || (before.size === 0 && !isSameJournal(lines, without));
    const made = sets.find((set) => mayHaveIt(linesOf(set)) && !before.has(JSON.stringify(set)));
    if (made === undefined) return;
    // What people altered may stand there unknown to the program.
    if (this.stage.auditor.altered.has(run.id) && !(await this.#isRecorded(made.url))) return;
    this.stage.violate(`files: ${file.name} was taken back, and ${made.tag} was made with it`);
  }

  #isRecorded(journalSet: string): Promise<boolean> {
    return this.stage.database().read((rows) => rows.existsBy(Posting, { journalSet, state: In([...standingStates]) }));
  }

  /** Nothing of its pay dates was ever sent or found. */
  async refused(file: SentFile, why: string): Promise<void> {
    const { run } = file;
    if (run === undefined) return;
    const tags = this.payroll.daysIn(file).map((day) => tagOf({ ...run, ...day }));
    const where = { companyId: this.stage.company().id, runTag: In(tags) };
    const isKnown = await this.stage
      .database()
      .read(async (rows) => (await rows.existsBy(Posting, where)) || (await rows.existsBy(Write, where)));
    // An amendment on its way may bring a set to one of its days.
    if (!isKnown && !why.includes('on its way'))
      this.stage.violate(
        `files: ${file.name} was not taken back, though nothing of ${tags.join(', ')} is in the books: ${why}`,
      );
  }

  async #standing({ run }: SentFile) {
    const tag = run && tagOf(run);
    return tag === undefined
      ? []
      : standingSets(await this.stage.service.sets()).filter((set) => tagOfRun(set.run) === tag);
  }
}
