import { IsNull } from 'typeorm';
import type { Company } from '../../companies/company.js';
import type { ReadRows } from '../../ground/rows.js';
import { prefixOf } from '../../journal/nouns/identity.js';
import { comesAsFiles, comesFromService, type Paying, pays } from '../../journal/policy/moves.js';
import { sourceInWords, sourceOf } from '../../payrolls/files/file-source.js';
import { paidKept } from '../../payrolls/files/kept-file.js';
import { keyOf } from '../../payrolls/files/year-to-date.js';
import { PayrollFile } from '../../record/runs/payroll-file.entity.js';

/** Where a company's payslips come from. */
export interface PayrollSourceShown {
  readonly name: string;
  readonly kind: 'service' | 'files';
  /** How its tags begin, up to the colon. */
  readonly prefix: string;
  readonly people?: number;
  readonly lastPaid?: string;
  /** Where payroll moved: the first pay date that it pays, if not from the beginning. */
  readonly from?: string;
  /** The first pay date that it no longer pays. */
  readonly until?: string;
}

/** Each pay frequency of its files, monthly pay and reports together; and the accounting service, if it pays or paid. */
export async function payrollSources(
  rows: ReadRows,
  { id: companyId, prefix, policy }: Company,
): Promise<readonly PayrollSourceShown[]> {
  const service = { name: 'accounting service', kind: 'service' as const, prefix, ...daysOf(policy, 'service') };
  const ofService = comesFromService(policy) ? [service] : [];
  if (!comesAsFiles(policy)) return ofService;
  const files = await rows.findBy(PayrollFile, { companyId, withdrawnAt: IsNull() });
  const paid = files
    .filter(({ kind }) => kind !== 'eps')
    .flatMap(paidKept)
    .map((one) => ({ of: one.frequency && sourceOf(one.frequency), key: keyOf(one), day: one.paidOn }));
  const sources = [...new Set(paid.map(({ of }) => of))].sort();
  if (sources.length === 0 && ofService.length > 0)
    return [...ofService, { name: 'files', kind: 'files', prefix, ...daysOf(policy, 'monthly') }];
  return [
    ...ofService,
    ...sources.map((source) => {
      const own = paid.filter((one) => one.of === source);
      return {
        name: sourceInWords(source),
        kind: 'files' as const,
        prefix: prefixOf(prefix, source),
        people: new Set(own.map(({ key }) => key)).size,
        lastPaid: own.map(({ day }) => day).reduce((a, b) => (a > b ? a : b)),
        ...daysOf(policy, sourceInWords(source)),
      };
    }),
  ];
}

/** Of a source that paid, left and came back: the days of now, or the last. */
function daysOf(policy: Paying, source: string): Pick<PayrollSourceShown, 'from' | 'until'> {
  const days = policy.payrollMoves.map(({ on }) => on);
  const pay = (day: string) => pays(policy, source, day);
  const turns = days.filter((day, at) => pay(day) !== pay(days[at - 1] ?? ''));
  const last = turns.at(-1);
  if (last === undefined) return {};
  if (pay(last)) return { from: last };
  const before = turns.at(-2);
  return { ...(before !== undefined && { from: before }), until: last };
}
