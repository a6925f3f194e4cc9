import { type Problem, problem } from '../../ground/problem.js';

/** The keys of these are data and not settings: a user's URL contains dots. */
const maps = new Set(['roles', 'treatments', 'allocations']);

/** A policy with `path=value` settings applied; `parsePolicy` judges the result. */
export function withSettings(policy: unknown, settings: readonly string[]): unknown {
  let changed = policy;
  for (const setting of settings) {
    const at = setting.indexOf('=');
    if (at <= 0) throw notASetting(setting);
    changed = put(changed, pathOf(setting.slice(0, at)), valueOf(setting.slice(at + 1)));
  }
  return changed;
}

function pathOf(text: string): readonly string[] {
  const [first = '', ...rest] = text.split('.');
  return maps.has(first) && rest.length > 0 ? [first, rest.join('.')] : [first, ...rest];
}

/** Text, unless it is written as a JSON object, list, string or null: account codes are not numbers. */
function valueOf(text: string): unknown {
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
