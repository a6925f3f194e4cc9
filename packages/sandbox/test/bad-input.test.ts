import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { RESOURCES, ROUTES } from '../src/registry.js';
import { type Client, start, stopAll } from './client.js';

/** Calls every route of a company: unreadable input and unknown records are refused, and change nothing. */
const routes = ROUTES.filter(({ scope }) => scope === 'company');
const named = (some: typeof routes) => some.map(({ method, path }) => [method, path] as const);
// Marking takes no body; the refusals of a statement are in banking.test.ts.
const withBody = named(
  routes.filter(({ method, path }) => ['POST', 'PUT'].includes(method) && !/mark_as|statement/.test(path)),
);
const ofOne = named(routes.filter(({ path }) => path.includes(':')));

const json = 'application/json';
const unreadable = [
  ['JSON that breaks off', '{"', json, 400],
  ['a list', '[]', json, 400],
  ['a text', '"words"', json, 400],
  ['XML that breaks off', '<record><name>', 'application/xml', 400],
  ['nothing under the name of the resource', '{"something_else":{}}', json, 400],
  ['a form', 'name=words', 'application/x-www-form-urlencoded', 415],
] as const;

const needs: Readonly<Record<string, string>> = {
  bank_transactions: 'bank_account',
  bank_transaction_explanations: 'bank_account',
  notes: 'contact',
};

describe('bad input of every family', () => {
  let client: Client;
  let keys: Record<string, string>;
  let lists: readonly string[];

  beforeAll(async () => {
    client = await start({ scenario: 'demo', limits: false });
    const first = async (plural: string): Promise<string | undefined> => {
      const need = needs[plural];
      const of = need && (await first(`${need}s`));
      const answer = await client.get(`/v2/${plural}?view=all${need ? `&${need}=${of}` : ''}`);
      return answer.json[plural]?.[0]?.url;
    };
    await client.call('POST', `/v2/notes?contact=${await first('contacts')}`, { note: { note: 'Called' } });
    const parents = { contact: await first('contacts'), bank_account: await first('bank_accounts') };
    const plurals = [...RESOURCES.map(({ plural }) => plural), 'journal_sets'];
    const found = await Promise.all(
      plurals.map(async (plural) => [plural, (await first(plural))?.split('/').at(-1) ?? ''] as const),
    );
    keys = { ...Object.fromEntries(found), categories: '285' };
    lists = [
      ...plurals.map((plural) => {
        const need = needs[plural] as keyof typeof parents | undefined;
        return `/v2/${plural}?view=all&per_page=100${need ? `&${need}=${parents[need]}` : ''}`;
      }),
      '/v2/categories?sub_accounts=true',
      '/v2/company',
      '/v2/accounting/trial_balance/summary?from_date=2000-01-01&to_date=2099-12-31',
      '/v2/payroll/2026',
      '/v2/cashflow?from_date=2025-01-01&to_date=2025-12-31',
    ];
  });
  afterAll(stopAll);

  const books = async () => Object.fromEntries(await Promise.all(lists.map(async (path) => [path, await read(path)])));
  async function read(path: string): Promise<string> {
    const { status, text } = await client.get(path);
    expect([path, status]).toEqual([path, 200]);
    return text;
  }
  /** The path to an existing record, when the route names one. */
  const pathOf = (path: string) => {
    const [, plural = ''] = /^\/v2\/(\w+)/.exec(path) ?? [];
    return path.replace(/:\w+/, keys[plural] ?? '');
  };

  test.each(withBody)('%s %s takes nothing that cannot be read', async (method, path) => {
    const before = await books();
    const answers = [];
    for (const [what, body, type] of unreadable) {
      const { status, json: answer } = await client.call(method, pathOf(path), body, { 'content-type': type });
      answers.push([what, status, answer?.errors?.error?.message === undefined ? answer : 'a message']);
    }
    expect(answers).toEqual(unreadable.map(([what, , , status]) => [what, status, 'a message']));
    expect(await books()).toEqual(before);
  });

  test.each(ofOne)('%s %s of a record that is not there is a 404', async (method, path) => {
    const before = await books();
    const missing = path.replace(/:\w+/g, '998998');
    const { status, json: answer } = await client.call(method, missing, method === 'GET' ? undefined : {});
    expect([status, typeof answer?.errors?.error?.message]).toEqual([404, 'string']);
    expect(await books()).toEqual(before);
  });
});
