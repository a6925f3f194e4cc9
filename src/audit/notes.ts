import { type Amounts, gathered, halfOf, isPersons, less, placeOf, userIn } from './amounts.js';
import { type Layout, placeIn, type Sides } from './layout.js';
import type { Part, Role } from './run.js';

export const noteNames = [
  'other_accounts',
  'allowance_split',
  'costs_in_one_account',
  'sacrifice_placed',
  'net_pay_to_own_account',
  'rounding',
] as const;
export type NoteName = (typeof noteNames)[number];

export interface Note {
  readonly cause: NoteName;
  readonly amounts: Amounts;
}

/** Less than a pound a run is rounding: no one looks for it. */
const roundingMax = 100n;
export const isRounding = (rest: Amounts): boolean => rest.size > 0 && halfOf(rest) < roundingMax;

/** What a part goes by on its way from our account to theirs: where it is after this note. */
type Step = (part: Part, at: string, theirs: Theirs) => string;

interface Theirs {
  readonly layout: Layout;
  readonly sides: Sides;
  /** The account that they have for a role of employees, or of directors. */
  readonly accountOf: (role: Role, director: boolean) => { readonly ours: string; readonly theirs: string } | undefined;
}

/** The account of employer's NI of a group of which the year pays no one. */
function unpaidNi(director: boolean, sides: Sides): { readonly ours: string; readonly theirs: string } | undefined {
  const code = sides.pairs.find(([, ni]) => sideOf(ni, sides) === director)?.[1];
  return code === undefined ? undefined : { ours: code, theirs: code };
}

const sideOf = (code: string, { directors }: Sides) => directors.has(code);

/** Each note takes a part one step further; what no other note moves is under another account. The order is that of the steps. */
const steps: readonly { readonly cause: NoteName; readonly step: Step }[] = [
  {
    cause: 'allowance_split',
    step: (part, at, { layout, sides, accountOf }) => {
      if (part.role !== 'allowance') return at;
      const target = placeIn(layout, part);
      const own = accountOf('employerNi', sideOf(part.code, sides));
      const other = accountOf('employerNi', !sideOf(part.code, sides)) ?? unpaidNi(!sideOf(part.code, sides), sides);
      return other !== undefined && target === other.theirs && target !== own?.theirs ? other.ours : at;
    },
  },
  {
    cause: 'sacrifice_placed',
    step: (part, at, { layout, sides, accountOf }) => {
      if (part.role !== 'sacrifice') return at;
      const target = placeIn(layout, part);
      const pay = accountOf('pay', sideOf(part.code, sides));
      const pension = accountOf('employerPension', sideOf(part.code, sides));
      const isPay = pay?.ours === part.code;
      if (isPay) return target === pay.theirs ? at : (pension?.ours ?? target);
      return pay !== undefined && target === pay.theirs && target !== pension?.theirs ? pay.ours : at;
    },
  },
  {
    cause: 'costs_in_one_account',
    step: (part, at, { layout, sides, accountOf }) => {
      if (!['employerNi', 'allowance', 'employerPension', 'sacrifice'].includes(part.role)) return at;
      const target = placeIn(layout, part);
      const pay = accountOf('pay', sideOf(at, sides)) ?? accountOf('pay', true);
      return pay !== undefined && target === pay.theirs ? pay.ours : at;
    },
  },
  {
    cause: 'net_pay_to_own_account',
    step: (part, at, { layout }) => {
      const target = placeIn(layout, part);
      return part.role === 'net' && isPersons(target) && userIn(target) === part.person ? target : at;
    },
  },
  { cause: 'other_accounts', step: (part, _, { layout }) => placeIn(layout, part) },
];

/** What a layout does to a run, note by note: together they are the difference between ours and theirs. */
export function notesOf(parts: readonly Part[], layout: Layout, sides: Sides): readonly Note[] {
  const accounts = new Map<string, { ours: string; theirs: string }>();
  for (const part of parts) {
    const name = `${part.role} ${sideOf(part.code, sides)}`;
    if (!accounts.has(name)) accounts.set(name, { ours: part.code, theirs: placeIn(layout, part) });
  }
  const theirs: Theirs = {
    layout,
    sides,
    // One account may have the pensions of both.
    accountOf: (role, director) =>
      accounts.get(`${role} ${director}`) ?? (role === 'employerPension' ? accounts.get(`${role} false`) : undefined),
  };
  let at = parts.map((part) => placeOf(part.code, part.user));
  const notes: Note[] = [];
  for (const { cause, step } of steps) {
    const next = parts.map((part, index) => step(part, at[index] as string, theirs));
    const amounts = less(sumAt(parts, next), sumAt(parts, at));
    if (amounts.size > 0) notes.push({ cause, amounts });
    at = next;
  }
  return notes.sort((a, b) => noteNames.indexOf(a.cause) - noteNames.indexOf(b.cause));
}

const sumAt = (parts: readonly Part[], places: readonly string[]): Amounts =>
  gathered(parts.map(({ pence }, index) => [places[index] as string, pence] as const));
