import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import * as z from 'zod';
import { problemAnswer } from '../../../answers/problem.js';
import { operationId } from './operation-id.js';
import { webhookMessage, webhooks } from './webhooks.js';

const version = '1';
const description = `Posts UK payroll into a company’s books exactly once, and keeps the proof.

**Versions.** Addresses have no version in them. Within a major version of Counterfoil nothing is taken out or means something else; answers may get more fields, and lists of words such as states more words, so pass over what you do not know. What gets another name keeps its old one for a whole major version, and for at least a year. CHANGELOG names what changed.

**Days** are \`2025-10-31\`, **moments** are RFC 3339 in UTC, **money** is text with two decimals. A method that an address does not take is answered 405, with \`Allow\`.

**A typed client** is made from \`/api/openapi.json\`: with \`openapi-typescript\` and \`openapi-fetch\`, say, as our own test does that closes a month.`;

/** The API's description, made from the schemas that check its input and type its answers. */
export function openApiOf(app: INestApplication): OpenAPIObject {
  const head = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Counterfoil')
    .setVersion(version)
    .setDescription(description)
    .addServer('/')
    .addBearerAuth({
      ...{ type: 'http', scheme: 'bearer', bearerFormat: 'counterfoil_ and 43 characters, opaque' },
      description: 'Made by `counterfoil tokens create`. It is looked up: nothing can be read from it.',
    })
    .addSecurityRequirements('bearer')
    .build();
  const document = SwaggerModule.createDocument(app, head, {
    // Every route has its heading. With its controller's name as a second one, Swagger UI shows ten operations of eighty.
    autoTagControllers: false,
    standardSchemaConverter: (schema, { schemaType }) => jsonSchemaOf(schema as z.ZodType, schemaType),
    operationIdFactory: (controller, method) => operationId(controller.replace('Controller', ''), method),
  });
  const ours = [problemAnswer, webhookMessage].map((schema) => jsonSchemaOf(schema, 'output').components);
  document.components = {
    ...document.components,
    schemas: Object.assign({}, document.components?.schemas, ...ours) as Schemas,
  };
  document.webhooks = webhooks();
  for (const { get } of Object.values(document.paths)) if (get !== undefined && isTagged(get)) mayBeKept(get);
  document.paths = Object.fromEntries(Object.entries(document.paths).filter(([path]) => path.startsWith('/api/')));
  return document;
}

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

/** By its content: where a route gives its own tag, the version of a policy, that is for If-Match alone. */
function isTagged({ responses: { 200: answer } }: Operation): boolean {
  if (answer === undefined || !('content' in answer)) return false;
  return answer.content?.['application/json'] !== undefined && answer.headers?.ETag === undefined;
}

/** Express gives every other JSON answer an ETag of its content, and 304 to a client that has it: app/not-modified.ts. */
function mayBeKept(get: Operation): void {
  const header = { name: 'If-None-Match', in: 'header', required: false, schema: { type: 'string' } } as const;
  const description = 'The ETag of the answer that the client has; several with commas, or `*`.';
  get.parameters = [...(get.parameters ?? []), { ...header, description }];
  get.responses['304'] = { description: 'The client already has it.' };
}

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

/** JSON Schema in the form of OpenAPI 3.1. Schemas with an id in their `meta` become components. */
function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const {
    $schema,
    $defs = {},
    ...root
  } = z.toJSONSchema(schema, {
    io,
    // An answer may grow: clients that are made from this must not refuse what is new.
    override: ({ jsonSchema }) => {
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return { schema: root as Schemas[string], components: $defs as Schemas };
}
