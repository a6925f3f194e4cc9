import type { HttpAnswer } from './http.js';
import { isNestedTooDeeply } from './nesting.js';
import { type Form, struckOut } from './struck-out.js';

const wordsMax = 300;
/** How much of an answer is searched for words. The rest of a long page adds nothing. */
const readMax = 4096;
const levelsMax = 8;
const hidden = '[hidden]';

/**
 * The error that the service gives, as one message, whatever the form of its body: `{"errors":{"error":{"message"}}}` ·
 * `{"errors":[{"message"}]}` · `{"errors":"…"}` · `{"errors":{"field":["…"]}}` · `{"error","error_description"}` ·
 * plain text · an HTML page.
 */
export function wordsOf(status: number, body: string): string {
  const read = body.slice(0, readMax);
  const words = fromJson(read) ?? fromText(read);
  return cut(words || `no reason given (HTTP ${status})`);
}

/** The answer without our secrets, which an error page may repeat, and without control characters. */
export function cleaned(answer: HttpAnswer, forms: readonly Form[]): HttpAnswer {
  const body = withoutCommands(without(spelt(answer.body), forms));
  // None of a dozen headers has a secret as a rule, so all are searched as one text first.
  const all = Object.values(answer.headers).join('\n');
  if (without(all, forms) === all) return { ...answer, body };
  const headers = Object.entries(answer.headers).map(([name, value]) => [name, without(value, forms)]);
  return { ...answer, headers: Object.fromEntries(headers), body };
}

function without(text: string, forms: readonly Form[]): string {
  return struckOut(text, forms).replace(/\b(Bearer|Basic)(\s{1,9})[\w.~+/=-]+/gi, `$1$2${hidden}`);
}

/**
 * Every escape in JSON text: whatever follows a backslash is matched with it, so that `\\\\u0000` stays six letters.
 */
const escapes = /\\(?:ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|u[\da-f]{4}|[^u])/gi;
const controlEscape = /^\\(?:u00[01][\da-f]|u007f|u00[89][\da-f]|ud[89a-f][\da-f]{2}|[bf])$/i;
const lineEscape = /^\\u00(?:09|0a|0d)$/i;
/** A printable ASCII character, except the quote and the backslash, which would mean something else unescaped. */
const plainEscape = /^\\u00(?:2[013-9a-f]|[346][\da-f]|5[\dabd-f]|7[\da-e])$/i;
/** Line ends and tabs are harmless, and occur between the fields of JSON text. */
const controls = /[^\P{Cc}\n\r\t]/gu;

/** Replaces by U+FFFD what PostgreSQL cannot store (a NUL, half a surrogate pair) and what a terminal would obey. */
function withoutCommands(body: string): string {
  const raw = body.replace(controls, '\uFFFD');
  if (!raw.includes('\\')) return raw;
  return raw.replace(escapes, (escape) => (controlEscape.test(escape) && !lineEscape.test(escape) ? '\uFFFD' : escape));
}

/** JSON may write any letter as an escape: undone here, so that a secret written in escapes is found. */
function spelt(body: string): string {
  if (!body.includes('\\u00')) return body;
  return body.replace(escapes, (escape) =>
    plainEscape.test(escape) ? String.fromCharCode(Number.parseInt(escape.slice(2), 16)) : escape,
  );
}

function fromJson(body: string): string | undefined {
  try {
    return isNestedTooDeeply(body) ? undefined : messages(JSON.parse(body)).join('; ');
  } catch {
    // Not JSON.
    return undefined;
  }
}

function messages(json: unknown, field = '', level = 0): string[] {
  if (typeof json === 'string') return [field ? `${field} ${json}` : json];
  if (typeof json !== 'object' || json === null || level === levelsMax) return [];
  if (Array.isArray(json)) return json.flatMap((one) => messages(one, field, level + 1));
  const { error_description, error, errors, message } = json as Record<string, unknown>;
  if (typeof error_description === 'string') return [error_description];
  const known = [errors, error, message].find((value) => value !== undefined);
  if (known !== undefined) return messages(known, field, level + 1);
  return Object.entries(json).flatMap(([name, value]) => messages(value, name, level + 1));
}

/** For an HTML page, what a person would read first: its title, else its text. */
function fromText(body: string): string {
  return (titleOf(body) ?? textOf(body)).trim();
}

function titleOf(html: string): string | undefined {
  const tag = html.toLowerCase().indexOf('<title');
  const start = tag < 0 ? -1 : html.indexOf('>', tag);
  return start < 0 ? undefined : html.slice(start + 1).split('<', 1)[0];
}

/** The text between the tags, except in a script or a style sheet. */
function textOf(html: string): string {
  const [before = '', ...tags] = html.split('<');
  let inside: string | undefined;
  const texts = tags.map((tag) => {
    const name = /^\/?\w{0,9}/.exec(tag)?.[0].toLowerCase();
    if (inside !== undefined && name !== `/${inside}`) return '';
    inside = name === 'script' || name === 'style' ? name : undefined;
    const end = tag.indexOf('>');
    return inside === undefined ? ` ${end < 0 ? `<${tag}` : tag.slice(end + 1)}` : '';
  });
  return before + texts.join('');
}

function cut(words: string): string {
  const line = words.replace(/\s+/g, ' ').trim().replace(/\.$/, '');
  return line.length > wordsMax ? `${line.slice(0, wordsMax)}…` : line;
}
