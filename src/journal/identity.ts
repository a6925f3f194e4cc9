import { hash } from 'node:crypto';
import { withoutSuffix } from './chart.js';
import type { Money } from './money.js';
import { pathOf } from './pay-run.js';

/** Tag: which pay run a set is for. Fingerprint: what is in the set. */
export interface TagParts {
  /** The pay run's own tag, without generation. */
  readonly base: string;
  readonly prefix: string;
  readonly year: number;
  readonly period: number;
  readonly datedOn: string;
  readonly kind: 'post' | 'reversal';
  /** The first post is 1, its reversal too; what replaces it is 2. */
  readonly generation: number;
}

export interface Line {
  readonly category: string;
  readonly user?: string;
  readonly debit: Money;
}

const runAndGeneration = /^(\d{4})-(\d{2}):(\d{4}-\d{2}-\d{2})(?::(?:r([1-9]\d*)|reversal-([1-9]\d*)))?$/;

export function tagOf(prefix: string, year: number, period: number, datedOn: string): string {
  return `${prefix}:${year}-${String(period).padStart(2, '0')}:${datedOn}`;
}

/** Undefined when the tag is not one of ours. */
export function parseTag(prefix: string, tag: string | undefined): TagParts | undefined {
  if (!tag?.startsWith(`${prefix}:`)) return undefined;
  const found = runAndGeneration.exec(tag.slice(prefix.length + 1));
  if (found === null) return undefined;
  const [, year, period, datedOn = '', replacement, reversal] = found;
  // The first post bears no suffix, so ':r1' is none of ours.
  if (replacement === '1') return undefined;
  return {
    base: tagOf(prefix, Number(year), Number(period), datedOn),
    prefix,
    year: Number(year),
    period: Number(period),
    datedOn,
    kind: reversal === undefined ? 'post' : 'reversal',
    generation: Number(replacement ?? reversal ?? 1),
  };
}

/** Reversal n undoes generation n; post n + 1 replaces it. */
export function generationTag(base: string, kind: 'post' | 'reversal', generation: number): string {
  if (kind === 'reversal') return `${base}:reversal-${generation}`;
  return generation === 1 ? base : `${base}:r${generation}`;
}

/** Equal for two sets of the same content: same date, same lines in any order, under any host and description. */
export function fingerprint(datedOn: string, lines: Iterable<Line>): string {
  const sorted = Array.from(lines, lineKey).sort();
  return hash('sha256', `${datedOn}\n${sorted.join('\n')}`);
}

/** One line's content as text: account, user, pence. */
export function lineKey(line: Line): string {
  return `${withoutSuffix(line.category)} ${line.user === undefined ? '' : pathOf(line.user)} ${line.debit.toPence()}`;
}
