import { type Amounts, gathered, type KindOf, placeOf } from './amounts.js';
import type { Part, Role } from './run.js';

/**
 * On which accounts someone's journals have what: by role and our account, and for net pay by person. What it does not
 * name is where the mapper has it.
 */
export interface Layout {
  /** By `keyOf` a part. */
  readonly codes: ReadonlyMap<string, string>;
  /** By user path: the place of that person's net pay. */
  readonly nets: ReadonlyMap<string, string>;
  /** The account of everyone else's net pay. */
  readonly net?: string;
}

export const ours: Layout = { codes: new Map(), nets: new Map() };

export const keyOf = ({ role, code }: Pick<Part, 'role' | 'code'>): string => `${role} ${code}`;
export const roleIn = (key: string): Role => key.split(' ', 1)[0] as Role;
export const ourCodeIn = (key: string): string => key.split(' ')[1] as string;

export function placeIn(layout: Layout, part: Part): string {
  if (part.role === 'net' && part.person !== undefined) {
    const place = layout.nets.get(part.person) ?? layout.net;
    return place ?? placeOf(part.code, part.user);
  }
  return placeOf(layout.codes.get(keyOf(part)) ?? part.code, part.user);
}

export const laidOut = (parts: readonly Part[], layout: Layout): Amounts =>
  gathered(parts.map((part) => [placeIn(layout, part), part.pence] as const));

/** Two layouts that put everything on the same accounts have one name. */
export const nameOf = ({ codes, nets, net }: Layout): string =>
  JSON.stringify([[...codes].sort(), [...nets].sort(), net]);

const costs: ReadonlySet<Role> = new Set(['pay', 'sacrifice', 'employerNi', 'allowance', 'employerPension']);
export const isCostRole = (role: Role): boolean => costs.has(role);
export const isCost = ({ role, code }: Pick<Part, 'role' | 'code'>, kindOf: KindOf): boolean =>
  costs.has(role) || (role === 'named' && kindOf(code) === 'cost');

/**
 * Accounts of employees' and of directors' pay are exchanged by a cause (`director_as_employee`), so by no layout. A
 * pension cost of both follows either.
 */
export interface Sides {
  readonly employees: ReadonlySet<string>;
  readonly directors: ReadonlySet<string>;
  /** The accounts of pay and of employer's NI, of employees and of directors. */
  readonly pairs: readonly (readonly [pay: string, ni: string])[];
}

/** Who has the NI of one group with its pay has that of the other so too, though this year pays no one of it. */
export function withBothSides(codes: ReadonlyMap<string, string>, { pairs }: Sides): ReadonlyMap<string, string> {
  const isOne = pairs.some(([pay, ni]) => {
    const target = codes.get(`employerNi ${ni}`);
    return target !== undefined && target === (codes.get(`pay ${pay}`) ?? pay);
  });
  if (!isOne) return codes;
  const all = new Map(codes);
  for (const [pay, ni] of pairs)
    for (const role of ['employerNi', 'allowance'])
      if (!all.has(`${role} ${ni}`)) all.set(`${role} ${ni}`, codes.get(`pay ${pay}`) ?? pay);
  return all;
}

export function mayHold(sides: Sides, target: string, ourCodes: readonly string[]): boolean {
  const employees = ourCodes.some((code) => sides.employees.has(code));
  const directors = ourCodes.some((code) => sides.directors.has(code));
  if (employees && directors) return false;
  return employees ? !sides.directors.has(target) : directors ? !sides.employees.has(target) : true;
}
