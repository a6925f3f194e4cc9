import type { Route, RouteDoc } from './router.js';
import { exampleOf, isShownOnly } from './example.js';
import type { Field, Fields } from './field.js';
import { ERROR_RESPONSES, ERROR_SCHEMAS, refusalsOf } from './openapi-answers.js';

/** The service as an OpenAPI 3.1 document, made from the routes and the tables they came from. */
type Schema = Record<string, unknown>;

const LEVELS = [
  'No Access',
  'Time',
  'My Money',
  'Contacts & Projects',
  'Invoices, Estimates & Files',
  'Bills',
  'Banking',
  'Tax, Accounting & Users',
  'Full',
];
const PAGING: Schema = {
  Link: { description: 'The other pages; empty when there are none.', schema: { type: 'string' } },
  'X-Total-Count': { description: 'How many records there are on all pages.', schema: { type: 'integer' } },
};
const SECURITY = [{ accessToken: [] }];

export function openApi(routes: readonly Route[], serverUrl: string): Schema {
  const schemas = new Schemas();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    if (!route.doc) continue;
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, route.doc, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Accounting service (Counterfoil sandbox)',
      version: '2',
      description:
        'Made from the tables the sandbox itself runs on. Numbers in summaries are sections of the specification.',
    },
    servers: [{ url: serverUrl }],
    security: SECURITY,
    paths,
    components: {
      schemas: { ...schemas.all(), ...ERROR_SCHEMAS },
      responses: ERROR_RESPONSES,
      securitySchemes: { accessToken: oauth(serverUrl) },
    },
  };
}

/** Section 5: how a token is asked for and renewed. */
function oauth(serverUrl: string): Schema {
  const tokens = `${serverUrl}/v2/token_endpoint`;
  const flow = { authorizationUrl: `${serverUrl}/v2/approve_app`, tokenUrl: tokens, refreshUrl: tokens, scopes: {} };
  return { type: 'oauth2', flows: { authorizationCode: flow } };
}

function operationOf(route: Route, doc: RouteDoc, schemas: Schemas): Schema {
  const success: Schema = {
    description: 'Done',
    ...(doc.paged && { headers: PAGING }),
    ...(doc.answers && { content: answered(doc.answers, schemas) }),
  };
  return {
    operationId: nameOf(route),
    tags: [route.path.split('/')[2]!],
    summary: doc.summary,
    description: `${doc.section === 'beyond' ? 'Beyond the specification.' : `Section ${doc.section}.`} ${whoMay(route)}`,
    ...(route.scope === 'open' && { security: [] }),
    parameters: parametersOf(route, doc),
    ...(doc.takes && {
      requestBody: {
        required: true,
        content: contentOf(schemas.object(doc.takes, route.method === 'POST'), exampleOf(doc.takes, true)),
      },
    }),
    responses: {
      [String(doc.status ?? 200)]: success,
      ...refusalsOf(route),
    },
  };
}

function whoMay(route: Route): string {
  if (route.scope === 'open') return 'Without a token.';
  return route.scope === 'company' ? `Minimum level: ${LEVELS[route.level]}.` : 'For account managers of a practice.';
}

function answered(answers: Fields | 'file', schemas: Schemas): Schema {
  return answers === 'file' ? { '*/*': { schema: {} } } : contentOf(schemas.object(answers), exampleOf(answers, false));
}

/** list_contacts, read_contacts_id: unique, and valid names in any programming language. */
function nameOf({ method, path }: Route): string {
  const verbs: Readonly<Record<string, string>> = { GET: 'get', POST: 'create', PUT: 'update', DELETE: 'delete' };
  const parts = path.replace('/v2/', '').replaceAll(':', 'by_').split('/');
  return [verbs[method], ...parts].join('_');
}

function contentOf(schema: Schema, example: unknown): Schema {
  return { 'application/json': { schema, example }, 'application/xml': { schema } };
}

function parametersOf(route: Route, doc: RouteDoc): Schema[] {
  const string = { type: 'string' };
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: string,
  }));
  const inQuery = (doc.query ?? []).map((name) => ({ name, in: 'query', schema: string }));
  const paging = doc.paged ? ['page', 'per_page'] : [];
  return [
    ...inPath,
    ...inQuery,
    ...paging.map((name) => ({ name, in: 'query', schema: { type: 'integer', minimum: 1 } })),
    ...(route.scope === 'company' ? [{ name: 'X-Subdomain', in: 'header', schema: string }] : []),
  ];
}

/** The schemas of records, each written once and referred to by name. */
class Schemas {
  #names = new Map<Fields, string>();
  #schemas: Record<string, Schema> = {};

  all(): Record<string, Schema> {
    return this.#schemas;
  }

  /** `strict` lists the required fields of a new record. */
  object(fields: Fields, strict = false): Schema {
    const properties = Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, this.#field(name, field, strict)]),
    );
    const required = strict ? Object.keys(fields).filter((name) => fields[name]!.required === true) : [];
    return { type: 'object', properties, ...(required.length > 0 && { required }) };
  }

  #field(name: string, field: Field, strict: boolean): Schema {
    const flags = {
      ...(isShownOnly(field) && { readOnly: true }),
      ...(field.writeOnly && { writeOnly: true }),
      ...(field.means && { description: field.means }),
    };
    if (field.type === 'array') {
      const items = field.parts
        ? this.#named(field.element ?? name.replace(/s$/, ''), field, strict)
        : { type: 'string' };
      return { type: 'array', items, ...flags };
    }
    if (field.type === 'object') {
      return field.parts ? { ...this.#named(name, field, strict), ...flags } : { type: 'object', ...flags };
    }
    if (field.whole) {
      return { anyOf: [scalarOf(field), this.#named(name, { parts: field.whole }, strict)], ...flags };
    }
    return { ...scalarOf(field), ...flags };
  }

  #named(name: string, { parts: fields = {}, open }: Pick<Field, 'parts' | 'open'>, strict: boolean): Schema {
    const known = this.#names.get(fields);
    const base = known ?? this.#freeName(pascal(name));
    this.#names.set(fields, base);
    const title = strict ? `New${base}` : base;
    // The name is taken before the schema is built: a schema that contains itself would never end.
    if (!this.#schemas[title]) {
      this.#schemas[title] = {};
      this.#schemas[title] = { ...this.object(fields, strict), ...(open && { additionalProperties: true }) };
    }
    return { $ref: `#/components/schemas/${title}` };
  }

  #freeName(name: string): string {
    const taken = new Set(this.#names.values());
    for (let number = 1; ; number += 1) {
      const free = number === 1 ? name : `${name}${number}`;
      if (!taken.has(free)) return free;
    }
  }
}

function pascal(name: string): string {
  return name.replace(/(^|_)(\w)/g, (_, _line, letter: string) => letter.toUpperCase());
}

const DECIMAL: Schema = { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$', examples: ['12.5'] };

function scalarOf(field: Field): Schema {
  const choice = field.values && { enum: field.values, examples: [field.values[0]] };
  switch (field.type) {
    case 'date':
      return { type: 'string', format: 'date', examples: ['2026-04-30'] };
    case 'timestamp':
      return { type: 'string', format: 'date-time', examples: ['2026-04-30T09:00:00.000Z'] };
    case 'integer':
      return { type: 'integer', ...choice };
    case 'decimal':
      if (field.bare) return { type: 'number', examples: [12.5] };
      return field.words ? { type: 'string', examples: ['20.0', ...field.words] } : DECIMAL;
    case 'boolean':
      return { type: 'boolean' };
    case 'uri':
      if (field.words) return { type: 'string', examples: field.words };
      return { type: 'string', format: 'uri-reference', ...(field.to && { examples: [`/v2/${field.to}/11`] }) };
    default:
      return { type: 'string', ...(field.pattern && { pattern: field.pattern.source }), ...choice };
  }
}
