import { In, IsNull } from 'typeorm';
import type { Company } from '../../companies/company.js';
import type { Database } from '../../ground/database.js';
import { paysIn, paysNothing } from '../../journal/policy/employer-pension.js';
import { taxYearInWords } from '../../journal/nouns/dates.js';
import { Money } from '../../journal/nouns/money.js';
import { type PensionOfPerson, pensionsInFiles } from '../../payrolls/files/pensions-in-files.js';
import { filesOfYear } from '../../record/runs/files-of-year.js';
import { PayrollFile } from '../../record/runs/payroll-file.entity.js';

/** Who is answered for, in the last tax year that has files. What was said is shown to those who may see pay. */
export interface PayrollPensions {
  /** "2025/26"; absent if no file pays anyone. */
  readonly year?: string;
  /** The tax year up to which answers are confirmed. */
  readonly confirmed?: string;
  /** Someone's answer has to be confirmed for the year. */
  readonly toConfirm: boolean;
  /** What is said for everyone who is not named. */
  readonly paysNothing?: string;
  readonly paysIn?: string;
  readonly people: readonly PersonsPension[];
  /** Of employees and employer together, by tax month; for those who may see pay. */
  readonly months?: readonly MonthsPensions[];
}

export interface MonthsPensions {
  /** "2025-10" */
  readonly month: string;
  readonly payroll: string;
  /** What the provider takes, where someone typed it. */
  readonly provider?: string;
}

export interface PersonsPension {
  /** Someone without a payroll id goes by name, which is shown to those who may see pay. */
  readonly id: string;
  readonly name?: string;
  readonly said?: string;
  readonly by?: 'report' | 'name' | 'rule';
  readonly asks?: 'never said' | 'lapsed' | 'band not known';
  /** The day from which it is to be said, if it is asked again. */
  readonly from?: string;
}

export async function payrollPensions(
  database: Database,
  { pay }: { readonly pay: boolean },
  { id: companyId, policy }: Pick<Company, 'id' | 'policy'>,
): Promise<PayrollPensions> {
  const found = await database.read(async (rows) => {
    const where = { companyId, kind: In(['fps', 'report'] as const), withdrawnAt: IsNull() };
    const years = (await rows.select(PayrollFile, ['year'], { where })).map(({ year }) => year);
    if (years.length === 0) return undefined;
    const year = Math.max(...years);
    return { year, files: await filesOfYear(rows, companyId, year) };
  });
  const { people, months } =
    found === undefined
      ? { people: [], months: new Map<string, Money>() }
      : await pensionsInFiles(found.files, { policy, year: found.year });
  const saidFor = (key: string): string | undefined =>
    Object.hasOwn(policy.employerPensions, key) ? policy.employerPensions[key] : undefined;
  const [none, own] = [saidFor(paysNothing), saidFor(paysIn)];
  return {
    ...(found && { year: taxYearInWords(found.year) }),
    ...(policy.payroll.pensionsConfirmed !== null && { confirmed: policy.payroll.pensionsConfirmed }),
    toConfirm: people.some(({ unconfirmed }) => unconfirmed),
    ...(none !== undefined && { paysNothing: none }),
    ...(own !== undefined && { paysIn: own }),
    people: people.filter(({ id, name }) => pay || id !== name).map((one) => shown(one, pay, saidFor(one.id))),
    ...(pay && {
      months: [...months].sort().map(([month, sum]) => monthShown(month, sum, policy.pensionTotals[month])),
    }),
  };
}

const monthShown = (month: string, sum: Money, provider: string | undefined): MonthsPensions => ({
  month,
  payroll: sum.toString(),
  ...(provider !== undefined && { provider: Money.parse(provider).toString() }),
});

function shown({ id, name, by, asks }: PensionOfPerson, pay: boolean, said: string | undefined): PersonsPension {
  return {
    id,
    ...(pay && { name, ...(said !== undefined && { said }) }),
    ...(by !== undefined && { by }),
    ...(asks !== undefined && { asks: asks.why, ...(asks.from !== undefined && { from: asks.from }) }),
  };
}
