import { z } from 'zod';
import { AppModule } from '../../../src/app/app.module.js';
import { insertPractice } from '../../factories/practice.js';
import { type TempDatabase, tempDatabase } from '../../factories/database.js';
import { SyncRecord } from '../../../src/record/runs/sync-record.entity.js';
import { messageKinds } from '../../../src/record/messages/message-kinds.js';
import { strict } from '../../harness/answers.js';
import { type Door, openDoor, StillClock } from './door.js';
import { routeTable, takesFile } from './route-table.js';

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}
interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly 'x-role'?: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: unknown }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema?: unknown }>> }>>;
}

describe('the document of the API', () => {
  let temp: TempDatabase;
  let door: Door;
  let document: Document;
  let token: string;

  beforeAll(async () => {
    temp = await tempDatabase(new StillClock());
    await insertPractice(temp.database);
    await insertSync(temp);
    door = await openDoor(temp.database, [AppModule]);
    token = await door.token();
    document = (await door.http.get('/api/openapi.json').expect(200)).body as Document;
  });
  afterAll(async () => {
    await door.close();
    await temp.remove();
  });

  const operations = () =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
    );

  /** A schema of the document itself, strict: a field that it does not name is an error. */
  const checkerOf = (schema: unknown) => {
    const text = JSON.stringify(strict({ ...(schema as object), $defs: document.components.schemas }));
    return z.fromJSONSchema(JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')));
  };

  it('says of every answer with a link, a token or a code that it is not kept under an Idempotency-Key', () => {
    const secret = /"(?:url|link|token|code|secret|authorizeUrl)":\{/;
    const schemaOf = (operation: Operation) => {
      const named = JSON.stringify(Object.entries(operation.responses).filter(([status]) => status < '300'));
      const refs = named.matchAll(/#\/components\/schemas\/(\w+)/g);
      return [...refs].map(([, name = '']) => JSON.stringify(document.components.schemas[name])).join('');
    };
    const keyed = operations().filter(({ operation }) =>
      operation.parameters?.some((one) => one.name === 'Idempotency-Key'),
    );
    // Its `url` is that of a person at the accounting service.
    const open = ['/api/companies/{company}/allocations/preview'];
    const withSecret = keyed.filter(({ path, operation }) => !open.includes(path) && secret.test(schemaOf(operation)));
    const kept = withSecret.filter(
      ({ operation }) => !JSON.stringify(operation.parameters).includes('a link is not kept'),
    );
    expect(keyed.length).toBeGreaterThan(20);
    expect(withSecret.map(({ path }) => path)).toEqual([
      ...['/api/companies', '/api/client-approvals', '/api/companies/{company}/client-links'],
    ]);
    expect(kept).toEqual([]);
  });

  it('asks for If-Match only where a version is changed, and for no other header', () => {
    const must = operations().flatMap(({ path, method, operation }) =>
      (operation.parameters ?? [])
        .filter(({ in: place, required }) => place === 'header' && required)
        .map(({ name }) => `${method} ${path} ${name}`),
    );
    const versioned = ['companies/{company}/policy', 'companies/{company}/allocations', 'payrolls/{company}/pensions'];
    expect(must).toEqual(versioned.map((path) => `PUT /api/${path} If-Match`));
  });

  it('has each operation under one heading', () => {
    const headings = operations().map(({ operation }) => operation.tags ?? []);
    expect(headings.filter((tags) => tags.length !== 1)).toEqual([]);
  });

  it('is OpenAPI 3.1 and lists every route under /api with the role it needs', () => {
    expect(document.openapi).toBe('3.1.0');
    const documented = operations().map(({ path, method, operation }) => [
      `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      operation['x-role'],
    ]);
    const isOwn = (route: string) => /^GET \/api\/(openapi.json|docs)/.test(route);
    const inTable = Object.entries(routeTable).filter(([route]) => route.includes(' /api/') && !isOwn(route));
    const roles = inTable.map(([route, least]) => [route, least.split(' ')[0]]);
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(roles));
  });

  it('describes for every route what it does, what it takes and how it refuses', () => {
    for (const { path, method, operation } of operations()) {
      expect([path, operation.summary]).toEqual([path, expect.stringMatching(/.{10}/)]);
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['400', '401', '403', '429']));
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const documented =
        operation.parameters?.filter((parameter) => parameter.in === 'path').map(({ name }) => name) ?? [];
      expect([path, documented.sort()]).toEqual([path, inPath.sort()]);
      if (method === 'POST' || method === 'PUT') {
        const type = takesFile(path) ? 'application/octet-stream' : 'application/json';
        expect(operation.requestBody?.content[type]?.schema).toBeDefined();
      }
    }
    const received = Object.values(document.webhooks).map(({ post }) => post?.operationId ?? '');
    const ids = [...operations().map(({ operation }) => operation.operationId), ...received];
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z]+([A-Z][a-z]+)*$/.test(id))).toEqual([]);
    expect(ids).toEqual(expect.arrayContaining(['getSync', 'listEvents', 'onMonthClosed']));
  });

  /** The schemas that bodies or answers refer to, and those that these refer to. */
  const schemasOf = (part: 'requestBody' | 'responses'): ReadonlyMap<string, unknown> => {
    const found = new Map<string, unknown>();
    const look = (text: string) => {
      for (const [, name = ''] of text.matchAll(/#\/components\/schemas\/(\w+)/g))
        if (!found.has(name)) {
          found.set(name, document.components.schemas[name]);
          look(JSON.stringify(found.get(name)));
        }
    };
    look(JSON.stringify(operations().map(({ operation }) => operation[part])));
    return found;
  };

  it('lets answers grow, and bodies not', () => {
    const closed = (part: 'requestBody' | 'responses') =>
      [...schemasOf(part)].flatMap(([name, schema]) =>
        JSON.stringify(schema).includes('"additionalProperties":false') ? [name] : [],
      );
    expect(closed('responses')).toEqual([]);
    expect(closed('requestBody')).toEqual(expect.arrayContaining(['PostMany', 'Decide']));
  });

  /** By their names; what tests are answered is held to it by its value (test/harness/answers.ts). */
  it('says of each day, moment and amount in an answer what it is', () => {
    const money =
      /^(gross|net|tax|amount|debit|balance|before|after|employeeNi|employerNi|pension|other|taxAuthority)$/;
    const bare = [...schemasOf('responses')].flatMap(([component, schema]) =>
      bareIn(schema)
        .filter((name) => /(On|At)$/.test(name) || money.test(name))
        .map((name) => `${component}.${name}`),
    );
    expect(bare).toEqual([]);
  });

  it('says how a token looks, and how long a name is kept', async () => {
    const { info, components } = document as unknown as {
      readonly info: { readonly description: string };
      readonly components: { readonly securitySchemes: { readonly bearer: { readonly bearerFormat: string } } };
    };
    const [prefix = '', length = ''] = components.securitySchemes.bearer.bearerFormat.split(/ and | characters/);
    expect(token).toMatch(new RegExp(`^${prefix}[\\w-]{${length}}$`));
    expect(info.description).toContain('at least a year');
  });

  it('refers to nothing that it does not hold', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference);
    expect(references.length).toBeGreaterThan(10);
    const names = new Set(Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`));
    expect(references.filter((reference) => !names.has(reference as string))).toEqual([]);
  });

  it.each([
    ['/api/pay-runs', '/api/pay-runs?limit=200'],
    ['/api/pay-runs/{company}/{year}/{period}/{paidOn}', '/api/pay-runs/Bramley%20Ltd/2026/6/2025-10-31'],
    ['/api/pay-runs/{company}/{year}/{period}/{paidOn}', '/api/pay-runs/Holt%20Ltd/2026/6/2025-10-31'],
    ['/api/companies', '/api/companies'],
    ['/api/companies/{company}/policy', '/api/companies/Ash%20Ltd/policy'],
    ['/api/log', '/api/log'],
    ['/api/syncs', '/api/syncs'],
    ['/api/syncs/{id}', '/api/syncs/sync-1'],
  ])('holds for the real answer of GET %s', async (path, real) => {
    const schema = document.paths[path]?.get?.responses['200']?.content?.['application/json']?.schema;
    const answer = await door.http.get(real).set('Authorization', `Bearer ${token}`).expect(200);
    const read = checkerOf(schema).safeParse(answer.body);
    expect(read.error?.issues ?? []).toEqual([]);
    // And the check itself works: an answer with an extra or a missing field does not match the document.
    expect(checkerOf(schema).safeParse({ ...answer.body, surprise: 1 }).success).toBe(false);
    expect(checkerOf(schema).safeParse({}).success).toBe(false);
  });

  it('holds for problems', async () => {
    const answer = await door.http.get('/api/pay-runs').expect(401);
    expect(checkerOf(document.components.schemas.Problem).safeParse(answer.body).success).toBe(true);
  });

  it('describes every message to the webhook, how it is signed and what is in it', () => {
    expect(Object.keys(document.webhooks)).toEqual(Object.keys(messageKinds));
    for (const { post } of Object.values(document.webhooks)) {
      expect(post?.parameters?.[0]).toMatchObject({ name: 'Counterfoil-Signature', in: 'header', required: true });
      expect(post?.requestBody?.content['application/json']?.schema).toEqual({
        $ref: '#/components/schemas/WebhookMessage',
      });
    }
  });

  it('offers If-None-Match wherever JSON is read', () => {
    for (const path of ['/api/pay-runs', '/api/companies', '/api/log', '/api/syncs']) {
      const get = document.paths[path]?.get;
      expect(get?.parameters?.map(({ name }) => name)).toContain('If-None-Match');
      expect(Object.keys(get?.responses ?? {})).toContain('304');
    }
  });

  it('offers an Idempotency-Key wherever something is done', () => {
    const posts = operations().filter(({ method, path }) => method === 'POST' && !takesFile(path));
    expect(posts.length).toBeGreaterThan(9);
    for (const { path, operation } of posts) {
      const names = operation.parameters?.map(({ name }) => name);
      expect([path, names]).toEqual([path, expect.arrayContaining(['Idempotency-Key'])]);
    }
  });
});

/** The names of fields that are text, and nothing says what for. */
function bareIn(schema: unknown, name = ''): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap((one) => bareIn(one, name));
  if (typeof schema !== 'object' || schema === null) return [];
  const {
    properties = {},
    items,
    anyOf,
    ...own
  } = schema as {
    readonly properties?: object;
    readonly items?: unknown;
    readonly anyOf?: unknown;
    readonly type?: string;
  };
  const isBare = own.type === 'string' && !['format', 'pattern', 'enum', 'const'].some((key) => key in own);
  const inner = Object.entries(properties).flatMap(([key, part]) => bareIn(part, key));
  return [...(isBare ? [name] : []), ...inner, ...bareIn(items, name), ...bareIn(anyOf, name)];
}

async function insertSync({ database }: TempDatabase): Promise<void> {
  const request = { trigger: 'api', actor: 'tester', year: 2026 } as const;
  const result = {
    ...{ company: 'Ash Ltd', posted: 1, adopted: 0, amended: 0, ready: 0, held: 0, inDoubt: 0, changed: 0, drift: 0 },
    ...{ refused: 0, notReady: 1, nothing: 0, unchanged: 3, requests: 9 },
  };
  const progress = { company: 'Ash Ltd', step: 'done', done: 1, total: 1 } as const;
  const at = new Date('2025-11-07T08:00:00Z');
  const company = await database.read((rows) =>
    rows.query<{ id: string }[]>(`SELECT id FROM companies WHERE name = 'Ash Ltd'`),
  );
  await database.work((rows) =>
    rows.insert(SyncRecord, {
      ...{ id: 'sync-1', companyId: company[0]?.id ?? '', trigger: 'api', actor: 'tester', state: 'done', request },
      ...{ progress, result, problem: null, queuedAt: at, startedAt: at, endedAt: at },
    }),
  );
}
