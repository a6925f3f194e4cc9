import { forbidden, notFound, type Reply } from '../answer.js';
import { documentOf, recordIn } from './body.js';
import { isObject, type JsonObject } from './json.js';
import type { Call, CompanyCall, PracticeCall } from './call.js';
import type { Route, RouteDoc } from './router.js';
import { elementsOf, type Fields, showFields } from './field.js';
import { listed } from './listing.js';
import { PER_PAGE_MAX, pageOf } from './paging.js';
import { changeRow, createRow, removeRow } from './records.js';
import type { Operation, Resource } from './resource.js';
import { type Row, type Table, timestamp } from './table.js';

/** The routes of a resource described as data. */
export function routesOf(resource: Resource): Route[] {
  const path = `/v2/${resource.plural}`;
  const acts = {
    list: ['GET', path, (call: Call) => list(resource, call)],
    read: ['GET', `${path}/:id`, (call: Call) => read(resource, call)],
    create: ['POST', path, (call: Call) => create(resource, call as CompanyCall)],
    update: ['PUT', `${path}/:id`, (call: Call) => update(resource, call as CompanyCall, rowAsked(resource, call))],
    delete: ['DELETE', `${path}/:id`, (call: Call) => remove(resource, call as CompanyCall)],
  } as const;
  return resource.operations.map((operation): Route => {
    const [method, routePath, act] = acts[operation];
    const doc = docOf(resource, operation);
    return resource.scope === 'practice'
      ? { method, path: routePath, scope: 'practice', doc, act: act as (call: PracticeCall) => Reply }
      : { method, path: routePath, scope: 'company', level: resource.level, doc, act };
  });
}

const STAMPS: Fields = {
  created_at: { type: 'timestamp', readOnly: true },
  updated_at: { type: 'timestamp', readOnly: true },
};

const shown = new WeakMap<Resource, Fields>();

/** The fields that answers show. Always the same object, so that the OpenAPI document has one schema for it. */
export function shownFields(resource: Resource): Fields {
  const fields = shown.get(resource) ?? {
    url: { type: 'uri', readOnly: true },
    ...resource.fields,
    ...(!resource.unstamped && STAMPS),
  };
  shown.set(resource, fields);
  return fields;
}

function docOf(resource: Resource, operation: Operation): RouteDoc {
  const { section, singular, plural } = resource;
  const record = { [singular]: { type: 'object', parts: shownFields(resource) } } as const;
  const many = resource.batch && {
    [plural]: { ...record[singular]!, type: 'array', element: singular, rare: true } as const,
  };
  const one = `${/^[aeio]/.test(singular) ? 'an' : 'a'} ${singular.replaceAll('_', ' ')}`;
  const single = resource.singleRoot ? { [resource.singleRoot]: record[singular]! } : record;
  switch (operation) {
    case 'list':
      return {
        section,
        summary: `Lists ${plural.replaceAll('_', ' ')}`,
        query: listQuery(resource),
        answers: { [plural]: { type: 'array', element: singular, parts: shownFields(resource) } },
        paged: true,
      };
    case 'read':
      return { section, summary: `Reads ${one}`, answers: single };
    case 'create':
      return {
        section,
        summary: `Makes ${one}`,
        query: Object.keys(resource.fromQuery ?? {}),
        takes: { ...record, ...many },
        answers: { ...record, ...many },
        status: resource.createdPlainly ? 200 : 201,
      };
    case 'update':
      return { section, summary: `Changes ${one}`, takes: record, answers: record };
    case 'delete':
      return {
        section,
        summary: `Removes ${one}`,
        ...(resource.deleteShows && { answers: record }),
      };
  }
}

function listQuery(resource: Resource): string[] {
  return [
    ...(resource.views ? ['view'] : []),
    ...(resource.sorts ? ['sort'] : []),
    ...(resource.datedBy ? ['from_date', 'to_date'] : []),
    ...Object.keys(resource.filters ?? {}),
    'updated_since',
  ];
}

function tableOf(resource: Resource, call: Call): Table {
  if (resource.ukOnly && !(call as CompanyCall).company.isUk()) throw forbidden();
  return resource.table?.(call) ?? (call as CompanyCall).company.table(resource.plural);
}

export function render(resource: Resource, call: Call, row: Row, single = true): JsonObject {
  const reduced = resource.reduced?.(call);
  if (reduced) return Object.fromEntries(reduced.map((name) => [name, row.values[name]]));
  if (resource.shows) return resource.shows(call, row, single);
  return {
    url: `${call.base}/v2/${resource.plural}/${row.key}`,
    ...showFields(resource.fields, call, row, single),
    ...resource.extra?.(call as CompanyCall, row, single),
    ...(!resource.unstamped && { created_at: timestamp(row.createdAt), updated_at: timestamp(row.updatedAt) }),
  };
}

export function rowAsked(resource: Resource, call: Call): Row {
  const row = tableOf(resource, call).get(call.params['id']!);
  if (!row || resource.visible?.(call, row) === false) throw notFound();
  return row;
}

function list(resource: Resource, call: Call): Reply {
  const rows = listed(resource, call as CompanyCall, tableOf(resource, call));
  const page = pageOf(call, rows, resource.perPageMax?.(call) ?? PER_PAGE_MAX);
  return {
    headers: page.headers,
    json: { [resource.plural]: page.records.map((row) => render(resource, call, row, false)) },
  };
}

export function read(resource: Resource, call: Call, row = rowAsked(resource, call)): Reply {
  return { json: { [resource.singleRoot ?? resource.singular]: render(resource, call, row) } };
}

function create(resource: Resource, call: CompanyCall): Reply {
  const document = documentOf(call);
  const many = resource.batch ? elementsOf(document[resource.plural]) : undefined;
  if (many) return createAll(resource, call, many);
  const row = createRow(resource, call, { ...recordIn(document, resource), ...queryFields(resource, call) });
  const record = render(resource, call, row);
  if (resource.createdPlainly) return { json: { [resource.singular]: record } };
  return { status: 201, headers: { location: String(record['url']) }, json: { [resource.singular]: record } };
}

/** Creates all records of a batch, or none. */
function createAll(resource: Resource, call: CompanyCall, many: readonly unknown[]): Reply {
  const made: Row[] = [];
  try {
    for (const sent of many) made.push(createRow(resource, call, isObject(sent) ? sent : {}));
  } catch (error) {
    for (const row of made.reverse()) removeRow(resource, { ...call, unguarded: true }, row);
    throw error;
  }
  return { status: 201, json: { [resource.plural]: made.map((row) => render(resource, call, row)) } };
}

function queryFields(resource: Resource, call: Call): JsonObject {
  const named = Object.entries(resource.fromQuery ?? {}).filter(([name]) => call.query.has(name));
  return Object.fromEntries(named.map(([name, field]) => [field, call.query.get(name)]));
}

export function update(resource: Resource, call: CompanyCall, row: Row): Reply {
  const after = changeRow(resource, call, row, recordIn(documentOf(call), resource));
  return { json: { [resource.singular]: render(resource, call, after) } };
}

function remove(resource: Resource, call: CompanyCall): Reply {
  const row = rowAsked(resource, call);
  removeRow(resource, call, row);
  return resource.deleteShows ? { json: { [resource.singular]: render(resource, call, row) } } : {};
}
