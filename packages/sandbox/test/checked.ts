import { openApi } from '../src/engine/openapi.js';
import { ROUTES } from '../src/registry.js';

/** What of an answer the sandbox's own OpenAPI document does not allow. Reads as much of JSON Schema as the document uses. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly pattern?: string;
  readonly format?: string;
  readonly writeOnly?: boolean;
  readonly readOnly?: boolean;
}
interface Content {
  readonly schema: Schema;
  readonly example?: unknown;
}
export interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly $ref?: string; readonly content?: Readonly<Record<string, Content>> }>
  >;
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Operation['responses'][string]>>;
  };
}

export const document = openApi(ROUTES, 'http://127.0.0.1:4010') as unknown as Document;
const last = (ref: string) => ref.split('/').pop()!;

export const responseOf = (
  operation: Operation,
  status: number | string,
): Operation['responses'][string] | undefined => {
  const response = operation.responses[String(status)];
  return response?.$ref === undefined ? response : document.components.responses[last(response.$ref)];
};

/** Fixed parts are found before parameters, as in the service. */
function operationFor(method: string, path: string): Operation | undefined {
  const asked = path.split('/');
  const fits = (parts: readonly string[]) =>
    parts.length === asked.length && parts.every((part, at) => part.startsWith('{') || part === asked[at]);
  const fixed = (text: string) => text.split('/').filter((part) => !part.startsWith('{')).length;
  return Object.entries(document.paths)
    .filter(([template, methods]) => fits(template.split('/')) && methods[method.toLowerCase()])
    .toSorted(([a], [b]) => fixed(b) - fixed(a))[0]?.[1][method.toLowerCase()];
}

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

export function mistakesIn({ method, path, status, contentType, text }: Seen): string[] {
  const [bare = ''] = path.split('?');
  const tidy = bare.replaceAll(/\/{2,}/g, '/').replace(/\/$/, '');
  const where = `${method} ${tidy}: ${status}`;
  if (!tidy.startsWith('/v2/') || /\.(xml|json)$|token_endpoint|approve_app/.test(tidy)) return [];
  const operation = operationFor(method, tidy);
  if (!operation) return method === 'HEAD' || status === 404 ? [] : [`${where} is not described`];
  const response = responseOf(operation, status);
  if (!response) return [`${where} is not among ${Object.keys(operation.responses).join(', ')}`];
  const [media = ''] = contentType.split(';');
  if (text === '') return response.content && status === 200 ? [`${where} has no body`] : [];
  const content = response.content?.[media] ?? response.content?.['*/*'];
  if (!content) return [`${where} is ${media}, not ${Object.keys(response.content ?? {}).join(', ')}`];
  return media === 'application/json' ? against(content.schema, JSON.parse(text), 'answer', where) : [];
}

/** `direction`: a field that only requests have must not be in an answer, and the other way about. */
export function against(schema: Schema, value: unknown, direction: 'answer' | 'request', at: string): string[] {
  if (schema.$ref !== undefined) {
    const { $ref, ...beside } = schema;
    const own = direction === 'answer' && beside.writeOnly ? [`${at} is only for requests`] : [];
    return [...own, ...against(document.components.schemas[last($ref)]!, value, direction, at)];
  }
  if (direction === 'answer' && schema.writeOnly) return [`${at} is only for requests`];
  if (direction === 'request' && schema.readOnly) return [`${at} is only for answers`];
  if (schema.anyOf) {
    const tried = schema.anyOf.map((one) => against(one, value, direction, at));
    return tried.some((mistakes) => mistakes.length === 0) ? [] : tried.flat();
  }
  const type = Array.isArray(value)
    ? 'array'
    : Number.isInteger(value)
      ? 'integer'
      : value === null
        ? 'null'
        : typeof value;
  const fits = schema.type === undefined || schema.type === type || (schema.type === 'number' && type === 'integer');
  if (!fits) return [`${at} is ${type} ${JSON.stringify(value)?.slice(0, 80)}, not ${schema.type}`];
  if (schema.enum && !schema.enum.includes(value))
    return [`${at} is ${String(value)}, none of ${schema.enum.join(', ')}`];
  if (typeof value === 'string') return textMistakes(schema, value, at);
  if (Array.isArray(value))
    return schema.items ? value.flatMap((each, n) => against(schema.items!, each, direction, `${at}.${n}`)) : [];
  if (type !== 'object') return [];
  const given = value as Record<string, unknown>;
  const missing = (schema.required ?? []).filter((name) => !(name in given)).map((name) => `${at}.${name} is missing`);
  const inner = Object.entries(given).flatMap(([name, each]) => {
    const property = schema.properties?.[name];
    if (property) return against(property, each, direction, `${at}.${name}`);
    return schema.properties && schema.additionalProperties !== true ? [`${at}.${name} is not described`] : [];
  });
  return [...missing, ...inner];
}

const FORMATS: Readonly<Record<string, RegExp>> = {
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  'uri-reference': /^(http|\/)\S+$/,
};

function textMistakes({ pattern, format }: Schema, value: string, at: string): string[] {
  if (pattern !== undefined && !new RegExp(pattern).test(value)) return [`${at} is "${value}", not as ${pattern}`];
  const form = format === undefined ? undefined : FORMATS[format];
  return form && !form.test(value) ? [`${at} is "${value}", no ${format}`] : [];
}
