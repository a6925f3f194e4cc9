import { type Problem, problem } from '../../ground/problem.js';
import { type OwnSetting, settingRows } from '../../journal/policy/settings.js';

/** The keys of these are data and not settings: a user's URL contains dots. */
const maps: ReadonlySet<string> = new Set<OwnSetting>([
  ...([
    'roles',
    'treatments',
    'allocations',
    'payrollPeople',
    'employerPensions',
    'pensionTotals',
    'paidBeforeFiles',
  ] as const),
]);

/** A policy with `path=value` settings applied; `parsePolicy` judges the result. */
export function withSettings(policy: unknown, settings: readonly string[]): unknown {
  let changed = policy;
  for (const setting of settings) {
    const at = setting.indexOf('=');
    if (at <= 0) throw notASetting(setting);
    changed = put(changed, pathOf(setting.slice(0, at)), valueOf(setting.slice(0, at), setting.slice(at + 1)));
  }
  return changed;
}

function pathOf(text: string): readonly string[] {
  const [first = '', ...rest] = text.split('.');
  return maps.has(first) && rest.length > 0 ? [first, rest.join('.')] : [first, ...rest];
}

/** The settings that are numbers; an account code is not. */
const numbers = new Set([
  'variance.percent',
  ...settingRows.filter(({ field }) => field === 'day').map(({ path }) => path),
]);

/** Text, unless it is written as a JSON object, list, string or null, or as the number that the setting is. */
function valueOf(path: string, text: string): unknown {
  if (numbers.has(path) && /^\d+(\.\d+)?$/.test(text)) return Number(text);
  if (!/^[[{"]|^null$/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    throw notASetting(text);
  }
}

function put(target: unknown, [key = '', ...rest]: readonly string[], value: unknown): unknown {
  const { [key]: before, ...others } = (typeof target === 'object' && target !== null ? target : {}) as Record<
    string,
    unknown
  >;
  if (rest.length === 0) return { ...others, [key]: value };
  return { ...others, [key]: maps.has(key) && value === null ? without(before, rest[0]) : put(before, rest, value) };
}

function without(target: unknown, key: string | undefined): unknown {
  return Object.fromEntries(Object.entries(target ?? {}).filter(([name]) => name !== key));
}

function notASetting(text: string): Problem {
  return problem('wrong-usage', {
    detail: `"${text}" is not a setting.`,
    todo: 'Write --set path=value, such as --set mode=approve or --set \'treatments.bonus={"as":"pay","account":"401"}\'.',
  });
}
