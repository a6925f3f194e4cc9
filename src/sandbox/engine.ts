import { invalid, notFound, refuse, type Reply } from './answer.js';
import type { Call, CompanyCall, PracticeCall, Route } from './call.js';
import { pageOf } from './paging.js';
import { type JsonObject, rootOf } from './request-body.js';
import { type Resource, readField } from './resource.js';
import { type Row, timestamp, touch } from './row.js';

/** The routes of a resource described as data. */
export function routesOf(resource: Resource): Route[] {
  const path = `/v2/${resource.plural}`;
  const acts = {
    list: ['GET', path, (call: Call) => list(resource, call)],
    read: ['GET', `${path}/:id`, (call: Call) => read(resource, call)],
    create: ['POST', path, (call: Call) => create(resource, call as CompanyCall)],
    update: ['PUT', `${path}/:id`, (call: Call) => update(resource, call as CompanyCall, rowOf(resource, call))],
    delete: ['DELETE', `${path}/:id`, (call: Call) => remove(resource, call as CompanyCall)],
  } as const;
  return resource.operations.map((operation): Route => {
    const [method, routePath, act] = acts[operation];
    return resource.scope === 'practice'
      ? { method, path: routePath, scope: 'practice', act: act as (call: PracticeCall) => Reply }
      : { method, path: routePath, scope: 'company', level: resource.level, act };
  });
}

export function render(resource: Resource, call: Call, row: Row): JsonObject {
  const reduced = resource.reduced?.(call);
  if (reduced) return Object.fromEntries(reduced.map((name) => [name, row.values[name]]));
  const shown: JsonObject = { url: `${call.base}/v2/${resource.plural}/${row.key}` };
  for (const [name, field] of Object.entries(resource.fields)) {
    const value = row.values[name];
    if (value === undefined || field.writeOnly) continue;
    shown[name] = field.type === 'uri' ? `${call.base}${value as string}` : value;
  }
  return {
    ...shown,
    ...resource.extra?.(call, row),
    ...(!resource.unstamped && { created_at: timestamp(row.createdAt), updated_at: timestamp(row.updatedAt) }),
  };
}

function rowOf(resource: Resource, call: Call): Row {
  const row = resource.table(call).get(call.params['id']!);
  if (!row || resource.visible?.(call, row) === false) throw notFound();
  return row;
}

function list(resource: Resource, call: Call): Reply {
  const rows = [...resource.table(call).values()].filter(
    (row) =>
      resource.visible?.(call, row) !== false && row.createdAt < call.hiddenSince && matches(resource, call, row),
  );
  const page = pageOf(call, sorted(resource, call, rows), resource.perPageMax?.(call));
  return { headers: page.headers, json: { [resource.plural]: page.records.map((row) => render(resource, call, row)) } };
}

function matches(resource: Resource, call: Call, row: Row): boolean {
  const view = call.query.get('view');
  const inView = view === null || view === 'all' ? undefined : resource.views?.[view];
  if (inView && !inView(row)) return false;
  const since = sinceOf(call);
  if (since !== undefined && row.updatedAt < since) return false;
  if (resource.datedBy) {
    const date =
      resource.datedBy === 'created_at' ? timestamp(row.createdAt).slice(0, 10) : row.values[resource.datedBy];
    const { from, to } = datesOf(call);
    if ((from && !(String(date) >= from)) || (to && !(String(date) <= to))) return false;
  }
  return (resource.references ?? []).every((name) => {
    const uri = call.query.get(name);
    return uri === null || row.values[name] === readField({ type: 'uri' }, uri);
  });
}

function sorted(resource: Resource, call: Call, rows: Row[]): Row[] {
  const asked = call.query.get('sort') ?? resource.sorts?.[0];
  const name = asked?.replace(/^-/, '');
  if (!asked || !name || !resource.sorts?.includes(name)) return rows;
  const valueOf = (row: Row) =>
    name === 'created_at' ? row.createdAt : name === 'updated_at' ? row.updatedAt : String(row.values[name] ?? '');
  const sign = asked.startsWith('-') ? -1 : 1;
  return rows.sort((a, b) => {
    const [left, right] = [valueOf(a), valueOf(b)];
    return left < right ? -sign : left > right ? sign : 0;
  });
}

function read(resource: Resource, call: Call): Reply {
  return { json: { [resource.singular]: render(resource, call, rowOf(resource, call)) } };
}

function create(resource: Resource, call: CompanyCall): Reply {
  const sent = rootOf(call.body, resource.singular);
  const values = readFields(resource, call, sent, {});
  const row: Row = { key: String(call.company.nextId()), values, createdAt: call.now, updatedAt: call.now };
  resource.table(call).set(row.key, row);
  const record = render(resource, call, row);
  return { status: 201, headers: { location: String(record['url']) }, json: { [resource.singular]: record } };
}

export function update(resource: Resource, call: CompanyCall, row: Row): Reply {
  const values = readFields(resource, call, rootOf(call.body, resource.singular), row.values);
  for (const name of Object.keys(row.values)) if (!(name in values)) delete row.values[name];
  Object.assign(row.values, values);
  touch(row, call.now);
  return { json: { [resource.singular]: render(resource, call, row) } };
}

function remove(resource: Resource, call: CompanyCall): Reply {
  const row = rowOf(resource, call);
  const why = resource.kept?.(call, row);
  if (why) throw refuse(409, why);
  resource.table(call).delete(row.key);
  return {};
}

/** The values as they become; a null takes a value away; what is not described is ignored, as is what is read-only. */
function readFields(resource: Resource, call: CompanyCall, sent: JsonObject, before: JsonObject): JsonObject {
  const values: JsonObject = { ...before };
  const messages: string[] = [];
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.readOnly || !(name in sent)) continue;
    if (sent[name] === null || sent[name] === '') delete values[name];
    else {
      const value = readField(field, sent[name]);
      if (value === undefined) messages.push(`${name} is invalid`);
      else values[name] = value;
    }
  }
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.required && values[name] === undefined && !messages.includes(`${name} is invalid`)) {
      messages.push(`${name} can't be blank`);
    }
  }
  if (messages.length === 0) messages.push(...(resource.check?.(call, values) ?? []));
  if (messages.length > 0) throw invalid(messages);
  return values;
}

export function sinceOf(call: Call): number | undefined {
  const text = call.query.get('updated_since');
  if (text === null) return undefined;
  const since = Date.parse(text);
  if (Number.isNaN(since)) throw refuse(400, 'updated_since must be an ISO 8601 date-time.');
  return since;
}

export function datesOf(call: Call): { from: string | undefined; to: string | undefined } {
  const date = (name: string) => {
    const text = call.query.get(name);
    if (text === null) return undefined;
    if (readField({ type: 'date' }, text) === undefined) throw refuse(400, `${name} must be a date, YYYY-MM-DD.`);
    return text;
  };
  return { from: date('from_date'), to: date('to_date') };
}
