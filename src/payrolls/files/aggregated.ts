import { Money } from '../../journal/nouns/money.js';
import type { PersonInBooks } from './file-answers.js';
import type { FiledPayment } from './fps.js';
import { type KnownPayment, type KnownYear, keyOf } from './year-to-date.js';

/** Jobs whose earnings are taken together for NI: by person in the books, pay date and frequency. */
export type AggregatedJobs = ReadonlyMap<string, readonly KnownPayment[]>;

type People = ReadonlyMap<string, PersonInBooks>;

export function aggregatedIn(known: KnownYear, people: People): AggregatedJobs {
  const jobs = new Map<string, KnownPayment[]>();
  for (const one of [...known.values()].flat()) {
    const of = one.filed.aggregated ? jobOf(one.filed, people) : undefined;
    if (of !== undefined) jobs.set(of, [...(jobs.get(of) ?? []), one]);
  }
  return jobs;
}

function jobOf(filed: FiledPayment, people: People): string | undefined {
  const user = people.get(keyOf(filed))?.user;
  return user === undefined ? undefined : `${filed.paidOn} ${filed.frequency} ${user}`;
}

/**
 * What a payment is checked as: itself, or with the person's other job as one. Ada is paid 1,500.00 and 900.00 by two
 * jobs of one employer, and the NI of 2,400.00 is with the first: there both are compared, and undefined is the answer
 * for the second. With only one of the jobs known, neither is compared.
 */
export function checkedAs(
  one: KnownPayment,
  { people, jobs }: { readonly people: People; readonly jobs?: AggregatedJobs },
): KnownPayment | undefined {
  const of = one.filed.aggregated ? jobOf(one.filed, people) : undefined;
  const all = (of === undefined ? undefined : jobs?.get(of)) ?? [];
  const [first, ...others] = all;
  if (first === undefined || others.length === 0) return one;
  if (others.some(({ filed }) => filed.periodsCovered !== first.filed.periodsCovered)) return one;
  const bearing = all.find(({ filed }) => filed.ni.some(({ earnings }) => !earnings.isZero())) ?? first;
  if (bearing !== one) return undefined;
  const sum = (amount: (filed: FiledPayment) => Money) => Money.sum(all.map(({ filed }) => amount(filed)));
  const [again] = all.flatMap((job) => job.again ?? []);
  return {
    ...one,
    again,
    filed: {
      ...one.filed,
      aggregated: false,
      taxable: sum(({ taxable }) => taxable),
      benefits: sum(({ benefits }) => benefits),
      pensionNetPay: sum(({ pensionNetPay }) => pensionNetPay),
      niOnly: sum(({ niOnly }) => niOnly),
      afterLeaving: all.some(({ filed }) => filed.afterLeaving),
      ni: all.flatMap(({ filed }) => filed.ni),
      ...(all.some(({ filed }) => filed.afterStatutory === undefined) && { afterStatutory: undefined }),
    },
  };
}
