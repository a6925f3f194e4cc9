import { type AdjustmentTag, parseAdjustmentTag } from './adjustment.js';
import { taxMonthOf, taxMonthRange, taxYearOf } from './dates.js';
import { parseTag, prefixIn, type TagParts } from './identity.js';

/** Whose set it is: a pay run's or an adjustment's. */
export interface OwnParts extends TagParts {
  readonly adjustment?: Pick<AdjustmentTag, 'kind' | 'number'>;
}

/** A tag with our prefix but of no known form is still ours: a pay run of its own, in the tax month of its date. */
export function ownParts(
  prefix: string,
  set: { readonly tag?: string; readonly datedOn?: string },
): OwnParts | undefined {
  const parts = parseTag(prefix, set.tag);
  const own = prefixIn(prefix, set.tag);
  if (parts || set.tag === undefined || own === undefined) return parts;
  const adjustment = parseAdjustmentTag(prefix, set.tag);
  if (adjustment) {
    const { base, year, period, act, generation, kind, number } = adjustment;
    const datedOn = set.datedOn || taxMonthRange(year, period + 1).to;
    return { base, prefix: own, year, period, datedOn, kind: act, generation, adjustment: { kind, number } };
  }
  const datedOn = set.datedOn || '1900-01-01';
  const place = { year: taxYearOf(datedOn), period: taxMonthOf(datedOn) - 1, datedOn };
  return { base: set.tag, prefix: own, kind: 'post', generation: 1, ...place };
}

/** The tax month in the tag of a pay run or of an adjustment. */
export const monthInTag = (prefix: string, tag: string | undefined) =>
  parseTag(prefix, tag) ?? parseAdjustmentTag(prefix, tag);
