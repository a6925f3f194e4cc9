import { inWords } from '../../journal/nouns/dates.js';
import { Money } from '../../journal/nouns/money.js';
import { employerPensionsInRows, payslipOfRow, payslipRead } from './columns.js';
import type { DatedPayslip } from './file-documents.js';
import type { PaidRow } from './kept-rows.js';
import type { ReadContext } from './file-answers.js';
import { hold, nameOf, unmapped } from './payment-questions.js';
import { paymentKey } from './payslip-of.js';
import type { KnownYear } from './year-to-date.js';

/** Its only figure is one that no FPS has: it completes the payment in an FPS of the day for the same payroll id. */
export const isOnlyPension = ({ figures }: Pick<PaidRow, 'figures'>): boolean =>
  figures.size === 1 && figures.has('employer_pension');

/** What reports say about the employer's pension of payments that come in an FPS. */
export function pensionsReported(rows: readonly PaidRow[]): ReadonlyMap<string, Money> {
  const found = new Map<string, Money>();
  for (const row of rows.filter(isOnlyPension)) {
    const key = paymentKey(row.payId, row.paidOn);
    found.set(key, (found.get(key) ?? Money.zero).plus(row.figures.get('employer_pension') ?? Money.zero));
  }
  return found;
}

/** The rows that pay someone, by payroll id. */
export function rowsByPerson(rows: readonly PaidRow[]): ReadonlyMap<string, readonly PaidRow[]> {
  const found = new Map<string, PaidRow[]>();
  for (const row of rows) {
    if (isOnlyPension(row)) continue;
    const own = found.get(row.payId);
    if (own === undefined) found.set(row.payId, [row]);
    else own.push(row);
  }
  return found;
}

/** Makes the payslips of some of these rows, without what FPS files pay already. */
export function rowReader(
  rows: readonly PaidRow[],
  filed: KnownYear,
  context: Pick<ReadContext, 'year' | 'people' | 'answers'>,
): (some: readonly PaidRow[]) => readonly DatedPayslip[] {
  const inFiles = new Set(
    [...filed].flatMap(([key, payments]) => payments.map((one) => paymentKey(key, one.filed.paidOn))),
  );
  const byPerson = rowsByPerson(rows);
  const pensions = new Map<string, ReturnType<typeof employerPensionsInRows>>();
  const pensionsOf = (id: string) => {
    const found = pensions.get(id) ?? employerPensionsInRows(byPerson.get(id) ?? [], context);
    pensions.set(id, found);
    return found;
  };
  return (some) =>
    some.flatMap((row) => {
      const isFiled = inFiles.has(paymentKey(row.payId, row.paidOn));
      if (isOnlyPension(row)) return isFiled ? [] : [{ datedOn: row.paidOn, read: pensionAlone(row, context) }];
      const about = { pension: pensionsOf(row.payId).get(row.paidOn), asked: isFiled ? [paidTwice(row)] : [] };
      return [{ datedOn: row.paidOn, read: payslipOfRow(row, context, about) }];
    });
}

const paidTwice = (row: PaidRow) =>
  hold(
    'paid_by_two_sources',
    `${nameOf(row)} (${row.payId}) is paid on ${inWords(row.paidOn)} by an FPS and by a report. Take one of the two files back: posting both would pay twice.`,
  );

/** It waits for its FPS; if that came without this person, the payroll ids differ. */
function pensionAlone(row: PaidRow, context: Pick<ReadContext, 'people'>): DatedPayslip['read'] {
  const { payId, paidOn } = row;
  const pension = row.figures.get('employer_pension') ?? Money.zero;
  const message = `A report has ${pension.inPounds()} of employer’s pension for ${nameOf(row)} (${payId}) on ${inWords(paidOn)}, and no FPS pays that payroll id then. Receive the FPS, or compare the payroll ids.`;
  const asked = [
    ...unmapped(row, context),
    hold('employer_pension_unknown', message, { field: 'employer_pension', amount: pension.toString() }),
  ];
  return payslipRead(row, context, {
    figures: new Map(pension.isZero() ? [] : [['employer_pension', pension]]),
    asked,
  });
}
