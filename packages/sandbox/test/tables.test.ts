import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Level } from '../src/engine/call.js';
import type { Field } from '../src/engine/field.js';
import type { Resource } from '../src/engine/resource.js';
import { RESOURCES, ROUTES } from '../src/registry.js';
import { against, document, responseOf } from './checked.js';
import { ASH, type Client, start, stopAll } from './client.js';

/** For every field of every resource: what its description promises holds over HTTP. */
const records = {
  contacts: [{ id: 11, organisation_name: 'Acme' }],
  projects: [{ id: 11, contact: '/v2/contacts/11', name: 'Roof' }],
  tasks: [{ id: 11, project: '/v2/projects/11', name: 'Slates' }],
  notes: [{ id: 11, parent_url: '/v2/contacts/11', note: 'Called' }],
  recurring_invoices: [{ id: 11, contact: '/v2/contacts/11', dated_on: '2025-10-01', invoice_items: [{ price: '1' }] }],
  price_list_items: [{ id: 11, code: 'OAK', price: '1' }],
  credit_note_reconciliations: [
    { id: 11, gross_value: '1', dated_on: '2025-10-01', invoice: '/v2/invoices/1', credit_note: '/v2/credit_notes/1' },
  ],
  capital_asset_types: [{ id: 11, name: 'Boats' }],
  bank_accounts: [{ id: 11, name: 'Current' }],
  bank_transactions: [{ id: 11, bank_account: '/v2/bank_accounts/11', dated_on: '2025-10-01', amount: '-5' }],
  bank_transaction_explanations: [
    {
      id: 11,
      bank_account: '/v2/bank_accounts/11',
      dated_on: '2025-10-01',
      gross_value: '-5',
      category: '/v2/categories/291',
    },
  ],
  capital_assets: [
    {
      id: 11,
      description: 'Van',
      asset_life_years: 3,
      purchased_on: '2025-10-01',
      capital_asset_type: '/v2/capital_asset_types/10003',
      cost: '9',
    },
  ],
  hire_purchases: [{ id: 11, description: 'Van', bill: '/v2/bills/1' }],
  expenses: [
    {
      id: 11,
      user: '/v2/users/2',
      category: '/v2/categories/291',
      dated_on: '2025-10-01',
      gross_value: '-5',
      description: 'Tea',
    },
  ],
};
const company = { ...ASH.companies[0]!, records, final_accounts_reports: [{ period_ends_on: '2025-03-31' }] };
/** The key of an existing record, when it is not 11. */
const keys: Record<string, string> = { users: '2', final_accounts_reports: '2025-03-31' };
const needs: Record<string, string> = {
  notes: 'contact=/v2/contacts/11',
  bank_transactions: 'bank_account=/v2/bank_accounts/11',
  bank_transaction_explanations: 'bank_account=/v2/bank_accounts/11',
};
const user = { email: 'a@x.example', first_name: 'A', last_name: 'B', role: 'Employee', opening_mileage: '0' };
const samples: Record<string, Record<string, unknown>> = { users: user, final_accounts_reports: {} };
const sampleOf = ({ plural }: Resource): Record<string, unknown> => {
  const { id: _, ...sample } = {
    id: 0,
    ...(samples[plural] ?? (records as Record<string, { id: number }[]>)[plural]![0]!),
  };
  return sample;
};

const byLevel = new Map<number, Client>();
beforeAll(async () => {
  for (let level = 0; level <= Level.full; level += 1) {
    byLevel.set(level, await start({ scenario: { companies: [{ ...company, access_level: level }] }, limits: false }));
  }
});
afterAll(stopAll);
const full = () => byLevel.get(Level.full)!;

const pathTo = (resource: Resource) => `/v2/${resource.plural}/${keys[resource.plural] ?? '11'}`;
const listOf = ({ plural }: Resource, query = '') =>
  full().get(`/v2/${plural}?${[needs[plural], query].filter(Boolean).join('&')}`);
const make = (resource: Resource, fields: Record<string, unknown>) => {
  const query = resource.plural === 'notes' ? '?contact=/v2/contacts/11' : '';
  return full().call('POST', `/v2/${resource.plural}${query}`, { [resource.singular]: fields });
};
const shapeOf: Record<Field['type'], (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  date: (value) => /^\d{4}-\d{2}-\d{2}$/.test(String(value)),
  timestamp: (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(String(value)),
  integer: Number.isInteger,
  decimal: (value) => (typeof value === 'string' ? /^-?\d+\.\d+$/.test(value) : typeof value === 'number'),
  boolean: (value) => typeof value === 'boolean',
  uri: (value) => /^http:\/\/.*\/v2\//.test(String(value)),
  object: (value) => typeof value === 'object',
  array: Array.isArray,
};
const wrong: Partial<Record<Field['type'], unknown>> = {
  string: {},
  date: '2025-02-30',
  timestamp: 'soon',
  integer: '1.5',
  decimal: '1,50',
  boolean: 'perhaps',
  uri: {},
  object: 'x',
  array: 'x',
};
const taken = (field: Field) => !field.readOnly && !field.computed;
const withCreate = RESOURCES.filter(({ operations }) => operations.includes('create'));

describe.each(RESOURCES.map((resource) => [resource.plural, resource] as const))('%s', (_, resource) => {
  const fields = Object.entries(resource.fields);

  test('shows each field by its type, in JSON and in XML', async () => {
    const record = (await full().get(pathTo(resource))).json[resource.singleRoot ?? resource.singular];
    expect(record.url).toBe(`${full().base}${pathTo(resource)}`);
    const typed = fields.filter(([name, field]) => name in record && !field.words?.includes(record[name]));
    for (const [name, field] of typed)
      expect([name, record[name], shapeOf[field.type](record[name])]).toEqual([name, record[name], true]);
    expect(fields.filter(([name, field]) => field.writeOnly && name in record)).toEqual([]);
    const xml = (await full().get(`${pathTo(resource)}.xml`)).text;
    for (const [name] of typed) expect(xml).toContain(`<${name.replaceAll('_', '-')}`);
  });

  test('lists by every view, sort and filter it names', async () => {
    expect((await listOf(resource)).json[resource.plural].length).toBeGreaterThan(0);
    const everything = (await listOf(resource, 'view=all')).json[resource.plural].length;
    for (const view of Object.keys(resource.views ?? {})) {
      const answer = await listOf(resource, `view=${view}`);
      expect([view, answer.status]).toEqual([view, 200]);
      expect(answer.json[resource.plural].length).toBeLessThanOrEqual(everything);
    }
    for (const sort of Object.keys(resource.sorts ?? {})) {
      const urls = async (sign: string) =>
        (await listOf(resource, `view=all&sort=${sign}${sort}`)).json[resource.plural].map(
          ({ url }: { url: string }) => url,
        );
      expect([sort, new Set(await urls('-'))]).toEqual([sort, new Set(await urls(''))]);
    }
    expect((await listOf(resource, 'updated_since=2199-01-01T00:00:00Z')).json[resource.plural]).toEqual([]);
    expect((await listOf(resource, 'updated_since=never')).status).toBe(400);
    if (resource.datedBy) expect((await listOf(resource, 'from_date=2199-01-01')).json[resource.plural]).toEqual([]);
  });
});

/** Every way to break a field's rule: the record, the field, what is sent, and the message in the answer. */
const refusals = withCreate.flatMap((resource) =>
  Object.entries(resource.fields)
    // The parent of a note is given in the query.
    .filter(([name, field]) => taken(field) && !Object.values(resource.fromQuery ?? {}).includes(name))
    .flatMap(([name, field]) => [
      ...(field.required === true ? [[resource, name, undefined, `${name} can't be blank`] as const] : []),
      [resource, name, wrong[field.type], `${name} is invalid`] as const,
      ...(field.values
        ? [[resource, name, field.type === 'integer' ? 99 : 'no such', `${name} is invalid`] as const]
        : []),
      ...(field.to ? [[resource, name, `/v2/${field.to}/997`, `${name} was not found`] as const] : []),
    ]),
);

test.each(withCreate.map((resource) => [resource.plural, resource] as const))(
  'a correct record of %s is created',
  async (_, resource) => {
    const answer = await make(resource, sampleOf(resource));
    expect([answer.status, answer.json.errors]).toEqual([resource.createdPlainly ? 200 : 201, undefined]);
  },
);

test.each(
  refusals.map(([resource, name, value, message]) => [resource.plural, name, value, message, resource] as const),
)('%s: %s as %j: %s', async (_, name, value, message, resource) => {
  const before = (await listOf(resource, 'view=all')).headers.get('x-total-count');
  const answer = await make(resource, { ...sampleOf(resource), [name]: value });
  expect([answer.status, answer.json.errors]).toEqual([422, expect.arrayContaining([{ message }])]);
  expect((await listOf(resource, 'view=all')).headers.get('x-total-count')).toBe(before);
});

const guarded = ROUTES.filter((route) => route.scope === 'company');

test.each(guarded.map((route) => [route.method, route.path, route] as const))(
  '%s %s requires its level',
  async (method, path, route) => {
    const level = (route as { level: number }).level;
    const target = path.replace(/:\w+/g, '11');
    const below = await byLevel.get(level - 1)!.call(method, target);
    expect([below.status, below.json]).toEqual([
      403,
      { errors: { error: { message: 'You are not allowed to access this action.' } } },
    ]);
    expect((await byLevel.get(level)!.call(method, target)).status).not.toBe(403);
  },
);

describe('the OpenAPI document', () => {
  test('describes every route of the service, and each once', async () => {
    const document = (await full().get('/_sandbox/openapi.json')).json;
    expect(document.openapi).toBe('3.1.0');
    const described = Object.entries(document.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const served = ROUTES.filter(({ doc }) => doc).map(
      ({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
    );
    expect(new Set(described)).toEqual(new Set(served));
    const operations = Object.values(document.paths as Record<string, Record<string, { operationId: string }>>).flatMap(
      (methods) => Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(new Set(operations).size).toBe(operations.length);
  });

  test('refers to no schema that is missing', async () => {
    const { text, json } = await full().get('/_sandbox/openapi.json');
    const names = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name);
    expect(names.filter((name) => !json.components.schemas[name!])).toEqual([]);
    expect(json.components.schemas.NewContact.properties.charge_sales_tax.enum).toEqual(['Always', 'Never', 'Auto']);
  });

  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  );

  test.each(operations)('has examples of %s that are as their schemas, and its refusals', (name, operation) => {
    const statuses = Object.keys(operation.responses);
    const bodies = [
      ...Object.values(operation.requestBody?.content ?? {}).map((body) => ['request', body] as const),
      ...statuses.flatMap((status) =>
        Object.values(responseOf(operation, status)?.content ?? {}).map((body) => ['answer', body] as const),
      ),
    ];
    const shown = bodies.filter(([, { example }]) => example !== undefined);
    expect(shown.length).toBeGreaterThan(2);
    expect(shown.flatMap(([direction, { schema, example }]) => against(schema, example, direction, name))).toEqual([]);
    expect(statuses).toEqual(expect.arrayContaining(['400', '403', '404']));
  });

  test('is shown on a page', async () => {
    expect((await full().get('/_sandbox/api')).text).toContain('GET /v2/contacts/:id');
  });
});
