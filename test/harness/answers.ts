import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { z } from 'zod';
import { openApiOf } from '../../src/doors/api/docs/openapi.js';

/**
 * Holds every answer of the API against its own description, in every test that opens the app: a field that the
 * description does not name, or one that is missing, makes the answer a 500 with what is wrong.
 */
interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}
interface Operation {
  readonly responses: Readonly<Record<string, Answer | undefined>>;
}
interface Answer {
  readonly content?: Readonly<Record<string, { readonly schema?: object } | undefined>>;
}

/** The same for every app of a process: it is made from declarations. */
let described: Described | undefined;
const checkers = new Map<object, z.ZodType>();

export function holdToDescription(app: NestExpressApplication): void {
  app.use((request: Request, response: Response, next: NextFunction) => {
    if (request.path.startsWith('/api/')) {
      const json = response.json.bind(response);
      response.json = (body: unknown) => {
        described ??= openApiOf(app) as unknown as Described;
        const wrong = wrongWith(described, { request, response, body });
        if (wrong === undefined) return json(body);
        // The client of a test shows the status alone.
        process.stderr.write(`An answer is not as it is described: ${wrong}\n`);
        return json.call(response.status(500), { type: 'answer-not-as-described', detail: wrong });
      };
    }
    next();
  });
}

interface Answered {
  readonly request: Request;
  readonly response: Response;
  readonly body: unknown;
}

function wrongWith({ paths, components }: Described, { request, response, body }: Answered): string | undefined {
  const route = (request.route as { path?: string } | undefined)?.path;
  // What no route answers is not described, nor what is wrong with us.
  if (route === undefined || response.statusCode >= 500) return undefined;
  const path = route.replaceAll(/:(\w+)/g, '{$1}');
  const operation = paths[path]?.[request.method.toLowerCase()];
  if (operation === undefined) return undefined;
  const at = `${request.method} ${path}, ${response.statusCode}`;
  const type = response.statusCode < 400 ? 'application/json' : 'application/problem+json';
  const schema = operation.responses[String(response.statusCode)]?.content?.[type]?.schema;
  if (schema === undefined) return `${at} is not described`;
  // As it is sent: what is absent is absent, and amounts and times are text.
  const sent: unknown = JSON.parse(JSON.stringify(body));
  const read = checkerOf(schema, components.schemas).safeParse(sent);
  if (read.success) return undefined;
  return `${at}: ${read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')}`;
}

function checkerOf(schema: object, all: Readonly<Record<string, unknown>>): z.ZodType {
  const known = checkers.get(schema);
  if (known !== undefined) return known;
  const text = JSON.stringify(strict({ ...schema, $defs: namedIn(schema, all) }));
  const made = z.fromJSONSchema(
    JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')) as Parameters<typeof z.fromJSONSchema>[0],
  );
  checkers.set(schema, made);
  return made;
}

/** Text that is a day, a moment or money, which a schema has to say. */
const said = String.raw`^-?\d+\.\d{2}$|^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$`;
const plainText = `^(?!(?:${said.replaceAll('^', '').replaceAll('$', '')})$)`;

/**
 * Answers may grow, so their description does not refuse what it does not name; here it does. And text that is said to
 * be no more than text must not be a day, a moment or money.
 */
export function strict<Schema>(schema: Schema): Schema {
  if (Array.isArray(schema)) return schema.map((one: unknown) => strict(one)) as Schema;
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, strict(part as unknown)]));
  if (inner.type === 'object' && inner.properties !== undefined)
    return { additionalProperties: false, ...inner } as Schema;
  const isPlain = inner.type === 'string' && !['format', 'pattern', 'enum', 'const'].some((name) => name in inner);
  return (isPlain ? { ...inner, pattern: plainText } : inner) as Schema;
}

/** The schemas that one refers to, and those that these refer to. */
function namedIn(schema: object, all: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  const look = (one: unknown) => {
    for (const [, name = ''] of JSON.stringify(one).matchAll(/#\/components\/schemas\/(\w+)/g))
      if (!(name in found)) {
        found[name] = all[name];
        look(all[name]);
      }
  };
  look(schema);
  return found;
}
