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
  /** The first post is 1, and so is its reversal; the post that replaces it is 2. */
  readonly generation: number;
}

export interface Line {
  readonly category: string;
  readonly user?: string;
  readonly debit: Money;
}

const runOnly = /^(\d{4})-(\d{2}):(\d{4}-\d{2}-\d{2})$/;
const placeOnly = /:\d{4}-(\d{2}):(\d{4}-\d{2}-\d{2})?/;
const monthOnly = /:\d{4}-\d{2}(?=:|$)/;
const generationSuffix = /:(?:r([1-9]\d*)|reversal-([1-9]\d*))$/;

/** What the tags of a tax month begin with. */
export function monthTagOf(prefix: string, year: number, period: number): string {
  return `${prefix}:${year}-${String(period).padStart(2, '0')}`;
}

/** The tag of the tax month that a pay run's tag, or that of a set beside it, is in. */
export function monthTagIn(tag: string): string {
  const found = monthOnly.exec(tag);
  return found === null ? tag : tag.slice(0, found.index + found[0].length);
}

export function tagOf(prefix: string, year: number, period: number, datedOn: string): string {
  return `${monthTagOf(prefix, year, period)}:${datedOn}`;
}

/** Undefined when the tag is not one of ours. */
export function parseTag(prefix: string, tag: string | undefined): TagParts | undefined {
  if (!tag?.startsWith(`${prefix}:`)) return undefined;
  const parts = generationOf(tag);
  const found = parts && runOnly.exec(parts.base.slice(prefix.length + 1));
  if (!found) return undefined;
  const [, year, period, datedOn = ''] = found;
  const { base, kind, generation } = parts;
  return { base, kind, generation, prefix, year: Number(year), period: Number(period), datedOn };
}

/** The tax month in a tag, and the pay date if there is one, whatever the prefix. */
export function placeInTag(tag: string): { readonly period: number; readonly datedOn?: string } | undefined {
  const [, period, datedOn] = placeOnly.exec(tag) ?? [];
  return period === undefined ? undefined : { period: Number(period), datedOn };
}

/** The pay date in a pay run's tag. */
export const payDateIn = (tag: string): string => placeInTag(tag)?.datedOn ?? '';

/** A tag's base and generation. Undefined for ':r1': the first post has no suffix, so that tag is not ours. */
export function generationOf(tag: string): Pick<TagParts, 'base' | 'kind' | 'generation'> | undefined {
  const suffix = generationSuffix.exec(tag);
  if (suffix === null) return { base: tag, kind: 'post', generation: 1 };
  const [, replacement, reversal] = suffix;
  if (replacement === '1') return undefined;
  const kind = reversal === undefined ? 'post' : 'reversal';
  return { base: tag.slice(0, suffix.index), kind, generation: Number(replacement ?? reversal) };
}

/** The pay run's own tag: a set's tag may have a generation as well. */
export function runTagOf(tag: string): string {
  return generationOf(tag)?.base ?? tag;
}

/** Reversal n undoes generation n; post n + 1 replaces it. */
export function generationTag(base: string, kind: 'post' | 'reversal', generation: number): string {
  if (kind === 'reversal') return `${base}:reversal-${generation}`;
  return generation === 1 ? base : `${base}:r${generation}`;
}

/** Equal for sets with the same date and the same lines in any order, whatever their host and descriptions. */
export function fingerprint(datedOn: string, lines: readonly Line[]): string {
  const sorted = lines.map(lineKey).sort();
  return hash('sha256', `${datedOn}\n${sorted.join('\n')}`);
}

/** One line's content as text: account, user, pence. */
export function lineKey(line: Line): string {
  return `${withoutSuffix(line.category)} ${line.user === undefined ? '' : pathOf(line.user)} ${line.debit.toPence()}`;
}
