import { refuse } from './answer.js';

const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const AMOUNT_AS_NUMBER = /"debit_value"\s*:\s*-?\d/;

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Numbers become their own text, so that an amount sent as a JSON number loses nothing. */
function numbersAsText(json: string): string {
  return json.replace(STRING_OR_NUMBER, (token) => (token.startsWith('"') ? token : `"${token}"`));
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(AMOUNT_AS_NUMBER.test(text) ? numbersAsText(text) : text);
  } catch {
    throw refuse(400, 'The request body is not valid JSON.');
  }
}

/** The object under the root element named after the resource. */
export function rootOf(text: string, root: string): JsonObject {
  const document = parseJson(text);
  const fields = isObject(document) ? document[root] : undefined;
  if (!isObject(fields)) throw refuse(400, `The request body must hold an object named ${root}.`);
  return fields;
}
