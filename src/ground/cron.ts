/** What each of the five fields may hold: minute, hour, day, month, weekday. */
const fields = [
  { from: 0, to: 59 },
  { from: 0, to: 23 },
  { from: 1, to: 31 },
  { from: 1, to: 12, names: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] },
  { from: 0, to: 7, names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] },
] as const;

type Field = { readonly from: number; readonly to: number; readonly names?: readonly string[] };

/** Whether a schedule is five cron fields, each with values that it may have. */
export function isCron(text: string): boolean {
  const parts = text.trim().split(/\s+/);
  return parts.length === fields.length && fields.every((field, i) => isField(parts[i] ?? '', field));
}

function isField(text: string, field: Field): boolean {
  return text.split(',').every((item) => {
    const [range = '', step, ...more] = item.split('/');
    if (more.length > 0 || (step !== undefined && !/^[1-9]\d*$/.test(step))) return false;
    return range === '*' || isRange(range, field);
  });
}

function isRange(text: string, field: Field): boolean {
  const ends = text.split('-').map((end) => numberOf(end, field));
  const [first = Number.NaN, last = first] = ends;
  return ends.length <= 2 && first >= field.from && last <= field.to && first <= last;
}

function numberOf(text: string, { from, names = [] }: Field): number {
  const named = names.indexOf(text.toLowerCase());
  if (named >= 0) return named + from;
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}
