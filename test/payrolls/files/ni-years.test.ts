import fc from 'fast-check';
import { Money } from '../../../src/journal/nouns/money.js';
import { payslipsOf } from '../../../src/payrolls/files/file-documents.js';
import type { FiledPayment, NiOfLetter, PayFrequency } from '../../../src/payrolls/files/fps.js';
import { readReturn } from '../../../src/payrolls/files/payroll-file.js';
import { yearOf } from '../../../src/payrolls/files/year-to-date.js';
import { type Random, randomOf } from '../../simulation/random.js';
import { fpsFile } from './fps-files.js';

/** A person's year as a payroll program works it out, in pence, by HMRC's published thresholds of a week and a month. */

interface Year {
  readonly frequency: PayFrequency;
  readonly letter: string;
  readonly director?: 'AN' | 'AL';
  readonly directorSinceWeek?: number;
  readonly earnings: readonly number[];
}

const weeks: Readonly<Record<string, number>> = { W1: 1, W2: 2, W4: 4 };
const published = {
  W1: { primary: 242, upper: 967, secondary: 96, zones: 481 },
  M1: { primary: 1048, upper: 4189, secondary: 417, zones: 2083 },
};
const ofYear = { primary: 12_570, upper: 50_270, secondary: 5_000, zones: 25_000 };
type Limits = typeof ofYear;

/** In pounds. Of several weeks: their share of the year, up to the next pound. */
function limitsOf(frequency: PayFrequency): Limits {
  if (frequency === 'M1' || frequency === 'W1') return published[frequency];
  return shareOf(weeks[frequency] ?? 1);
}

const shareOf = (ofWeeks: number): Limits =>
  Object.fromEntries(Object.entries(ofYear).map(([name, one]) => [name, Math.ceil((one * ofWeeks) / 52)])) as Limits;

/** Of ten thousand: what employees pay up to the upper limit and above it; and where the employer begins. */
const letters: Readonly<Record<string, readonly [main: number, above: number, from: keyof Limits]>> = {
  ...{ A: [800, 200, 'secondary'], B: [185, 200, 'secondary'], C: [0, 0, 'secondary'], J: [200, 200, 'secondary'] },
  ...{ H: [800, 200, 'upper'], M: [800, 200, 'upper'], V: [800, 200, 'upper'], Z: [200, 200, 'upper'] },
  ...{ F: [800, 200, 'zones'], I: [185, 200, 'zones'], L: [200, 200, 'zones'], S: [0, 0, 'zones'] },
  ...{ N: [800, 200, 'zones'], E: [185, 200, 'zones'], D: [200, 200, 'zones'], K: [0, 0, 'zones'] },
};

/** To the nearest penny, as HMRC has it; a half goes down. */
const partOf = (pence: number, of: number) => Math.ceil((Math.max(0, pence) * of) / 10_000 - 0.5);

function niOf(pence: number, letter: string, limits: Limits) {
  const [main, above, from] = letters[letter] ?? [0, 0, 'secondary'];
  const upper = limits.upper * 100;
  return {
    employee: partOf(Math.min(pence, upper) - limits.primary * 100, main) + partOf(pence - upper, above),
    employer: partOf(pence - limits[from] * 100, 1500),
  };
}

interface Worked {
  readonly earnings: number;
  readonly employee: number;
  readonly employer: number;
}

function worked({ frequency, letter, director, directorSinceWeek, earnings }: Year): readonly Worked[] {
  const annual = shareOf(directorSinceWeek === undefined ? 52 : 53 - directorSinceWeek);
  const limits = directorSinceWeek === undefined ? ofYear : annual;
  let toDate = { earnings: 0, employee: 0, employer: 0 };
  return earnings.map((one, at) => {
    const pay = toDate.earnings + one;
    const isByYear = director === 'AN' || (director === 'AL' && at === earnings.length - 1);
    const whole = niOf(pay, letter, limits);
    const own = isByYear
      ? { employee: whole.employee - toDate.employee, employer: whole.employer - toDate.employer }
      : niOf(one, letter, limitsOf(frequency));
    toDate = { earnings: pay, employee: toDate.employee + own.employee, employer: toDate.employer + own.employer };
    return { earnings: one, ...own };
  });
}

function drawYear(random: Random): Year {
  const frequency = random.pick<PayFrequency>(['W1', 'W2', 'W4', 'M1', 'M1']);
  const length = frequency === 'M1' ? 12 : Math.floor(52 / (weeks[frequency] ?? 1));
  const director = random.weighted<'AN' | 'AL' | undefined>([[6, undefined], [2, 'AN'], [1, 'AL']]); // biome-ignore format: one line
  const limits = limitsOf(frequency);
  const near = () => random.pick(Object.values(limits)) * 100 + random.whole(-150, 150);
  const any = () => random.whole(0, limits.upper * 150);
  const usual = any();
  return {
    frequency,
    letter: random.pick(Object.keys(letters)),
    ...(director !== undefined && { director }),
    ...(director === 'AN' && random.chance(0.3) && { directorSinceWeek: random.whole(1, 52) }),
    earnings: Array.from({ length }, () => random.weighted([[5, () => usual], [3, any], [2, near], [1, () => 0]])()), // biome-ignore format: one line
  };
}

const read = readReturn(fpsFile([{ payment: '', ni: [{ earnings: '1.00', employer: '0.00' }] }]));
const template = read.is === 'fps' ? read.payments[0] : undefined;

const money = (pence: number) => Money.pence(BigInt(pence));

/** `sent`: what the program makes of NI before it sends it. */
function paymentsOf(year: Year, sent: (one: Worked) => Worked = (one) => one): readonly FiledPayment[] {
  if (template === undefined) throw new Error('The file has no payment');
  let toDate = { earnings: 0, employee: 0, employer: 0 };
  return worked(year)
    .map(sent)
    .map((one, at) => {
      toDate = {
        earnings: toDate.earnings + one.earnings,
        employee: toDate.employee + one.employee,
        employer: toDate.employer + one.employer,
      };
      const week = (at + 1) * (weeks[year.frequency] ?? 1);
      const when =
        year.frequency === 'M1'
          ? { paidOn: isoDay(Date.UTC(2025, 3 + at, 28)), month: at + 1 }
          : { paidOn: isoDay(Date.UTC(2025, 3, 4 + week * 7)), week, month: undefined };
      const ni: NiOfLetter = {
        letter: year.letter,
        ...{ earnings: money(one.earnings), earningsToDate: money(toDate.earnings) },
        ...{ employer: money(one.employer), employerToDate: money(toDate.employer) },
        ...{ employee: money(one.employee), employeeToDate: money(toDate.employee) },
      };
      return {
        ...template,
        ...{ frequency: year.frequency, director: year.director, directorSinceWeek: year.directorSinceWeek },
        ...when,
        ni: [ni],
        ...{ taxable: ni.earnings, tax: Money.zero },
        toDate: { ...template.toDate, taxable: ni.earningsToDate, tax: Money.zero },
      };
    });
}

const isoDay = (at: number) => new Date(at).toISOString().slice(0, 10);

function remarks(payments: readonly FiledPayment[]): readonly string[] {
  const answers = { employerPension: { E1: '0.00' }, bothShares: false, paidBefore: {} };
  const people = new Map([['E1', { user: 'u', role: 'Employee' }]]);
  const known = yearOf(payments.map((one) => ({ payments: [one] })));
  return payslipsOf(known, { year: 2026, people, answers }).flatMap(({ read }) =>
    [...read.asked, ...read.noted].map(({ code }) => code),
  );
}

test('no year of right NI is asked about, nor warned of', () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      expect(remarks(paymentsOf(drawYear(randomOf(seed))))).toEqual([]);
    }),
  );
});

/** The table of a month has a row for every 4 pounds, and that of a week for every pound: the next lower one counts. */
test('NI from tables is warned of once at most for each share, and never held', () => {
  const byTable = (year: Year): Year => {
    const step = year.frequency === 'M1' ? 400 : 100;
    return { ...year, earnings: year.earnings.map((one) => one - (one % step)) };
  };
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const year = { ...drawYear(randomOf(seed)), director: undefined, directorSinceWeek: undefined };
      const table = worked(byTable(year));
      let at = 0;
      const sent = (one: Worked): Worked => ({ ...(table[at++] ?? one), earnings: one.earnings });
      const found = remarks(paymentsOf(year, sent));
      expect(found.filter((code) => code !== 'ni_off_each_period')).toEqual([]);
      expect(found.length).toBeLessThanOrEqual(2);
    }),
  );
});

/** Whoever owes more than what tables round. */
const owes = (year: Year) => worked(year).some((one) => one.employee > 200 && one.employer > 200);

test.each<[string, (one: Worked) => Worked, string]>([
  ['both as the employee’s', (one) => ({ ...one, employee: one.employee + one.employer }), 'employee_ni_improbable'],
  ['both as the employer’s', (one) => ({ ...one, employer: one.employee + one.employer }), 'employer_ni_improbable'],
  ['none of the employee’s', (one) => ({ ...one, employee: 0 }), 'employee_ni_improbable'],
  ['none of the employer’s', (one) => ({ ...one, employer: 0 }), 'employer_ni_improbable'],
])('a program that sends %s is found', (_, sent, code) => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      // Of a director since some week, what was earned before is not known.
      const year = { ...drawYear(randomOf(seed)), directorSinceWeek: undefined };
      fc.pre(owes(year));
      expect(remarks(paymentsOf(year, sent))).toContain(code);
    }),
  );
});
