import { createHash } from 'node:crypto';
import { IsNull } from 'typeorm';
import { receiveFile } from '../../src/acts/payrolls/receive-file.js';
import { keepFile } from '../../src/acts/payrolls/keep-file.js';
import { reportGiven } from '../../src/acts/payrolls/receive-report.js';
import { withdrawFile } from '../../src/acts/payrolls/withdraw-file.js';
import { Problem } from '../../src/ground/problem.js';
import type { Policy } from '../../src/journal/policy/policy.js';
import { PayrollFile } from '../../src/record/runs/payroll-file.entity.js';
import type { Delivery, SentFile } from './filed-files.js';
import type { FiledPayroll } from './filed-payroll.js';
import { pensionColumns } from './filed-reports.js';
import type { SimulatedProcess } from './process.js';
import type { Random } from './random.js';
import { baseUrl } from './service.js';
import { secondMs, type Stage } from './stage.js';
import { TakingBack } from './taking-back.js';

/** People bring payroll files, one after another, until each is answered; processes fail under them as always. */

const who = { actor: 'bookkeeper', trigger: 'api' as const, companies: null };

/** The settings of a company whose payroll comes as files. */
export function settingsOfFiles(policy: Policy, { answers: { settings } }: FiledPayroll): Partial<Policy> {
  const people = Object.entries(settings.people).map(([payId, path]) => [payId, `${baseUrl}${path}`]);
  const { reliefInDeductions, bothShares, levyAccount } = settings;
  return {
    payroll: { ...policy.payroll, from: 'files', reliefInDeductions, bothShares, levyAccount } as Policy['payroll'],
    payrollPeople: Object.fromEntries(people),
    employerPensions: settings.pensions,
    paidBeforeFiles: settings.paidBefore,
    payrollColumns: settings.columns,
    treatments: {
      ...policy.treatments,
      other_deductions: settings.treatsUnion ? 'deduct' : 'hold',
    } as Policy['treatments'],
    controls: {
      ...policy.controls,
      payeReference: '123/AB456',
      cisSuffered: settings.cisSuffered,
    } as Policy['controls'],
    recovery: { ...policy.recovery, from: '2020-04-06' },
  };
}

export class Bringing {
  #before: Promise<void> = Promise.resolve();
  readonly #judge: TakingBack;

  constructor(
    private readonly stage: Stage,
    private readonly payroll: FiledPayroll,
    private readonly random: Random,
  ) {
    this.#judge = new TakingBack(stage, payroll);
  }

  /** What was drawn is brought; now and then two at one moment. */
  bring(): Promise<void> {
    return this.#afterOthers(async () => {
      for (let all = this.payroll.files.take(); all.length > 0; all = this.payroll.files.take())
        for (let at = 0; at < all.length; at++) {
          const [delivery, next] = [all[at]!, all[at + 1]];
          const isPair = next && mayComeTogether(delivery, next) && this.random.chance(0.3);
          if (isPair) this.stage.report.reach('two files came at one moment');
          await Promise.all([this.#bring(delivery), ...(isPair ? [this.#bring(next)] : [])]);
          if (isPair) at += 1;
        }
    });
  }

  /** The database is another one: everything is brought again, and what it knows it does not take. */
  bringAll(): Promise<void> {
    return this.#afterOthers(async () => {
      for (const file of this.payroll.files.here) {
        await this.stage.time.sleep(secondMs);
        await this.#surely(file);
      }
    });
  }

  /** Files of one pay date count in the order in which they come. */
  #afterOthers(act: () => Promise<void>): Promise<void> {
    const done = this.#before.then(act);
    this.#before = done.catch(() => undefined);
    return done;
  }

  async #bring(delivery: Delivery): Promise<void> {
    await this.stage.time.sleep(secondMs);
    if (delivery.is === 'withdraw') return this.#withdraw(delivery);
    const { file, how } = delivery;
    await this.#judge.came(file);
    if (file.kind === 'report' || file.kind === 'pensions') this.stage.report.reach('a report was received');
    if (file.cut && this.random.chance(0.3)) await this.#bringCut(file, file.cut);
    const at = this.random.whole(0, 1);
    await Promise.all([
      this.#receive(this.stage.process(at), file),
      ...(how === 'together' ? [this.#receive(this.stage.process(1 - at), file)] : []),
    ]);
    // Anyone who got no answer brings it again.
    await this.#surely(file);
    this.payroll.received(file);
    if (how === 'twice') await this.#receive(this.stage.process(at), file);
    if (how !== 'once')
      this.stage.report.reach(how === 'twice' ? 'a file was received twice' : 'two brought one file at once');
  }

  /** A report that was cut short is refused by its own total. */
  async #bringCut(file: SentFile, bytes: Uint8Array): Promise<void> {
    this.stage.report.reach('a report that was cut short came');
    const process = this.stage.steady();
    await this.stage.attempt(process, `receive a part of ${file.name}`, async () => {
      try {
        await this.#taken(process, { ...file, bytes });
      } catch (error) {
        if (error instanceof Problem && error.kind === 'file-refused') return 'refused';
        throw error;
      }
      this.stage.violate(`files: ${file.name} was cut short, and was taken`);
      return 'taken';
    });
  }

  async #receive(process: SimulatedProcess, file: SentFile): Promise<void> {
    await this.stage.attempt(process, `receive ${file.name}`, async () => {
      const { isKnown } = await this.#taken(process, file);
      return isKnown ? 'known' : 'taken';
    });
  }

  async #surely(file: SentFile): Promise<string> {
    return (await this.#taken(this.stage.steady(), file)).file.id;
  }

  async #taken(process: SimulatedProcess, { name, bytes, kind, paidOn }: SentFile) {
    const company = await process.companies.find(this.stage.company().id);
    const tools = { database: process.database, log: process.log };
    if (paidOn === undefined) return receiveFile(tools, async () => [company], { who, name, bytes });
    const columns = kind === 'pensions' ? { columns: pensionColumns } : {};
    // A workbook is read in a thread, which takes real time.
    const given = () => reportGiven(company, { name, bytes, paidOn, ...columns });
    return keepFile(tools, who, await this.stage.time.whileBusy(given));
  }

  /** What is posted is not taken back. */
  async #withdraw({ file, comesAgain, andThen }: Delivery & { readonly is: 'withdraw' }): Promise<void> {
    const id = await this.#idOf(file);
    if (id === undefined) return;
    let isPosted = false;
    let why = '';
    const withdraw = (process: SimulatedProcess) => async () => {
      const company = await process.companies.find(this.stage.company().id);
      const tools = { database: process.database, log: process.log };
      try {
        await withdrawFile(tools, company, { id, who, reason: 'The wrong file' });
      } catch (error) {
        if (!(error instanceof Problem) || error.kind !== 'file-posted') throw error;
        isPosted = true;
        why = error.detail;
        return why;
      }
      isPosted = false;
      await this.#takenBack(file, comesAgain);
      return 'done';
    };
    await this.stage.attempt(this.stage.process(0), `withdraw ${file.name}`, withdraw(this.stage.process(0)));
    if (file.state === 'here' && !isPosted)
      await this.stage.attempt(this.stage.steady(), `withdraw ${file.name}`, withdraw(this.stage.steady()));
    this.stage.report.reach(isPosted ? 'a file was not taken back, as its pay is posted' : 'a file was taken back');
    if (isPosted) await this.#judge.refused(file, why);
    else andThen?.();
  }

  async #takenBack(file: SentFile, comesAgain: boolean): Promise<void> {
    if (file.state === 'here') await this.#judge.takenBack(file, () => this.payroll.withdrawn(file, comesAgain));
  }

  async #idOf(file: SentFile): Promise<string | undefined> {
    return (await this.#stored()).find(({ hash }) => hash === hashOf(file))?.id;
  }

  #stored(): Promise<readonly PayrollFile[]> {
    const where = { companyId: this.stage.company().id, withdrawnAt: IsNull() };
    return this.stage.database().read((rows) => rows.findBy(PayrollFile, where));
  }

  /** Each file that was received and not taken back is there once, and no other. */
  async judge(): Promise<readonly string[]> {
    const stored = (await this.#stored()).filter(({ bytes }) => bytes > 0);
    const kept = stored.map(({ hash }) => hash).sort();
    const right = this.payroll.files.here.map(hashOf).sort();
    return JSON.stringify(kept) === JSON.stringify(right)
      ? []
      : [`files: ${right.length} were received, and ${kept.length} are kept, not the same ones`];
  }
}

/** Their order does not matter. */
const mayComeTogether = (one: Delivery, other: Delivery): boolean =>
  one.is === 'receive' && other.is === 'receive' && one.file !== other.file && one.file.run !== other.file.run;

const hashOf = ({ bytes, paidOn = '' }: Pick<SentFile, 'bytes' | 'paidOn'>) =>
  createHash('sha256').update(bytes).update(paidOn).digest('hex');
