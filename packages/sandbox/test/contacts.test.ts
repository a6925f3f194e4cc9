import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ASH, type Client, standingClock, start, stopAll } from './client.js';

let client: Client;
let clock: ReturnType<typeof standingClock>;
const ash = ASH.companies[0]!;

beforeEach(async () => {
  clock = standingClock('2025-11-10T09:00:00.000Z');
  client = await start({ scenario: ASH, clock: clock.now, limits: false });
});
afterEach(stopAll);

const at = (access_level: number, fields: Record<string, unknown> = {}) =>
  start({ scenario: { companies: [{ ...ash, access_level, fields }] }, limits: false });
const contact = (fields: unknown, on = client) => on.call('POST', '/v2/contacts', { contact: fields });
const pathOf = (url: string) => new URL(url).pathname;
const make = async (plural: string, fields: Record<string, unknown>, query = '') => {
  const singular = plural.replace(/s$/, '');
  clock.advance(1);
  return (await client.call('POST', `/v2/${plural}${query}`, { [singular]: fields })).json[singular];
};
const names = async (path: string, field = 'name') => {
  const plural = /\/v2\/(\w+)/.exec(path)![1]!;
  return (await client.get(path)).json[plural].map((record: Record<string, unknown>) => record[field]);
};

describe('2.1, 4.2 contacts', () => {
  test('are created, read, changed and deleted; creation answers 201, Location and the record', async () => {
    const made = await contact({ organisation_name: 'Acme', email: 'a@acme.example', charge_sales_tax: 'Never' });
    expect(made.status).toBe(201);
    const { url } = made.json.contact;
    expect(made.headers.get('location')).toBe(url);
    expect(made.json.contact).toMatchObject({
      organisation_name: 'Acme',
      active_projects_count: 0,
      account_balance: '0.0',
      status: 'Active',
      charge_sales_tax: 'Never',
      created_at: '2025-11-10T09:00:00.000Z',
      updated_at: '2025-11-10T09:00:00.000Z',
    });
    expect((await client.call('PUT', pathOf(url), { contact: { town: 'Ludlow' } })).status).toBe(200);
    expect((await client.get(pathOf(url))).json.contact).toMatchObject({ organisation_name: 'Acme', town: 'Ludlow' });
    const gone = await client.call('DELETE', pathOf(url));
    expect([gone.status, gone.text, (await client.get(pathOf(url))).status]).toEqual([200, '', 404]);
  });

  test('live: a body without a root element is accepted', async () => {
    expect((await client.call('POST', '/v2/contacts', { first_name: 'A', last_name: 'B' })).status).toBe(201);
    expect((await client.call('POST', '/v2/contacts', { nothing: 1 })).status).toBe(400);
  });

  test.each<[Record<string, unknown>, string[]]>([
    [{}, ["first_name can't be blank", "last_name can't be blank"]],
    [{ first_name: 'A' }, ["last_name can't be blank"]],
    [{ organisation_name: 'A', charge_sales_tax: 'Sometimes' }, ['charge_sales_tax is invalid']],
    [{ organisation_name: 'A', is_cis_subcontractor: true }, ["cis_deduction_rate can't be blank"]],
    [{ organisation_name: 'A', unique_tax_reference: '123 456 7890' }, ['unique_tax_reference is invalid']],
    [
      { organisation_name: 'A', subcontractor_verification_number: 'V123' },
      ['subcontractor_verification_number is invalid'],
    ],
    [{ organisation_name: 'A', default_payment_terms_in_days: 'ten' }, ['default_payment_terms_in_days is invalid']],
  ])('%j is refused', async (fields, messages) => {
    const answer = await contact(fields);
    expect([answer.status, answer.json.errors]).toEqual([422, messages.map((message) => ({ message }))]);
    expect((await client.get('/v2/contacts?view=all')).json.contacts).toEqual([]);
  });

  test('fields of CIS are absent where CIS for Contractors is not enabled', async () => {
    const cis = { unique_tax_reference: '1234567890', subcontractor_verification_number: 'V1234567890AB' };
    const without = (await contact({ organisation_name: 'A', ...cis })).json.contact;
    for (const name of Object.keys(cis)) expect(without).not.toHaveProperty(name);
    const enabled = await at(8, { cis_enabled: true });
    expect((await contact({ organisation_name: 'A', ...cis }, enabled)).json.contact).toMatchObject(cis);
  });

  test('billing_email takes two addresses during a free trial', async () => {
    const trial = await at(8, { free_trial: true });
    const emails = 'a@x.example, b@x.example, c@x.example';
    expect((await contact({ organisation_name: 'A', billing_email: emails }, trial)).status).toBe(422);
    expect((await contact({ organisation_name: 'A', billing_email: emails })).status).toBe(201);
  });

  test('more than the name is for users with Contacts & Projects only', async () => {
    const low = await at(2);
    const { url } = (await contact({ organisation_name: 'A', email: 'a@x.example', town: 'Bath' }, low)).json.contact;
    const shown = (await low.get(pathOf(url))).json.contact;
    expect(Object.keys(shown)).toEqual([
      'url',
      'organisation_name',
      'active_projects_count',
      'account_balance',
      'created_at',
      'updated_at',
    ]);
  });

  test('a direct debit mandate comes with the single contact', async () => {
    const mandate = {
      currency: 'GBP',
      max_amount: '500.0',
      remaining_amount: '20.0',
      next_interval_starts_on: '2025-12-01',
    };
    const record = {
      id: 12,
      organisation_name: 'A',
      direct_debit_mandate_state: 'active',
      direct_debit_mandate: mandate,
    };
    client = await start({ scenario: { companies: [{ ...ash, records: { contacts: [record] } }] } });
    expect((await client.get('/v2/contacts/12')).json.contact.direct_debit_mandate).toEqual(mandate);
    const [listed] = (await client.get('/v2/contacts')).json.contacts;
    expect(listed.direct_debit_mandate_state).toBe('active');
    expect(listed).not.toHaveProperty('direct_debit_mandate');
  });

  test('views and sorts', async () => {
    const zed = await make('contacts', { organisation_name: 'Zed' });
    const amy = await make('contacts', { first_name: 'Amy', last_name: 'Bolt' });
    await make('contacts', { organisation_name: 'Gone', status: 'Hidden' });
    const sub = await make('contacts', {
      organisation_name: 'Mason',
      is_cis_subcontractor: true,
      cis_deduction_rate: 'cis_standard',
    });
    await make('projects', { contact: zed.url, name: 'Roof' });
    await make('projects', { contact: amy.url, name: 'Door', status: 'Completed' });
    const of = (query: string) => names(`/v2/contacts?${query}`, 'organisation_name');
    expect(await of('')).toEqual([undefined, 'Mason', 'Zed']);
    expect(await of('view=all')).toEqual([undefined, 'Gone', 'Mason', 'Zed']);
    expect(await of('view=hidden')).toEqual(['Gone']);
    expect(await of('view=clients')).toEqual([undefined, 'Zed']);
    expect(await of('view=suppliers')).toEqual(['Mason']);
    expect(await of('view=active_projects')).toEqual(['Zed']);
    expect(await of('view=completed_projects')).toEqual([undefined]);
    expect(await of('sort=-name')).toEqual(['Zed', 'Mason', undefined]);
    expect(await of('sort=created_at')).toEqual(['Zed', undefined, 'Mason']);
    await client.call('PUT', pathOf(zed.url), { contact: { town: 'Bath' } });
    expect(await of('sort=-updated_at')).toEqual(['Zed', 'Mason', undefined]);
    expect(await of(`updated_since=${sub.created_at}`)).toEqual(['Mason', 'Zed']);
    expect((await client.get(pathOf(zed.url))).json.contact.active_projects_count).toBe(1);
    expect((await client.call('DELETE', pathOf(zed.url))).status).toBe(409);
  });

  test('open clients and suppliers are those the opening balances name', async () => {
    const entry = (category: string, contactId: number, debit_value: string) => ({
      category,
      contact: `/v2/contacts/${contactId}`,
      debit_value,
    });
    const opening_balances = {
      journal_entries: [entry('681', 11, '30'), entry('796', 12, '-10'), { category: '970', debit_value: '-20' }],
    };
    const records = {
      contacts: [
        { id: 11, organisation_name: 'Owes' },
        { id: 12, organisation_name: 'Owed' },
      ],
    };
    client = await start({ scenario: { companies: [{ ...ash, opening_balances, records }] } });
    expect(await names('/v2/contacts?view=open_clients', 'organisation_name')).toEqual(['Owes']);
    expect(await names('/v2/contacts?view=open_suppliers', 'organisation_name')).toEqual(['Owed']);
    expect((await client.get('/v2/contacts/12')).json.contact.account_balance).toBe('-10.0');
  });
});

describe('2.2, 4.3 projects', () => {
  const fields = async (more: Record<string, unknown> = {}) => ({
    contact: (await make('contacts', { organisation_name: 'Acme' })).url,
    name: 'Roof',
    ...more,
  });

  test('have their defaults; the budget is a bare number', async () => {
    const project = await make('projects', await fields({ budget: 100, budget_units: 'Days' }));
    expect(project).toMatchObject({
      contact_name: 'Acme',
      status: 'Active',
      currency: 'GBP',
      budget: 100,
      budget_units: 'Days',
      hours_per_day: '8.0',
      is_ir35: false,
      is_deletable: true,
    });
    const [listed] = (await client.get('/v2/projects')).json.projects;
    expect(listed).not.toHaveProperty('is_deletable');
  });

  test.each<[Record<string, unknown>, string]>([
    [{ name: undefined }, "name can't be blank"],
    [{ contact: undefined }, "contact can't be blank"],
    [{ contact: '/v2/contacts/99' }, 'contact was not found'],
    [{ status: 'Paused' }, 'status is invalid'],
    [{ budget_units: 'Pounds' }, 'budget_units is invalid'],
    [{ billing_period: 'week' }, 'billing_period is invalid'],
    [{ hours_per_day: 'x' }, 'hours_per_day is invalid'],
    [{ starts_on: '2025-02-01', ends_on: '2025-01-01' }, 'ends_on must not be before starts_on'],
  ])('%j is refused: %s', async (changes, message) => {
    const answer = await client.call('POST', '/v2/projects', { project: { ...(await fields()), ...changes } });
    expect([answer.status, answer.json.errors]).toEqual([422, [{ message }]]);
    expect((await client.get('/v2/projects')).json.projects).toEqual([]);
  });

  test('views, sorts, the contact of a list, and nested contacts', async () => {
    const acme = await make('contacts', { organisation_name: 'Acme' });
    const bob = await make('contacts', { first_name: 'Bob', last_name: 'Aardvark' });
    await make('projects', { contact: bob.url, name: 'C', status: 'Completed' });
    await make('projects', { contact: acme.url, name: 'B', status: 'Cancelled' });
    await make('projects', { contact: acme.url, name: 'A', status: 'Hidden' });
    await make('projects', { contact: bob.url, name: 'D' });
    expect(await names('/v2/projects')).toEqual(['A', 'B', 'C', 'D']);
    for (const [view, expected] of Object.entries({ active: 'D', completed: 'C', cancelled: 'B', hidden: 'A' })) {
      expect(await names(`/v2/projects?view=${view}`)).toEqual([expected]);
    }
    expect(await names('/v2/projects?sort=-created_at')).toEqual(['D', 'A', 'B', 'C']);
    expect(await names('/v2/projects?sort=contact_name')).toEqual(['B', 'A', 'C', 'D']);
    expect(await names('/v2/projects?sort=-contact_display_name')).toEqual(['C', 'D', 'B', 'A']);
    expect(await names(`/v2/projects?contact=${acme.url}`)).toEqual(['A', 'B']);
    const [nested] = (await client.get('/v2/projects?nested=true')).json.projects;
    expect(nested.contact).toMatchObject({ url: acme.url, organisation_name: 'Acme' });
    const [plain] = (await client.get('/v2/projects?nested=false')).json.projects;
    expect([plain.contact, plain.contact_name]).toEqual([acme.url, 'Acme']);
  });
});

describe('2.3, 4.4 tasks', () => {
  test('belong to the project in the query, and stay with it', async () => {
    const acme = await make('contacts', { organisation_name: 'Acme' });
    const roof = await make('projects', { contact: acme.url, name: 'Roof', currency: 'EUR' });
    const door = await make('projects', { contact: acme.url, name: 'Door' });
    const query = `?project=${roof.url}`;
    const slates = await make('tasks', { name: 'Slates', billing_rate: '9.5' }, query);
    expect(slates).toMatchObject({
      project: roof.url,
      currency: 'EUR',
      is_billable: true,
      status: 'Active',
      is_deletable: true,
      billing_rate: '9.5',
      billing_period: 'hour',
    });
    await make('tasks', { name: 'Paint', status: 'Completed', billing_rate: '10' }, `?project=${door.url}`);
    await make('tasks', { name: 'Hinges', status: 'Hidden' }, `?project=${door.url}`);
    expect(await names('/v2/tasks')).toEqual(['Hinges', 'Paint', 'Slates']);
    expect(await names('/v2/tasks?view=all&sort=-name')).toEqual(['Slates', 'Paint', 'Hinges']);
    expect(await names('/v2/tasks?view=active')).toEqual(['Slates']);
    expect(await names('/v2/tasks?view=completed')).toEqual(['Paint']);
    expect(await names('/v2/tasks?view=hidden')).toEqual(['Hinges']);
    expect(await names('/v2/tasks?sort=billing_rate')).toEqual(['Hinges', 'Slates', 'Paint']);
    expect(await names('/v2/tasks?sort=-project')).toEqual(['Slates', 'Paint', 'Hinges']);
    expect(await names(`/v2/tasks?project=${door.url}`)).toEqual(['Hinges', 'Paint']);
    expect(await names('/v2/tasks?updated_since=2025-11-11')).toEqual([]);
    expect((await client.call('DELETE', pathOf(roof.url))).status).toBe(409);
    expect((await client.call('DELETE', pathOf(slates.url))).status).toBe(200);
    expect((await client.call('DELETE', pathOf(roof.url))).status).toBe(200);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['', { name: 'x' }, "project can't be blank"],
    ['?project=/v2/projects/99', { name: 'x' }, 'project was not found'],
    ['?project=/v2/projects/11', {}, "name can't be blank"],
    ['?project=/v2/projects/11', { name: 'x', status: 'Cancelled' }, 'status is invalid'],
    ['?project=/v2/projects/11', { name: 'x', billing_period: 'week' }, 'billing_period is invalid'],
  ])('%s %j is refused: %s', async (query, task, message) => {
    const records = {
      contacts: [{ id: 11, organisation_name: 'Acme' }],
      projects: [{ id: 11, contact: '/v2/contacts/11', name: 'Roof' }],
    };
    client = await start({ scenario: { companies: [{ ...ash, records }] } });
    const answer = await client.call('POST', `/v2/tasks${query}`, { task });
    expect([answer.status, answer.json.errors]).toEqual([422, [{ message }]]);
    expect((await client.get('/v2/tasks')).json.tasks).toEqual([]);
  });

  test('rates are for users with Contacts & Projects only', async () => {
    const records = {
      contacts: [{ id: 11, organisation_name: 'Acme' }],
      projects: [{ id: 11, contact: '/v2/contacts/11', name: 'Roof' }],
      tasks: [{ id: 11, project: '/v2/projects/11', name: 'Slates', billing_rate: '9' }],
    };
    const low = await start({ scenario: { companies: [{ ...ash, records, access_level: 1 }] } });
    const { task } = (await low.get('/v2/tasks/11')).json;
    expect(task.name).toBe('Slates');
    for (const name of ['billing_rate', 'billing_period']) expect(task).not.toHaveProperty(name);
  });
});

describe('2.4, 4.5 notes', () => {
  test.each(['contact', 'project'])(
    'of a %s: created with 200 and no Location, listed by it, changed, deleted',
    async (kind) => {
      const acme = await make('contacts', { organisation_name: 'Acme' });
      const parent = kind === 'contact' ? acme : await make('projects', { contact: acme.url, name: 'Roof' });
      const made = await client.call('POST', `/v2/notes?${kind}=${parent.url}`, { note: { note: 'Called' } });
      expect([made.status, made.headers.get('location')]).toEqual([200, null]);
      expect(made.json.note).toMatchObject({ note: 'Called', parent_url: parent.url, author: 'Dora Ash' });
      const own = pathOf(made.json.note.url);
      const changed = await client.call('PUT', own, {
        note: { note: 'Wrote', author: 'Me', parent_url: '/v2/contacts/9' },
      });
      expect(changed.json.note).toMatchObject({ note: 'Wrote', parent_url: parent.url, author: 'Dora Ash' });
      expect((await client.get(`/v2/notes?${kind}=${parent.url}`)).json.notes).toHaveLength(1);
      expect((await client.get(own)).json.note.note).toBe('Wrote');
      expect((await client.call('PUT', own, { note: { note: '' } })).status).toBe(422);
      expect((await client.call('DELETE', own)).status).toBe(200);
      expect((await client.get(`/v2/notes?${kind}=${parent.url}`)).json.notes).toEqual([]);
    },
  );

  test('a list names its contact or project; a note has one and a text', async () => {
    expect((await client.get('/v2/notes')).status).toBe(400);
    expect((await client.get('/v2/notes?contact=/v2/contacts/99')).status).toBe(404);
    const post = (query: string, note: unknown) => client.call('POST', `/v2/notes${query}`, { note });
    expect((await post('', { note: 'x' })).json.errors).toEqual([{ message: "contact or project can't be blank" }]);
    expect((await post('?contact=/v2/contacts/99', { note: 'x' })).json.errors).toEqual([
      { message: 'contact or project was not found' },
    ]);
    const { url } = await make('contacts', { organisation_name: 'Acme' });
    expect((await post(`?contact=${url}`, {})).json.errors).toEqual([{ message: "note can't be blank" }]);
  });
});
