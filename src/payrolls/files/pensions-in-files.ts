import { monthInFigures, taxMonthOf } from '../../journal/nouns/dates.js';
import { Money } from '../../journal/nouns/money.js';
import type { Policy } from '../../journal/policy/policy.js';
import { madeInTurns, payslipTurns } from '../../ground/turns.js';
import { employerPensionsInRows } from './columns.js';
import type { Fps } from './fps.js';
import { pensionsSaid } from './files-payroll.js';
import type { TakenFile } from './kept-file.js';
import { paymentsKept } from './kept-payments.js';
import { type PaidRow, rowsKept } from './kept-rows.js';
import { nameOf } from './payment-questions.js';
import { employerPensionsOf } from './payslip-of.js';
import type { PensionOfDay } from './pension-answers.js';
import { rowsByPerson } from './report-payslips.js';
import { yearInTurns } from './year-to-date.js';

/** What is known of the employer's pension of one payroll id, at the end of a tax year's files. */
export interface PensionOfPerson {
  readonly id: string;
  readonly name: string;
  /** Where the last pay date has it from. */
  readonly by?: PensionOfDay['by'];
  /** What the first pay date asks that has a question. */
  readonly asks?: PensionOfDay['asks'];
  /** It was said for an earlier tax year. */
  readonly unconfirmed: boolean;
}

interface PensionsInFiles {
  readonly people: readonly PensionOfPerson[];
  /** Of employees and employer together, by tax month: "2025-10". */
  readonly months: ReadonlyMap<string, Money>;
}

/** Of everyone whom the files of a tax year pay. */
export async function pensionsInFiles(
  files: readonly TakenFile[],
  { policy, year }: { readonly policy: Pick<Policy, 'payroll' | 'employerPensions'>; readonly year: number },
): Promise<PensionsInFiles> {
  const turn = payslipTurns();
  const [filed, rows]: [Pick<Fps, 'payments'>[], PaidRow[]] = [[], []];
  for (const { kind, taken } of files) {
    if (kind === 'fps') filed.push({ payments: await madeInTurns(taken, turn, paymentsKept) });
    if (kind === 'report') rows.push(...(await madeInTurns(taken, turn, rowsKept)));
  }
  const context = { year, answers: pensionsSaid(policy, rows) };
  const people: PensionOfPerson[] = [];
  const months = new Map<string, Money>();
  const add = (pensions: ReadonlyMap<string, PensionOfDay>) => {
    for (const [day, { amount, own }] of pensions) {
      const month = monthInFigures(year, taxMonthOf(day) - 1);
      months.set(month, Money.sum([months.get(month) ?? Money.zero, amount, own]));
    }
    return pensions;
  };
  for (const [id, payments] of await yearInTurns(filed, turn)) {
    const last = payments.at(-1);
    if (last) people.push(ofPerson(id, nameOf(last.filed), add(employerPensionsOf(payments, context))));
    await turn(payments.length);
  }
  for (const [id, own] of rowsByPerson(rows)) {
    const last = own.at(-1);
    if (last) people.push(ofPerson(id, nameOf(last), add(employerPensionsInRows(own, context))));
    await turn(own.length);
  }
  return { people: people.sort((a, b) => a.id.localeCompare(b.id, 'en-GB', { numeric: true })), months };
}

function ofPerson(id: string, name: string, pensions: ReadonlyMap<string, PensionOfDay>): PensionOfPerson {
  const days = [...pensions.values()];
  const asks = days.find((one) => one.asks !== undefined)?.asks;
  const by = days.at(-1)?.by;
  return {
    id,
    name,
    unconfirmed: days.some((one) => one.unconfirmed === true),
    ...(by !== undefined && { by }),
    ...(asks !== undefined && { asks }),
  };
}
