import { type Amounts, codeIn, isPersons, type KindOf, placeOf, size, userIn } from './amounts.js';
import {
  isCost,
  isCostRole,
  keyOf,
  type Layout,
  mayHold,
  nameOf,
  ourCodeIn,
  roleIn,
  type Sides,
  withBothSides,
} from './layout.js';
import type { Part } from './run.js';

export interface Chart {
  readonly kindOf: KindOf;
  readonly sides: Sides;
}

export interface Learned {
  readonly layout: Layout;
  /** How many accounts it does not explain. */
  readonly left: number;
}

/** At most so many layouts are worth a search for causes. */
const layoutsMax = 16;
/** Sums of more accounts than these are not looked for. */
const togetherMax = 10;

/**
 * The layouts that this journal may have, best first: which accounts have what payroll says, each alone or several
 * together. Costs and liabilities are looked at apart: no layout takes one for the other.
 */
export function layoutsIn(
  found: Amounts,
  parts: readonly Part[],
  chart: Chart,
  knownAlready: readonly Layout[],
): readonly Learned[] {
  const alreadyKnown = knownAlready.map((layout) => ({ layout, left: 0 }));
  const ofCosts = [...alreadyKnown.map(costsOnly), ...costLayouts(found, parts, chart)];
  const ofLiabilities = [...liabilityLayouts(found, parts, chart), ...alreadyKnown.map(liabilitiesOnly)];
  const all = ofCosts.flatMap((costs) =>
    ofLiabilities.map(({ layout, left }): Learned => {
      const codes = new Map([...costs.layout.codes, ...layout.codes]);
      return { layout: { ...layout, codes }, left: costs.left + left };
    }),
  );
  return distinct(all).slice(0, layoutsMax);
}

/** Costs as this year has them may come with liabilities as this journal has them. */
const costsOnly = ({ layout: { codes }, left }: Learned): Learned => ({
  layout: { codes: new Map([...codes].filter(([key]) => isCostRole(roleIn(key)))), nets: new Map() },
  left,
});
const liabilitiesOnly = ({ layout, left }: Learned): Learned => ({
  layout: { ...layout, codes: new Map([...layout.codes].filter(([key]) => !isCostRole(roleIn(key)))) },
  left,
});

function distinct(all: readonly Learned[]): readonly Learned[] {
  const byName = new Map<string, Learned>();
  for (const one of all) if (!byName.has(nameOf(one.layout))) byName.set(nameOf(one.layout), one);
  return [...byName.values()].sort((a, b) => a.left - b.left);
}

type KeyAmounts = ReadonlyMap<string, bigint>;

function byKey(parts: readonly Part[]): KeyAmounts {
  const sums = new Map<string, bigint>();
  for (const part of parts) sums.set(keyOf(part), (sums.get(keyOf(part)) ?? 0n) + part.pence);
  return sums;
}

function costLayouts(found: Amounts, parts: readonly Part[], chart: Chart): readonly Learned[] {
  const keys = byKey(parts.filter((part) => isCost(part, chart.kindOf)));
  const places = [...found].filter(([place]) => chart.kindOf(codeIn(place)) === 'cost');
  const ourCodes = new Set([...keys.keys()].map(ourCodeIn));
  return distinct(
    placings(keys, chart.sides).map((placing) => {
      const sums = new Map<string, bigint>();
      for (const [key, pence] of keys) {
        const code = placing.get(key) ?? ourCodeIn(key);
        sums.set(code, (sums.get(code) ?? 0n) + pence);
      }
      const { targets, left } = matched(
        sums,
        new Map(places),
        (target, codes) => mayHold(chart.sides, target, codes),
        ourCodes,
      );
      const codes = [...keys.keys()].map((key) => {
        const code = placing.get(key) ?? ourCodeIn(key);
        return [key, targets.get(code) ?? code] as const;
      });
      return { layout: { codes: withBothSides(moved(codes), chart.sides), nets: new Map() }, left };
    }),
  );
}

const moved = (codes: readonly (readonly [string, string])[]) =>
  new Map(codes.filter(([key, code]) => code !== ourCodeIn(key)));

/**
 * The usual ways to place costs: the allowance as shared, all with employees' or all with directors' NI; a pension given
 * up with pay or with pensions; NI and pension apart from pay or with it.
 */
function placings(keys: KeyAmounts, { employees, directors, pairs }: Sides): readonly ReadonlyMap<string, string>[] {
  const of = (role: string) => [...keys.keys()].filter((key) => roleIn(key) === role);
  const side = (key: string) => (directors.has(ourCodeIn(key)) ? directors : employees);
  const first = (role: string, side: ReadonlySet<string>) => of(role).find((key) => side.has(ourCodeIn(key)));
  // Also where the year pays no one of that group: a company of one director has the account too.
  const niOf = (group: ReadonlySet<string>) => pairs.find(([, ni]) => group.has(ni))?.[1];
  const allowances: (readonly (readonly [string, string])[])[] = [[]];
  for (const group of [employees, directors]) {
    const ni = niOf(group);
    if (ni !== undefined) allowances.push(of('allowance').map((key) => [key, ni] as const));
  }
  const [pension] = of('employerPension');
  const otherPlaces = of('sacrifice').map((key) => {
    const pay = first('pay', side(key));
    return [
      key,
      pay === `pay ${ourCodeIn(key)}` ? ((pension && ourCodeIn(pension)) ?? '403') : ourCodeIn(pay ?? key),
    ] as const;
  });
  const sacrifices = otherPlaces.length === 0 ? [[]] : [[], otherPlaces];
  const all: ReadonlyMap<string, string>[] = [];
  for (const one of [false, true])
    for (const sacrifice of sacrifices)
      for (const allowance of allowances) {
        const placing = new Map([...allowance, ...sacrifice]);
        if (one)
          for (const key of keys.keys()) {
            const code = placing.get(key) ?? ourCodeIn(key);
            const pay = first('pay', directors.has(code) ? directors : employees) ?? first('pay', directors);
            if (pay !== undefined) placing.set(key, ourCodeIn(pay));
          }
        all.push(placing);
      }
  return all;
}

interface Matched {
  /** Our account → theirs. */
  readonly targets: ReadonlyMap<string, string>;
  readonly left: number;
}

/** Which of their accounts has what ours should have: alone, or several of ours together, to the penny. */
function matched(
  sums: ReadonlyMap<string, bigint>,
  found: Amounts,
  may: (target: string, ours: readonly string[]) => boolean,
  ourCodes: ReadonlySet<string>,
): Matched {
  const targets = new Map<string, string>();
  const open = new Map([...sums].filter(([code, pence]) => pence !== 0n && found.get(code) !== pence));
  const theirs = new Map([...found].filter(([place, pence]) => sums.get(place) !== pence));
  for (const [place, pence] of [...theirs].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const codes = subset([...open], pence, (some) => may(place, some));
    if (codes === undefined) continue;
    for (const code of codes) {
      targets.set(code, place);
      open.delete(code);
    }
    theirs.delete(place);
  }
  const ofTarget = (place: string) => [...targets].filter(([, target]) => target === place).map(([code]) => code);
  // What is left is wrong by something. An account of ours that they do not use at all is then one that only they use.
  // The largest chooses first: it is net pay that has an account of its own, not what was to be taken off it.
  for (const [code, pence] of [...open].sort(([, a], [, b]) => (size(a) > size(b) ? -1 : size(a) < size(b) ? 1 : 0))) {
    if (found.has(code)) continue;
    const near = [...theirs.keys()]
      .filter((place) => !ourCodes.has(place) && may(place, [code, ...ofTarget(place)]))
      .map((place) => [place, size((theirs.get(place) ?? 0n) - pence)] as const)
      .sort(([, a], [, b]) => (a < b ? -1 : a > b ? 1 : 0))[0];
    if (near !== undefined) targets.set(code, near[0]);
  }
  return { targets, left: open.size + theirs.size };
}

/** The fewest of these that add up to that. */
export function subset(
  of: readonly (readonly [string, bigint])[],
  sum: bigint,
  may: (names: readonly string[]) => boolean,
): readonly string[] | undefined {
  const some = of.slice(0, togetherMax);
  let best: readonly string[] | undefined;
  for (let bits = 1; bits < 1 << some.length; bits++) {
    let [total, count] = [0n, 0];
    for (let at = 0; at < some.length; at++) {
      if ((bits & (1 << at)) === 0) continue;
      total += some[at]?.[1] ?? 0n;
      count++;
    }
    if (total !== sum || (best !== undefined && best.length <= count)) continue;
    const names = some.filter((_, at) => (bits & (1 << at)) !== 0).map(([name]) => name);
    if (may(names)) best = names;
  }
  return best;
}

function liabilityLayouts(found: Amounts, parts: readonly Part[], { kindOf }: Chart): readonly Learned[] {
  const owed = parts.filter((part) => !isCost(part, kindOf));
  const nets = netsOf(owed);
  const { own, left: unpaid } = ownAccounts(found, nets);
  const payees = new Set([...nets.values()].map(({ place }) => place));
  const theirs = new Map(
    [...found].filter(([place]) => kindOf(codeIn(place)) === 'liability' && !isOfPayee(place, nets, payees)),
  );
  const keys = byKey(owed.filter(({ role, user }) => role !== 'net' && user === undefined));
  const everyone = unpaid.length === nets.size && unpaid.length > 0;
  const total = unpaid.reduce((sum, { pence }) => sum + pence, 0n);
  return [false, true].map((byRole) => {
    const groups = grouped(keys, theirs, byRole);
    const sums = new Map([...groups].map(([name, all]) => [name, sumOver(all, keys)] as const));
    const wages = everyone ? 'net' : undefined;
    const { targets, left } = matched(
      wages === undefined ? sums : new Map([...sums, [wages, total]]),
      theirs,
      (place, names) =>
        isWholeOrApart(names, sums) &&
        (!isPersons(place) || userIn(place) === undefined || (names.join() === 'net' && nets.size > 1)),
      new Set([...keys.keys()].map(ourCodeIn)),
    );
    const codes = [...groups].flatMap(([name, all]) =>
      all.map((key) => [key, targets.get(name) ?? ourCodeIn(key)] as const),
    );
    const net = wages === undefined ? undefined : targets.get(wages);
    const missing = net === undefined ? unpaid.length : 0;
    const isLeft = everyone && net !== undefined ? left : left + missing;
    return { layout: { codes: moved(codes), nets: own, ...(net !== undefined && { net }) }, left: isLeft };
  });
}

/**
 * Net pay and what was to be taken off it are exchanged by a cause (`loans_missing`), so by no layout: an account of net
 * pay is one of nothing else, or of all that is owed.
 */
const isWholeOrApart = (names: readonly string[], sums: ReadonlyMap<string, bigint>) =>
  names.length === 1 || !names.includes('net') || names.length > [...sums.values()].filter((sum) => sum !== 0n).length;

interface Net {
  readonly person: string;
  /** Where the mapper has it. */
  readonly place: string;
  readonly pence: bigint;
}

function netsOf(parts: readonly Part[]): ReadonlyMap<string, Net> {
  const nets = new Map<string, Net>();
  for (const { role, code, user, person, pence } of parts) {
    if (role !== 'net' || person === undefined) continue;
    const sum = (nets.get(person)?.pence ?? 0n) + pence;
    nets.set(person, { person, place: placeOf(code, user), pence: sum });
  }
  return new Map([...nets].filter(([, { pence }]) => pence !== 0n));
}

/** Net pay on another account of the same person; and whose is on none of theirs. */
function ownAccounts(found: Amounts, nets: ReadonlyMap<string, Net>) {
  const own = new Map<string, string>();
  const left: Net[] = [];
  const merged = new Map<string, bigint>();
  for (const { place, pence } of nets.values()) merged.set(place, (merged.get(place) ?? 0n) + pence);
  for (const net of nets.values()) {
    if (found.get(net.place) === merged.get(net.place)) continue;
    const others = [...found].filter(
      ([place]) => isPersons(place) && userIn(place) === net.person && place !== net.place,
    );
    const exact = others.find(([, pence]) => pence === net.pence) ?? (found.has(net.place) ? undefined : others[0]);
    if (exact === undefined) left.push(net);
    else own.set(net.person, exact[0]);
  }
  return { own, left: left.filter(({ place }) => !found.has(place)) };
}

const isOfPayee = (place: string, nets: ReadonlyMap<string, Net>, payees: ReadonlySet<string>) =>
  payees.has(place) || (isPersons(place) && nets.has(userIn(place) ?? ''));

/** By our accounts; where that does not fit, by what each part is, since many keep tax and NI apart. */
function grouped(keys: KeyAmounts, theirs: Amounts, byRole: boolean): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  const codes = new Map<string, string[]>();
  for (const key of keys.keys()) codes.set(ourCodeIn(key), [...(codes.get(ourCodeIn(key)) ?? []), key]);
  for (const [code, all] of codes) {
    const fits = theirs.get(code) === sumOver(all, keys);
    if (byRole && !fits) for (const key of all) groups.set(key, [key]);
    else groups.set(code, all);
  }
  return groups;
}

const sumOver = (all: readonly string[], keys: KeyAmounts) => all.reduce((sum, key) => sum + (keys.get(key) ?? 0n), 0n);
