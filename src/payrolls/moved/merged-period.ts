import { createHash } from 'node:crypto';
import { Money } from '../../journal/nouns/money.js';
import { parsePayPeriod } from '../service/wire.js';
import type { Document, PeriodHeader } from '../source.js';

/** What the two payrolls of a client that moved have of one tax month. */
interface Both<Of> {
  /** The service's own, where it may pay on a day of the month. */
  readonly service: Of | undefined;
  /** Its pay date, where it pays on none: it is shown, and no more. */
  readonly movedOn: string | undefined;
  readonly files: Of | undefined;
}

type Pays = (day: string) => boolean;

interface Slip {
  readonly dated_on: string;
}

interface MonthJson {
  readonly payslips: readonly Slip[];
  readonly moved?: readonly object[];
  readonly [field: string]: unknown;
}

const isOfOne = <Of>({ service, movedOn, files }: Both<Of>): boolean =>
  movedOn === undefined && (service === undefined) !== (files === undefined);

/**
 * One document of the month. What a payroll has on days on which the other one pays becomes `moved`, and no figure has
 * it. A month of which only one has something stays that one's own document.
 */
export function mergedPeriod(
  of: Both<Document> & { readonly year: number; readonly period: number },
  pays: Pays,
): Document {
  const { year, period, service, movedOn, files } = of;
  const ofService = service && (JSON.parse(service.text) as MonthJson);
  const paid = ofService?.payslips.filter(({ dated_on: day }) => pays(day)) ?? [];
  const others = ofService?.payslips.filter(({ dated_on: day }) => !pays(day)).map(({ dated_on: day }) => day) ?? [];
  if (isOfOne(of) && others.length === 0) return (service ?? files) as Document;
  const ofFiles = files && (JSON.parse(files.text) as MonthJson);
  const days = [...new Set([...others, ...(movedOn === undefined ? [] : [movedOn])])].sort();
  const filed = (ofFiles?.payslips ?? []).map((one) => (paid.length > 0 ? { ...one, of_files: true } : one));
  const moved = [...days.map((dated_on) => ({ dated_on, source: 'service' })), ...(ofFiles?.moved ?? [])];
  const { datedOn, status, updatedAt, cisDeduction } = mergedHeader(
    period,
    { service: service?.period, movedOn, files: files?.period },
    pays,
  );
  const json = {
    // A month in which it pays no one here says nothing of allowance or CIS either.
    ...(paid.length > 0 && ofService),
    ...ofFiles,
    period,
    dated_on: datedOn,
    status,
    payslips: [...paid, ...filed],
    ...(!cisDeduction.isZero() && { construction_industry_scheme_deduction: cisDeduction.toString() }),
    ...(moved.length > 0 && { moved }),
    updated_at: updatedAt,
  };
  return { period: parsePayPeriod(json, year), text: JSON.stringify(json) };
}

/** What the year's list shows of it. It changes with whatever the lists of both show. */
export function mergedHeader(period: number, of: Both<PeriodHeader>, pays: Pays): PeriodHeader {
  const { service, movedOn, files } = of;
  if (isOfOne(of)) return (service ?? files) as PeriodHeader;
  const isPaid = service !== undefined && pays(service.datedOn);
  const days = [service?.datedOn, files?.datedOn, movedOn].filter((day) => day !== undefined).sort();
  const { allowanceAmount = Money.zero, allowanceClaimed = false, cisDeduction = Money.zero } = isPaid ? service : {};
  // A return adds to what the service had of the month.
  const cis = cisDeduction.plus(files?.cisDeduction ?? Money.zero);
  const listed = service && [
    service.updatedAt,
    service.status,
    service.datedOn,
    allowanceAmount.toString(),
    cisDeduction.toString(),
  ];
  return {
    // The set of the month's own date bears the allowance: with another date, it would move to a set of the files.
    ...(isPaid
      ? { period, datedOn: service.datedOn, status: service.status }
      : { period, datedOn: days.at(-1) ?? '', status: files?.status ?? 'filed' }),
    allowanceClaimed,
    allowanceAmount,
    cisDeduction: cis,
    updatedAt: createHash('sha256')
      .update(JSON.stringify([listed, movedOn, files?.updatedAt]))
      .digest('hex'),
  };
}

/** Of a document that was kept: the service's part; undefined if it paid no one in it. */
export function partOfService({ period, text }: Document, pays: Pays): Document | undefined {
  if (!period.payslips.some(({ datedOn }) => pays(datedOn))) return undefined;
  if (period.payslips.every(({ datedOn }) => pays(datedOn)) && period.moved === undefined) return { period, text };
  const json = JSON.parse(text) as MonthJson;
  const payslips = json.payslips.filter(({ dated_on: day }) => pays(day));
  const own = { ...json, returned: undefined, moved: undefined, payslips };
  return { period: parsePayPeriod(own, period.year), text: JSON.stringify(own) };
}
