/**
 * What HMRC repays of statutory parental pay, in per cent. Percentages are text for people, tenths of a per cent are
 * for arithmetic. Source: SPM181100; the compensation is the Statutory Maternity Pay (Compensation of Employers) rate
 * of the day.
 */
export interface Rate {
  readonly percent: string;
  readonly tenths: bigint;
}

export const usualRecovery: Rate = { percent: '92', tenths: 920n };
export const fullRecovery: Rate = { percent: '100', tenths: 1000n };
export const wholeTenths = 1000n;

/** Small employers' compensation, by pay date; the newest first. */
const compensations: readonly { readonly from: string; readonly rate: Rate }[] = [
  { from: '2026-04-06', rate: { percent: '9', tenths: 90n } },
  { from: '2025-04-06', rate: { percent: '8.5', tenths: 85n } },
];
const compensationBefore: Rate = { percent: '3', tenths: 30n };

/**
 * The whole recovery, as a factor of the pay in text with three decimals: "0.920", and for a small employer "1.085".
 */
export function recoveryFactorsOn(payDate: string): readonly [usual: string, small: string] {
  return [factor(usualRecovery.tenths), factor(fullRecovery.tenths + compensationOn(payDate).tenths)];
}

function factor(tenths: bigint): string {
  return `${tenths / wholeTenths}.${String(tenths % wholeTenths).padStart(3, '0')}`;
}

export function compensationOn(payDate: string): Rate {
  return compensations.find(({ from }) => from <= payDate)?.rate ?? compensationBefore;
}

/** The names by which people choose a rate. */
export const recoveryRates = ['usual', 'small_employer'] as const;
export type RecoveryRate = (typeof recoveryRates)[number];
