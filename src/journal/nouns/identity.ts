import { hash } from 'node:crypto';
import { withoutSuffix } from './chart.js';
import type { Money } from './money.js';
import { type PayRun, pathOf } from './pay-run.js';

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

/**
 * A payroll source with sets of its own: "weekly" of `counterfoil.weekly:2026-06:2025-10-31`. Two that pay on one day
 * must not share an identity.
 */
export const sourceName = /^[a-z][a-z-]{0,19}$/;
const ofSource = /^(\.[a-z][a-z-]{0,19})?:/;
const anySource = /^[^:.]+\.([a-z][a-z-]{0,19}):/;

/** How the tags of a source begin, up to the colon; without a source, the company's. */
export const prefixOf = (prefix: string, source: string | undefined): string =>
  source === undefined ? prefix : `${prefix}.${source}`;

/** What this tag begins with, if it is the company's or that of one of its sources. */
export function prefixIn(prefix: string, tag: string | undefined): string | undefined {
  if (!tag?.startsWith(prefix)) return undefined;
  const found = ofSource.exec(tag.slice(prefix.length));
  return found === null ? undefined : prefix + (found[1] ?? '');
}

/** The source in a tag, whatever the prefix. */
export const sourceIn = (tag: string): string | undefined => anySource.exec(tag)?.[1];

const runOnly = /^(\d{4})-(\d{2}):(\d{4}-\d{2}-\d{2})$/;
const placeOnly = /:\d{4}-(\d{2}):(\d{4}-\d{2}-\d{2})?/;
const monthOnly = /:\d{4}-\d{2}(?=:|$)/;
const generationSuffix = /:(?:r([1-9]\d*)|reversal-([1-9]\d*))$/;

/** What the tags of a tax month begin with. */
export function monthTagOf(prefix: string, year: number, period: number): string {
  return `${prefix}:${year}-${String(period).padStart(2, '0')}`;
}

/** The pattern (for LIKE) of every tag of a tax month, of all sources. */
export const monthTagsLike = (prefix: string, year: number, period: number): string =>
  `${prefix}%${monthTagOf('', year, period)}:%`;

/** The tag of the tax month that a pay run's tag, or that of one of its adjustments, is in: one for all sources. */
export function monthTagIn(tag: string): string {
  const found = monthOnly.exec(tag);
  const month = found === null ? tag : tag.slice(0, found.index + found[0].length);
  const source = sourceIn(month);
  return source === undefined ? month : month.replace(`.${source}:`, ':');
}

export function tagOf(prefix: string, year: number, period: number, datedOn: string): string {
  return `${monthTagOf(prefix, year, period)}:${datedOn}`;
}

/** The tag of a pay run, by its source and pay date. */
export const runTag = (
  prefix: string,
  { source, year, period, datedOn }: Pick<PayRun, 'source' | 'year' | 'period' | 'datedOn'>,
): string => tagOf(prefixOf(prefix, source), year, period, datedOn);

/** Undefined when the tag is not one of ours. */
export function parseTag(prefix: string, tag: string | undefined): TagParts | undefined {
  const own = prefixIn(prefix, tag);
  if (tag === undefined || own === undefined) return undefined;
  const parts = generationOf(tag);
  const found = parts && runOnly.exec(parts.base.slice(own.length + 1));
  if (!found) return undefined;
  const [, year, period, datedOn = ''] = found;
  const { base, kind, generation } = parts;
  return { base, kind, generation, prefix: own, year: Number(year), period: Number(period), datedOn };
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
