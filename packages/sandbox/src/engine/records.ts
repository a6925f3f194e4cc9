import { invalid, refuse } from '../answer.js';
import { attachmentFaults, fileAttachment } from './attachment.js';
import { readFields, type Reading } from './field.js';
import type { Act } from './call.js';
import type { Resource } from './resource.js';
import { changed, type Row, type Values } from './table.js';

/** Requests, controls and scenarios all create, change and remove records here, by the rules of the resource. */
export function createRow(resource: Resource, act: Act, sent: Values, reading: Reading = {}): Row {
  refuseReadOnly(resource, sent, reading);
  const values = valuesOf(resource, act, sent, undefined, reading);
  const key =
    resource.keyOf?.(values) ?? keyFrom(act, resource, reading.seeding || act.unguarded ? sent['id'] : undefined);
  const row: Row = { key, values, createdAt: act.now, updatedAt: act.now };
  return commit(resource, act, row, undefined);
}

export function changeRow(resource: Resource, act: Act, row: Row, sent: Values, reading: Reading = {}): Row {
  const refusal = resource.fixed?.(act, row);
  if (refusal) throw refusal;
  refuseReadOnly(resource, sent, reading);
  const values = valuesOf(resource, act, sent, row, reading);
  return commit(resource, act, changed(row, values, act.now), row);
}

export function removeRow(resource: Resource, act: Act, row: Row): void {
  const why = resource.kept?.(act, row);
  if (why !== undefined) throw typeof why === 'string' ? refuse(409, why) : why;
  refuseLocked(resource, act, [row]);
  act.company.table(resource.plural).delete(row.key);
  act.company.ledger.post(sourceOf(resource, row), []);
  resource.follows?.(act, undefined, row);
}

function valuesOf(resource: Resource, act: Act, sent: Values, before: Row | undefined, reading: Reading): Values {
  if (resource.reads) return resource.reads(act, sent, before);
  const messages: string[] = [];
  let values = readFields(resource.fields, act, sent, before?.values ?? {}, { ...reading, messages });
  if (messages.length === 0) {
    values = resource.settle?.(act, values, sent, before) ?? values;
    messages.push(...(resource.check?.(act, values, before) ?? []), ...attachmentFaults(act, values));
  }
  if (messages.length > 0) throw invalid(messages);
  return fileAttachment(act, values);
}

function refuseReadOnly(resource: Resource, sent: Values, reading: Reading): void {
  if (!resource.strict || reading.seeding) return;
  const refused = Object.keys(sent).filter(
    (name) => name === 'url' || !resource.fields[name] || resource.fields[name].readOnly,
  );
  if (refused.length > 0) throw refuse(400, `${refused.join(', ')} cannot be set`);
}

/** A scenario or a control may choose a record's number; later ones are greater. */
function keyFrom(act: Act, resource: Resource, chosen: unknown): string {
  const id = Number(chosen);
  if (chosen === undefined || !Number.isInteger(id)) return String(act.company.nextId(resource.singular));
  act.company.reserveId(resource.singular, id);
  return String(id);
}

function commit(resource: Resource, act: Act, row: Row, before: Row | undefined): Row {
  refuseLocked(resource, act, before ? [before, row] : [row]);
  const { company } = act;
  company.table(resource.plural).put(row);
  if (resource.posts) company.ledger.post(sourceOf(resource, row), resource.posts(act, row));
  resource.follows?.(act, row, before);
  return company.table(resource.plural).get(row.key) ?? row;
}

function sourceOf(resource: Resource, row: Row): string {
  return `${resource.plural}/${row.key}`;
}

/** Nothing dated in a locked period may be added or removed. */
function refuseLocked(resource: Resource, act: Act, rows: readonly Row[]): void {
  if (!resource.posts || act.unguarded) return;
  const days = rows.flatMap((row) => resource.posts!(act, row).slice(0, 1)).map(({ datedOn }) => datedOn);
  if (days.some((day) => day !== undefined && act.company.locked(day))) {
    throw invalid([`${resource.datedBy ?? 'dated_on'} is in a locked period`]);
  }
}
