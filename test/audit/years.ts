import { addDays, taxMonthOf } from '../../src/journal/nouns/dates.js';

/**
 * Random years of payroll, and of the journals that a stranger posted of it, with faults that are known. Worked out here
 * from design's accounting page, not by the mapper: what the audit takes apart is not what made the journals.
 */
export const layouts = [
  'a line an account',
  'a line a person',
  'wages and costs apart',
  'one costs account',
  'a wages liability',
  'several pay dates in one set',
  'loan account of the director',
  'ours',
] as const;
export type LayoutName = (typeof layouts)[number];

export const faults = [
  'allowance_missing',
  'employer_ni_missing',
  'allowance_twice',
  'employer_pension_missing',
  'employee_pension_missing',
  'loans_missing',
  'other_deductions_missing',
  'pension_gross_of_relief',
  'person_missing',
  'person_twice',
  'director_as_employee',
  'employee_as_director',
  'net_pay_elsewhere',
  'liability_in_costs',
  'cost_in_liabilities',
  'wrong_side',
  'wrong_side of one',
  'wrong_date',
  'digits',
  'missing',
  'doubled',
  'corrected',
] as const;
export type Fault = (typeof faults)[number];

export interface Drawn {
  readonly document: Record<string, unknown>;
  readonly layout: LayoutName;
  readonly faults: readonly { readonly fault: Fault; readonly paid: readonly string[] }[];
}

type Random = () => number;
export const pick = <T>(of: readonly T[], random: Random): T => of[Math.floor(random() * of.length)] as T;
const between = (from: number, to: number, random: Random) => from + Math.floor(random() * (to - from + 1));

export const userUrl = (number: number) => `https://api.example.test/v2/users/${number}`;

interface Person {
  readonly user: string;
  readonly director: boolean;
  readonly pay: number;
  readonly isSteady: boolean;
  readonly pension: 'none' | 'relief' | 'net_pay' | 'sacrifice';
  readonly loan: boolean;
  readonly attached: boolean;
  readonly leaves?: string;
}

interface Slip {
  readonly person: Person;
  readonly basic: number;
  readonly overtime: number;
  readonly tax: number;
  readonly employeeNi: number;
  readonly employerNi: number;
  readonly own: number;
  readonly employers: number;
  readonly loan: number;
  readonly attached: number;
}

interface Run {
  readonly paid: string;
  readonly slips: readonly Slip[];
  /** Of all the month's runs: by their employer NI the allowance is shared. */
  readonly month: readonly Slip[];
  readonly allowance: number;
}

/** What one thing of a run is, before a stranger's layout puts it on an account. In pence, debits positive. */
interface Piece {
  readonly is: 'pay' | 'ni' | 'pension' | 'allowance' | 'paye' | 'pensionOwed' | 'other' | 'net';
  readonly director: boolean;
  readonly user?: string;
  readonly pence: number;
}

export interface BookLine {
  readonly code: string;
  readonly user?: string;
  readonly pence: number;
}
interface BookSet {
  datedOn: string;
  lines: readonly BookLine[];
  tag?: string;
  /** The pay dates that it carries. */
  readonly paid: readonly string[];
}

const payDates = (frequency: 'monthly' | 'weekly', random: Random): readonly string[] => {
  if (frequency === 'weekly') {
    const first = addDays('2025-04-06', between(0, 6, random));
    return Array.from({ length: 51 }, (_, week) => addDays(first, 7 * week));
  }
  const day = pick(['15', '25', '28'], random);
  return Array.from({ length: 12 }, (_, index) => {
    const month = ((3 + index) % 12) + 1;
    return `${month < 4 ? 2026 : 2025}-${String(month).padStart(2, '0')}-${day}`;
  });
};

function people(random: Random): readonly Person[] {
  const count = between(1, 7, random);
  return Array.from({ length: count }, (_, index) => ({
    user: userUrl(index + 1),
    director: index === 0 ? random() < 0.6 : random() < 0.15,
    pay: between(900, 5200, random) * 100 + between(0, 99, random),
    isSteady: random() < 0.5,
    pension: pick(['none', 'relief', 'net_pay', 'sacrifice'] as const, random),
    loan: random() < 0.3,
    attached: random() < 0.2,
    ...(random() < 0.15 && { leaves: pick(['2025-07-31', '2025-11-30'], random) }),
  }));
}

function slipOf(person: Person, share: number, random: Random): Slip {
  const basic = Math.round(person.pay / share);
  const overtime = person.isSteady ? 0 : between(0, Math.round(basic / 5), random);
  const gross = basic + overtime;
  const over = (threshold: number, percent: number) =>
    Math.max(0, Math.round(((gross - threshold / share) * percent) / 100));
  return {
    person,
    basic,
    overtime,
    tax: over(104_800, 20),
    employeeNi: over(104_800, 8),
    employerNi: over(41_700, 15),
    own: person.pension === 'none' ? 0 : Math.round(gross * 0.04),
    employers: person.pension === 'none' ? 0 : Math.round(gross * 0.03) + 1,
    loan: person.loan ? Math.floor(over(227_400, 9) / 100) * 100 + 1_300 : 0,
    attached: person.attached ? 4_217 : 0,
  };
}

const netOf = (slip: Slip) =>
  slip.basic + slip.overtime - slip.tax - slip.employeeNi - slip.loan - slip.own - slip.attached;

function piecesOfSlip(slip: Slip, director = slip.person.director): readonly Piece[] {
  const { user } = slip.person;
  const of = (is: Piece['is'], pence: number, whose?: string): Piece => ({ is, director, pence, user: whose });
  return [
    of('pay', slip.basic + slip.overtime),
    of('ni', slip.employerNi),
    of('pension', slip.employers),
    of('paye', -(slip.tax + slip.employeeNi + slip.employerNi + slip.loan)),
    of('pensionOwed', -(slip.own + slip.employers)),
    of('other', -slip.attached),
    of('net', -netOf(slip), user),
  ];
}

/** The allowance, shared by employer NI: half up, the directors' share first. */
function allowanceOf(
  { month: slips, allowance }: Run,
  isDirector = (slip: Slip) => slip.person.director,
): readonly Piece[] {
  if (allowance === 0) return [];
  const all = slips.reduce((sum, { employerNi }) => sum + employerNi, 0);
  const directors = slips.filter(isDirector).reduce((sum, { employerNi }) => sum + employerNi, 0);
  const share = Math.floor((2 * allowance * directors + all) / (2 * all));
  return [
    { is: 'allowance', director: true, pence: -share },
    { is: 'allowance', director: false, pence: share - allowance },
    { is: 'paye', director: false, pence: allowance },
  ];
}

const piecesOf = (run: Run): readonly Piece[] => [
  ...run.slips.flatMap((slip) => piecesOfSlip(slip)),
  ...allowanceOf(run),
];

const ourCode = ({ is, director }: Piece): string =>
  ({
    pay: director ? '407' : '401',
    ni: director ? '408' : '402',
    allowance: director ? '408' : '402',
    pension: '403',
    paye: '814',
    pensionOwed: '813',
    other: '815',
    net: '902',
  })[is];

/** Where a stranger has a piece. */
function lineOf(piece: Piece, layout: LayoutName): BookLine {
  const { is, director, user, pence } = piece;
  if (layout === 'one costs account' && (is === 'ni' || is === 'allowance'))
    return { code: director ? '407' : '401', pence };
  if (layout === 'one costs account' && is === 'pension') return { code: '401', pence };
  if (layout === 'a wages liability' && is === 'net') return { code: '731', pence };
  if (layout === 'loan account of the director' && is === 'net' && director) return { code: '907', user, pence };
  return { code: ourCode(piece), user, pence };
}

function summed(lines: readonly BookLine[]): readonly BookLine[] {
  const sums = new Map<string, BookLine>();
  for (const line of lines) {
    const key = `${line.code} ${line.user ?? ''}`;
    sums.set(key, { ...line, pence: (sums.get(key)?.pence ?? 0) + line.pence });
  }
  return [...sums.values()].filter(({ pence }) => pence !== 0);
}

const isEmployersCost = ({ is }: Piece) => is === 'ni' || is === 'pension' || is === 'allowance';

/** The employer's own costs, and what they owe for them, in a set of their own. */
function apart(pieces: readonly Piece[], run: Run, datedOn: string, later: number): readonly BookSet[] {
  const costs = pieces.filter(isEmployersCost);
  const owedPaye = costs.filter(({ is }) => is !== 'pension').reduce((sum, { pence }) => sum + pence, 0);
  const owedPension = costs.filter(({ is }) => is === 'pension').reduce((sum, { pence }) => sum + pence, 0);
  const wages: readonly Piece[] = [
    ...pieces.filter((piece) => !isEmployersCost(piece)),
    { is: 'paye', director: false, pence: owedPaye },
    { is: 'pensionOwed', director: false, pence: owedPension },
  ];
  const own: readonly Piece[] = [
    ...costs,
    { is: 'paye', director: false, pence: -owedPaye },
    { is: 'pensionOwed', director: false, pence: -owedPension },
  ];
  const set = (some: readonly Piece[], on: string): BookSet => ({
    datedOn: on,
    lines: summed(some.map((piece) => lineOf(piece, 'a line an account'))),
    paid: [run.paid],
  });
  return [set(wages, datedOn), set(own, addDays(datedOn, later))].filter(({ lines }) => lines.length > 0);
}

function setsOf(
  runs: readonly Run[],
  pieces: ReadonlyMap<string, readonly Piece[]>,
  layout: LayoutName,
  later: number,
) {
  if (layout === 'several pay dates in one set') {
    const months = new Map<number, Run[]>();
    for (const run of runs) months.set(taxMonthOf(run.paid), [...(months.get(taxMonthOf(run.paid)) ?? []), run]);
    return [...months.values()].map((some): BookSet => {
      const paid = some.map((run) => run.paid);
      const lines = paid.flatMap((day) => pieces.get(day) ?? []).map((piece) => lineOf(piece, layout));
      return { datedOn: paid.at(-1) ?? '', lines: summed(lines), paid };
    });
  }
  return runs.flatMap((run): readonly BookSet[] => {
    const some = pieces.get(run.paid) ?? [];
    if (layout === 'wages and costs apart') return apart(some, run, run.paid, later);
    const lines = some.map((piece) => lineOf(piece, layout)).filter(({ pence }) => pence !== 0);
    const isByPerson = layout === 'a line a person' || layout === 'ours';
    return [{ datedOn: run.paid, lines: isByPerson ? lines : summed(lines), paid: [run.paid] }];
  });
}

type OnPieces = (pieces: readonly Piece[], run: Run, random: Random) => readonly Piece[] | undefined;
type OnSets = (set: BookSet, random: Random) => readonly BookLine[] | undefined;

const without = (pieces: readonly Piece[], gone: readonly Piece[]): readonly Piece[] => [
  ...pieces,
  ...gone.map((piece) => ({ ...piece, pence: -piece.pence })),
];
const some = (pieces: readonly Piece[]) => (pieces.some(({ pence }) => pence !== 0) ? pieces : undefined);
const netted = (slip: Slip, is: Piece['is'], pence: number): readonly Piece[] => [
  { is, director: slip.person.director, pence: -pence },
  { is: 'net', director: slip.person.director, pence, user: slip.person.user },
];

const onPieces: Partial<Record<Fault, OnPieces>> = {
  allowance_missing: (pieces, run) => (run.allowance === 0 ? undefined : without(pieces, allowanceOf(run))),
  corrected: (pieces, run) => (run.allowance === 0 ? undefined : without(pieces, allowanceOf(run))),
  allowance_twice: (pieces, run) => (run.allowance === 0 ? undefined : [...pieces, ...allowanceOf(run)]),
  employer_ni_missing: (pieces, run) => {
    const gone = run.slips.flatMap(({ person, employerNi }): readonly Piece[] => [
      { is: 'ni', director: person.director, pence: employerNi },
      { is: 'paye', director: person.director, pence: -employerNi },
    ]);
    return some(gone) && without(pieces, gone);
  },
  employer_pension_missing: (pieces, run) => {
    const gone = run.slips.flatMap(({ person, employers }): readonly Piece[] => [
      { is: 'pension', director: person.director, pence: employers },
      { is: 'pensionOwed', director: person.director, pence: -employers },
    ]);
    return some(gone) && without(pieces, gone);
  },
  employee_pension_missing: (pieces, run) => {
    const gone = run.slips.flatMap((slip) => netted(slip, 'pensionOwed', slip.own));
    return some(gone) && without(pieces, gone);
  },
  loans_missing: (pieces, run) => {
    const gone = run.slips.flatMap((slip) => netted(slip, 'paye', slip.loan));
    return some(gone) && without(pieces, gone);
  },
  other_deductions_missing: (pieces, run) => {
    const gone = run.slips.flatMap((slip) => netted(slip, 'other', slip.attached));
    return some(gone) && without(pieces, gone);
  },
  pension_gross_of_relief: (pieces, run) => {
    const own = run.slips.filter(({ person }) => person.pension === 'relief').reduce((sum, slip) => sum + slip.own, 0);
    const more = Math.round(own / 4);
    if (more < 100) return undefined;
    return [
      ...pieces,
      { is: 'pension', director: false, pence: more },
      { is: 'pensionOwed', director: false, pence: -more },
    ];
  },
  person_missing: (pieces, run, random) =>
    run.slips.length < 2 ? undefined : without(pieces, piecesOfSlip(pick(run.slips, random))),
  person_twice: (pieces, run, random) =>
    run.slips.length < 2 ? undefined : [...pieces, ...piecesOfSlip(pick(run.slips, random))],
  director_as_employee: (pieces, run, random) => turned(pieces, run, true, random),
  employee_as_director: (pieces, run, random) => turned(pieces, run, false, random),
};

function turned(pieces: readonly Piece[], run: Run, director: boolean, random: Random) {
  const slips = run.slips.filter(({ person }) => person.director === director);
  if (slips.length === 0) return undefined;
  const slip = pick(slips, random);
  const isDirector = (one: Slip) => one.person.director !== (one === slip);
  const after = without(pieces, [...piecesOfSlip(slip), ...allowanceOf(run)]);
  return [...after, ...piecesOfSlip(slip, !director), ...allowanceOf(run, isDirector)];
}

const movedTo = (lines: readonly BookLine[], at: BookLine, to: Pick<BookLine, 'code' | 'user'>) =>
  lines.map((line) => (line === at ? { ...line, ...to } : line));

const onSets: Partial<Record<Fault, OnSets>> = {
  net_pay_elsewhere: ({ lines }, random) => {
    const nets = lines.filter(({ user }) => user !== undefined);
    if (nets.length < 2) return undefined;
    const from = pick(nets, random);
    const to = pick(
      nets.filter(({ user }) => user !== from.user),
      random,
    );
    return to && movedTo(lines, from, { code: to.code, user: to.user });
  },
  liability_in_costs: ({ lines }, random) => {
    const owed = lines.filter(({ code }) => code === '814' || code === '813');
    return owed.length === 0 ? undefined : movedTo(lines, pick(owed, random), { code: pick(['404', '405'], random) });
  },
  cost_in_liabilities: ({ lines }, random) => {
    const costs = lines.filter(({ code }) => code === '403' || code === '402');
    return costs.length === 0 ? undefined : movedTo(lines, pick(costs, random), { code: pick(['814', '815'], random) });
  },
  wrong_side: ({ lines }) => lines.map((line) => ({ ...line, pence: -line.pence })),
  'wrong_side of one': ({ lines }, random) => {
    const owed = lines.filter(({ code, pence }) => (code === '814' || code === '813') && pence < 0);
    const balances = lines.filter(({ user, code }) => user !== undefined || code === '731');
    if (owed.length === 0 || balances.length === 0) return undefined;
    const [at, balance] = [pick(owed, random), pick(balances, random)];
    return lines.map((line) =>
      line === at
        ? { ...line, pence: -line.pence }
        : line === balance
          ? { ...line, pence: line.pence + 2 * at.pence }
          : line,
    );
  },
  digits: ({ lines }, random) => {
    const at = pick(lines, random);
    const balance = pick(
      lines.filter(({ code, user }) => code !== at.code || user !== at.user),
      random,
    );
    const digits = [...String(Math.abs(at.pence))];
    const place = between(0, Math.max(0, digits.length - 3), random);
    if (balance === undefined || digits.length < 4) return undefined;
    const swapped = [...digits];
    [swapped[place], swapped[place + 1]] = [digits[place + 1] as string, digits[place] as string];
    const typed = [...digits];
    typed[place] = String(((Number(digits[place]) + between(1, 8, random)) % 9) + (place === 0 ? 1 : 0));
    const pence = Math.sign(at.pence) * Number((random() < 0.5 ? swapped : typed).join(''));
    const by = pence - at.pence;
    if (Math.abs(by) < 100 || String(Math.abs(pence)).length !== digits.length) return undefined;
    return lines.map((line) =>
      line === at ? { ...line, pence } : line === balance ? { ...line, pence: line.pence - by } : line,
    );
  },
};

export function yearOf(random: Random, layout: LayoutName, wanted: readonly Fault[]): Drawn {
  const frequency = layout === 'several pay dates in one set' || random() < 0.25 ? 'weekly' : 'monthly';
  const share = frequency === 'weekly' ? 52 / 12 : 1;
  const staff = people(random);
  const claims = random() < 0.7;
  const dates = payDates(frequency, random);
  const months = new Map<number, string[]>();
  for (const day of dates) months.set(taxMonthOf(day), [...(months.get(taxMonthOf(day)) ?? []), day]);
  let claimed = 0;
  const runs = [...months.values()].flatMap((days) => {
    const slips = days.map((day) =>
      staff
        .filter(({ leaves = '9999' }, index) => index === 0 || day <= leaves)
        .map((person) => slipOf(person, share, random)),
    );
    const last = slips.at(-1) ?? [];
    // Of what the last run bears, so that the mapper's split over the month is that of this run.
    const ni = last.reduce((sum, { employerNi }) => sum + employerNi, 0);
    const allowance = claims ? Math.min(ni, 1_050_000 - claimed, 43_750) : 0;
    claimed += allowance;
    return days.map(
      (paid, at): Run => ({
        paid,
        slips: slips[at] ?? [],
        month: slips.flat(),
        allowance: at === days.length - 1 ? allowance : 0,
      }),
    );
  });
  return withFaults({ runs, staff, layout, wanted, random });
}

interface Making {
  readonly runs: readonly Run[];
  readonly staff: readonly Person[];
  readonly layout: LayoutName;
  readonly wanted: readonly Fault[];
  readonly random: Random;
}

function withFaults({ runs, staff, layout, wanted, random }: Making): Drawn {
  const pieces = new Map(runs.map((run) => [run.paid, piecesOf(run)] as const));
  const drawn: { fault: Fault; paid: readonly string[] }[] = [];
  const used = new Set<string>();
  const corrections: BookSet[] = [];
  for (const fault of wanted) {
    const change = onPieces[fault];
    if (change === undefined) continue;
    for (let tries = 0; tries < 12; tries++) {
      const run = pick(runs, random);
      const after = change(pieces.get(run.paid) ?? [], run, random);
      const isSame = drawn.some((one) => one.fault === fault && one.paid.includes(run.paid));
      if (after === undefined || isSame || (used.has(run.paid) && fault === 'corrected')) continue;
      pieces.set(run.paid, after);
      drawn.push({ fault, paid: [run.paid] });
      used.add(run.paid);
      if (fault === 'corrected') {
        const lines = summed(allowanceOf(run).map((piece) => lineOf(piece, layout)));
        corrections.push({ datedOn: addDays(run.paid, 75), lines, paid: [] });
      }
      break;
    }
  }
  const later = between(0, 5, random);
  let sets = [...setsOf(runs, pieces, layout, later)];
  for (const fault of wanted) {
    if (onPieces[fault] !== undefined) continue;
    const free = sets.filter(({ paid }) => !paid.some((day) => used.has(day)));
    if (free.length === 0) continue;
    const set = pick(free, random);
    const all = sets.filter(({ paid }) => paid.join() === set.paid.join());
    const change = onSets[fault];
    if (change !== undefined) {
      const some = fault === 'wrong_side' ? all : [pick(all, random)];
      const after = some.map((one) => change(one, random));
      if (after.includes(undefined)) continue;
      for (const [at, one] of some.entries()) one.lines = after[at] as readonly BookLine[];
    } else if (fault === 'missing') sets = sets.filter((one) => !all.includes(one));
    else if (fault === 'doubled') {
      const by = between(0, 4, random);
      sets.push(...all.map((one) => ({ ...one, datedOn: addDays(one.datedOn, by) })));
    } else if (fault === 'wrong_date') {
      const by = between(20, 45, random);
      const [first] = all;
      if (first === undefined || taxMonthOf(addDays(first.datedOn, by)) === taxMonthOf(first.paid.at(-1) ?? ''))
        continue;
      for (const one of all) one.datedOn = addDays(one.datedOn, by);
    }
    for (const day of set.paid) used.add(day);
    drawn.push({ fault, paid: set.paid });
  }
  return { document: documentOf({ runs, staff }, [...sets, ...corrections], layout), layout, faults: drawn };
}

const pounds = (pence: number): string => {
  const digits = String(Math.abs(pence)).padStart(3, '0');
  return `${pence < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

function documentOf(
  { runs, staff }: { readonly runs: readonly Run[]; readonly staff: readonly Person[] },
  sets: readonly BookSet[],
  layout: LayoutName,
): Record<string, unknown> {
  const periods = new Map<number, Run[]>();
  for (const run of runs) periods.set(taxMonthOf(run.paid), [...(periods.get(taxMonthOf(run.paid)) ?? []), run]);
  return {
    year: 2026,
    users: staff.map(({ user, director }) => ({
      url: user,
      role: director ? 'Director' : 'Employee',
      first_name: 'Person',
      last_name: user.slice(-1),
    })),
    periods: [...periods].map(([month, some]) => ({
      url: `https://api.example.test/v2/payroll/2026/${month - 1}`,
      period: month - 1,
      dated_on: some.at(-1)?.paid,
      status: 'filed',
      employment_allowance_claimed: true,
      employment_allowance_amount: pounds(some.reduce((sum, { allowance }) => sum + allowance, 0)),
      payslips: some.flatMap(({ paid, slips }) => slips.map((slip) => payslipOf(slip, paid))),
    })),
    sets: sets.map(({ datedOn, lines, paid }, index) => ({
      url: `https://api.example.test/v2/journal_sets/${index + 1}`,
      dated_on: datedOn,
      description: 'Payroll',
      ...(layout === 'ours' && paid.length === 1 && { tag: '' }),
      journal_entries: lines.map(({ code, user, pence }) => ({
        category: `https://api.example.test/v2/categories/${code}`,
        ...(user !== undefined && { user }),
        debit_value: pounds(pence),
      })),
    })),
  };
}

const pensionField = {
  none: 'employee_pension',
  relief: 'employee_pension_not_under_net_pay',
  net_pay: 'employee_pension',
  sacrifice: 'employee_pension_salary_sacrifice',
} as const;

const payslipOf = (slip: Slip, paid: string) => ({
  user: slip.person.user,
  dated_on: paid,
  tax_code: '1257L',
  basic_pay: pounds(slip.basic),
  overtime: pounds(slip.overtime),
  tax_deducted: pounds(slip.tax),
  employee_ni: pounds(slip.employeeNi),
  employer_ni: pounds(slip.employerNi),
  [pensionField[slip.person.pension]]: pounds(slip.own),
  employer_pension: pounds(slip.employers),
  student_loan_deduction: pounds(slip.loan),
  attachments: pounds(slip.attached),
});
