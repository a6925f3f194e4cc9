import type { Route } from './router.js';

/** The refusals of the service in OpenAPI: one message alone, or what is wrong with each value. */
type Schema = Record<string, unknown>;

const MEDIA = ['application/json', 'application/xml'];
const message = { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] };

export const ERROR_SCHEMAS: Record<string, Schema> = {
  Refusal: {
    type: 'object',
    properties: { errors: { type: 'object', properties: { error: message }, required: ['error'] } },
    required: ['errors'],
  },
  Mistakes: {
    type: 'object',
    properties: { errors: { type: 'array', items: message } },
    required: ['errors'],
  },
};

const single = (words: string) => ({ errors: { error: { message: words } } });
const EVERY = ['User-Agent', 'X-Subdomain'].join(' or ');

/** By status: what it means, its schema, and an answer as it is sent. */
const REFUSALS: Readonly<Record<string, { description: string; schema: string; example: unknown }>> = {
  '400': {
    description: `Unreadable: a body, a date or a parameter, or no ${EVERY}`,
    schema: 'Refusal',
    example: single('from_date is not a date.'),
  },
  '401': {
    description: 'No access token, or one that has ended',
    schema: 'Refusal',
    example: single('Access token not recognised'),
  },
  '403': {
    description: 'The access level is too low, or the company is not of this kind',
    schema: 'Refusal',
    example: single('You are not allowed to access this action.'),
  },
  '404': { description: 'Not there', schema: 'Refusal', example: single('Resource not found') },
  '406': {
    description: 'No statement, or none with a line',
    schema: 'Refusal',
    example: single('statement holds no data.'),
  },
  '409': {
    description: 'What depends on the record forbids it',
    schema: 'Refusal',
    example: single('The contact has projects, so it cannot be deleted.'),
  },
  '415': {
    description: 'The body is neither JSON nor XML',
    schema: 'Refusal',
    example: single('Send the body with Content-Type: application/json or application/xml.'),
  },
  '422': {
    description: 'Every value that is wrong',
    schema: 'Mistakes',
    example: { errors: [{ message: "name can't be blank" }, { message: 'dated_on is in a locked period' }] },
  },
};

const LIMITED: Schema = {
  description: 'Too many requests: 120 a minute, 3,600 an hour for each user and company',
  headers: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } },
  content: { 'text/plain': { schema: { type: 'string' }, example: 'Rate limit exceeded' } },
};

const nameOf = (status: string) => `Refused${status}`;

export const ERROR_RESPONSES: Record<string, Schema> = {
  ...Object.fromEntries(
    Object.entries(REFUSALS).map(([status, { description, schema, example }]) => {
      const body = { schema: { $ref: `#/components/schemas/${schema}` } };
      const content = { [MEDIA[0]!]: { ...body, example }, [MEDIA[1]!]: body };
      return [nameOf(status), { description, content }];
    }),
  ),
  Refused429: LIMITED,
  NotModified: { description: 'The caller has this document already (If-None-Match)' },
};

/** Which refusals a route can answer with. */
export function refusalsOf(route: Route): Record<string, Schema> {
  const changes = route.method !== 'GET';
  const takes = ['POST', 'PUT'].includes(route.method);
  const statuses = [
    ...(route.scope === 'open' ? ['400', '403', '404'] : ['400', '401', '403', '404', '422', '429']),
    ...(changes ? ['409'] : []),
    ...(takes ? ['415'] : []),
    ...(route.doc?.refuses === undefined ? [] : [String(route.doc.refuses)]),
  ].toSorted();
  const refs = statuses.map((status) => [status, { $ref: `#/components/responses/${nameOf(status)}` }]);
  const unchanged = changes || route.scope === 'open' ? {} : { '304': { $ref: '#/components/responses/NotModified' } };
  return { ...unchanged, ...Object.fromEntries(refs) };
}
