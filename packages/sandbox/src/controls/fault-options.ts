import { isObject, type JsonObject } from '../engine/json.js';

/** What an option may hold, and the words that refuse anything else. */
const Kind = {
  number: { holds: (value: unknown) => typeof value === 'number', words: 'a number' },
  count: { holds: (value: unknown) => typeof value === 'number' || value === 'always', words: 'a number, or "always"' },
  seconds: { holds: (value: unknown) => typeof value === 'number' || value === null, words: 'a number, or null' },
  flag: { holds: (value: unknown) => typeof value === 'boolean', words: 'true or false' },
  text: { holds: (value: unknown) => typeof value === 'string', words: 'text' },
  texts: { holds: (value: unknown) => Array.isArray(value), words: 'a list' },
  object: { holds: isObject, words: 'an object' },
  body: { holds: () => true, words: 'text, or JSON' },
} as const;

type Options = Readonly<Record<string, keyof typeof Kind>>;

/** The options of each kind of fault (docs/controls.md says what they do). */
export const FAULTS = {
  drop_before: {},
  drop_after: {},
  status: { status: 'number', acts: 'flag', body: 'body', contentType: 'text', retryAfter: 'number' },
  delay_before: { delayMs: 'number' },
  delay_after: { delayMs: 'number' },
  slow_body: { byteMs: 'number' },
  truncate: { bytes: 'number', clean: 'flag' },
  empty: {},
  garbage: { body: 'text' },
  late_commit: { afterSeconds: 'number', afterMs: 'number' },
  hide_new: { seconds: 'number' },
  rate_limit: { retryAfter: 'seconds' },
  expire_token: {},
  repeat: {},
  miscount: { by: 'number' },
} satisfies Record<string, Options>;

export type FaultKind = keyof typeof FAULTS;
const KINDS = Object.keys(FAULTS) as FaultKind[];

const EVERY = {
  kind: 'text',
  match: 'object',
  nth: 'number',
  count: 'count',
  forSeconds: 'number',
  withoutHeaders: 'texts',
} satisfies Options;
const MATCH: Options = { method: 'text', path: 'text', query: 'text', subdomain: 'text' };

interface Held {
  number: number;
  count: number | 'always';
  seconds: number | null;
  flag: boolean;
  text: string;
  texts: readonly string[];
  object: FaultMatch;
  body: unknown;
}
type Given<O extends Options> = { readonly [Name in keyof O]?: Held[O[Name]] };

/** Which requests a fault acts on. */
export interface FaultMatch {
  readonly method?: string;
  /** Without the query; `*` stands for anything. */
  readonly path?: string;
  /** A part of the query. */
  readonly query?: string;
  readonly subdomain?: string;
}

/** A fault as it is asked for, each kind with what it reads (docs/controls.md). */
export type FaultInput = {
  [Kind in FaultKind]: { readonly kind: Kind } & Given<(typeof FAULTS)[Kind]> & Given<Omit<typeof EVERY, 'kind'>>;
}[FaultKind];

/** What is wrong with a fault as it was sent. A key that nothing reads would make a test pass that tests nothing. */
export function faultMistakes(sent: JsonObject): string[] {
  const kind = KINDS.find((candidate) => candidate === sent['kind']);
  if (!kind) return [`kind must be one of ${KINDS.join(', ')}`];
  const match = isObject(sent['match']) ? mistakes('It', MATCH, sent['match'], 'match.') : [];
  return [...mistakes(`A ${kind}`, { ...FAULTS[kind], ...EVERY }, sent), ...match];
}

/** `{ "faults": [ … ] }` or one fault, as a list. */
export function faultsIn(sent: JsonObject): { faults: JsonObject[]; mistakes: string[] } {
  const { faults: many } = sent;
  if (!Array.isArray(many)) return { faults: [sent], mistakes: faultMistakes(sent) };
  const faults = many.map((one: unknown) => (isObject(one) ? one : {}));
  const own = faults.flatMap((fault, at) => faultMistakes(fault).map((mistake) => `faults.${at}: ${mistake}`));
  return { faults, mistakes: [...mistakes('It', { faults: 'texts' }, sent), ...own] };
}

function mistakes(whose: string, options: Options, sent: JsonObject, place = ''): string[] {
  return Object.entries(sent).flatMap(([name, value]) => {
    const option = options[name];
    if (option === undefined)
      return [`${place}${name} is not known. ${whose} takes ${Object.keys(options).join(', ')}.`];
    return Kind[option].holds(value) ? [] : [`${place}${name} must be ${Kind[option].words}`];
  });
}
