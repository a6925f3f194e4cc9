import { refuse } from '../answer.js';
import type { Call } from './call.js';
import { isObject, type JsonObject } from './json.js';
import type { Resource } from './resource.js';
import { parseXml } from './xml.js';

const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const AMOUNT_AS_NUMBER = /"debit_value"\s*:\s*-?\d/;

/** Turns numbers into texts before parsing, so that an amount sent as a JSON number keeps every digit. */
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

/** The JSON or XML body as an object. */
export function documentOf(call: Pick<Call, 'headers' | 'body'>): JsonObject {
  const isXml = /\bxml\b/.test(call.headers['content-type'] ?? '');
  const document = isXml ? parseXml(call.body) : parseJson(call.body);
  if (!isObject(document)) throw refuse(400, 'The request body must hold an object.');
  return document;
}

/** The fields of a record: under the root named after the resource, or bare where the resource accepts that. */
export function recordIn(
  document: JsonObject,
  resource: Pick<Resource, 'singular' | 'fields' | 'rootless'>,
): JsonObject {
  const fields = document[resource.singular];
  if (isObject(fields)) return fields;
  const isBare = resource.rootless && Object.keys(document).some((name) => name in resource.fields);
  if (isBare) return document;
  throw refuse(400, `The request body must hold an object named ${resource.singular}.`);
}

/** The object under the root element named after the resource. */
export function rootOf(call: Pick<Call, 'headers' | 'body'>, root: string): JsonObject {
  return recordIn(documentOf(call), { singular: root, fields: {} });
}
