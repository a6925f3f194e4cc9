import type { AllocationRule } from '../../../journal/nouns/allocation-of-cost.js';
import { dateTyped } from '../../../journal/nouns/dates.js';
import { allocationsFrom, type ListedPart } from '../../../journal/allocation/allocation-list.js';

/** One person's rule as text in the form's boxes, and back. The policy judges whether it is valid. */
export type AllocationFields = Readonly<Record<string, string>>;

export const partsShown = 6;
export const partFields = ['percent', 'salaries', 'employerNics', 'staffPensions'] as const;
export const nameOf = (field: (typeof partFields)[number], part: number) => `${field}-${part}`;

export function fieldsOf(rule: AllocationRule | undefined): AllocationFields {
  const fields: Record<string, string> = {
    from: rule?.from ?? '',
    directors: rule?.directors === true ? 'yes' : '',
  };
  for (const [index, { percent, accounts }] of (rule?.parts ?? []).entries()) {
    fields[nameOf('percent', index + 1)] = percent;
    for (const [cost, account] of Object.entries(accounts)) fields[nameOf(cost as 'salaries', index + 1)] = account;
  }
  return fields;
}

/** Parts without any entry are left out; a rule without parts ends the allocation on that day. */
export function ruleFrom(user: string, fields: AllocationFields): AllocationRule {
  // Text that is not a date is refused as it was typed.
  const from = dateTyped(fields.from) ?? (fields.from ?? '').trim();
  const directors = fields.directors === 'yes';
  const parts = Array.from({ length: partsShown }, (_, index): ListedPart => {
    const text = (field: (typeof partFields)[number]) => (fields[nameOf(field, index + 1)] ?? '').trim();
    const [salaries, employerNics, staffPensions] = [text('salaries'), text('employerNics'), text('staffPensions')];
    return {
      user,
      from,
      percent: text('percent').replace(/%$/, '').trimEnd(),
      ...(salaries && { salaries }),
      ...(employerNics && { employerNics }),
      ...(staffPensions && { staffPensions }),
      ...(directors && { directors }),
    };
  }).filter((part) => part.percent !== '' || 'salaries' in part || 'employerNics' in part || 'staffPensions' in part);
  return allocationsFrom(parts)[user]?.[0] ?? { from, parts: [] };
}
