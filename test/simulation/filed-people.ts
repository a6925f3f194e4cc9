import type { Random } from './random.js';

/** People whom payroll that is run elsewhere pays, and what is special about each. */

export interface Worker {
  /** No two have the same, although one person may be paid by two sources. */
  readonly number: number;
  readonly person: number;
  readonly isWeekly: boolean;
  /** NI on the year to date; the role in the books decides about accounts. */
  readonly byDirectorsMethod: boolean;
  readonly ownPension: 'none' | 'net pay' | 'at source';
  readonly employersPension: EmployersPension;
  readonly hasLoans: boolean;
  readonly hasUnion: boolean;
  readonly hasBenefits: boolean;
  readonly isParent: boolean;
  readonly hasClass1A: boolean;
  /** Another payroll id may follow it. */
  readonly payId: string;
}

/** A share of gross, whose bits mark the run; the same amount each time; or from a report of pensions alone. */
export type EmployersPension = 'share' | 'fixed' | 'reported';

export const isDirector = (person: number): boolean => person % 5 === 0;

/** All payroll ids that someone may have in the course of time. */
export const payIdsOf = ({ payId }: Worker): readonly string[] => [payId, `${payId}b`, `${payId}c`];

/** Nothing is special about them. */
export const plainWorker = (number: number, person: number): Worker => ({
  ...{ number, person, isWeekly: true, byDirectorsMethod: false, ownPension: 'none', employersPension: 'share' },
  ...{ hasLoans: false, hasUnion: false, hasBenefits: false, isParent: false, hasClass1A: false },
  payId: `E${person}`,
});

interface Drawn {
  readonly first: number;
  readonly isWeekly: boolean;
  /** Tax and NI alone. */
  readonly isPlain: boolean;
  readonly isReport?: boolean;
}

export function drawWorkers(
  random: Random,
  people: readonly number[],
  { first, isWeekly, isPlain, isReport = false }: Drawn,
): readonly Worker[] {
  const may = (share: number) => !isPlain && random.chance(share);
  return people.map((person, at) => {
    const ownPension = may(0.5) ? random.pick(['net pay', 'at source'] as const) : 'none';
    // Someone has to carry the mark.
    const others: readonly EmployersPension[] = ownPension === 'none' ? ['fixed'] : ['fixed', 'reported'];
    return {
      ...{ number: first + at, person, isWeekly, ownPension },
      byDirectorsMethod: isDirector(person) && !isReport && random.chance(0.6),
      employersPension: at > 0 && !isReport && may(0.4) ? random.pick(others) : 'share',
      ...{ hasLoans: may(0.3), hasUnion: may(0.15), hasBenefits: !isReport && may(0.2) },
      ...{ isParent: may(0.25), hasClass1A: !isReport && may(0.2) },
      payId: `${isReport ? 'R' : isWeekly ? 'E' : 'M'}${person}`,
    };
  });
}
