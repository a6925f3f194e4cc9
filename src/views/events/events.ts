import { In } from 'typeorm';
import type * as z from 'zod';
import type { Viewer } from '../../access/viewer.js';
import { onlyAmong } from '../../ground/among.js';
import type { ReadRows } from '../../ground/rows.js';
import { moment, type Page, type PageAsked, type SeekKeys, seek } from '../../ground/seek.js';
import { runTagOf } from '../../journal/nouns/identity.js';
import { pathOf } from '../../journal/nouns/pay-run.js';
import { ControlReading } from '../../record/controls.entity.js';
import type { MessageKind } from '../../record/messages/message-kinds.js';
import { Notification } from '../../record/messages/notification.entity.js';
import type { SaidInMessage } from '../../record/messages/payload.js';
import { namedRuns, runRow, selectRuns } from '../lists/run-row.js';
import { type HmrcDue, hmrcDue } from '../month/hmrc-due.js';
import type { event } from './event.js';

/** As the schema has it, before amounts and times are written. */
export type EventTold = Told & About;
type Told = Pick<z.infer<typeof event>, 'id' | 'kind' | 'companyId' | 'payload'> & { readonly at: Date };
type About = Awaited<ReturnType<Objects['of']>>;

const latestFirst: SeekKeys<Notification> = [
  { column: 'n.createdAt', descending: true, parse: moment, of: ({ createdAt }) => createdAt.toISOString() },
  { column: 'n.id', descending: true, of: ({ id }) => id },
];

/** What the webhook was told of the companies that the viewer reaches, the latest first. */
export async function eventsTold(
  rows: ReadRows,
  viewer: Viewer,
  { kind }: { readonly kind?: MessageKind },
  page: PageAsked,
): Promise<Page<EventTold>> {
  const query = seen(rows, viewer);
  if (kind !== undefined) query.andWhere('n.kind = :kind', { kind });
  const found = await seek({ query, keys: latestFirst, read: () => query.getMany() }, page);
  return { ...found, rows: await withObjects(rows, viewer, found.rows) };
}

/** Undefined also if it is of a company out of reach. */
export async function eventTold(rows: ReadRows, viewer: Viewer, id: string): Promise<EventTold | undefined> {
  const found = await seen(rows, viewer).andWhere('n.id = :id', { id }).getMany();
  return (await withObjects(rows, viewer, found))[0];
}

/** What is of no company, such as the ends of all logs, is for those who reach every company. */
function seen(rows: ReadRows, viewer: Viewer) {
  return onlyAmong(rows.createQueryBuilder(Notification, 'n').where('1 = 1'), 'n.companyId', viewer.companies);
}

async function withObjects(
  rows: ReadRows,
  viewer: Viewer,
  found: readonly Notification[],
): Promise<readonly EventTold[]> {
  const objects = await objectsOf(rows, viewer, found);
  return found.map((one) => {
    const told = { id: one.id, kind: one.kind as MessageKind, at: one.createdAt, payload: saidIn(one) };
    return { ...told, ...(one.companyId !== null && { companyId: one.companyId, ...objects.of(one, one.companyId) }) };
  });
}

const saidIn = ({ payload }: Notification) => payload as SaidInMessage;

type Objects = Awaited<ReturnType<typeof objectsOf>>;

/** Read for a whole page at once. */
async function objectsOf(rows: ReadRows, viewer: Viewer, found: readonly Notification[]) {
  const companyIds = [...new Set(found.flatMap(({ companyId }) => companyId ?? []))];
  const runs = await runsOf(rows, viewer, found);
  const isOfItem = found.some((one) => saidIn(one).item !== undefined);
  const readings = isOfItem ? await lastReadings(rows, companyIds) : new Map<string, ControlReading>();
  const dues = await duesOf(rows, { pay: viewer.pay, companies: companyIds }, found);
  return {
    of(one: Notification, companyId: string) {
      const { tag, item, dueOn } = saidIn(one);
      const run = tag === undefined ? undefined : runs.get(`${companyId} ${runTagOf(tag)}`);
      const due = dueOn === undefined ? [] : dues.filter((of) => of.companyId === companyId && of.dueOn === dueOn);
      const open = item === undefined ? undefined : openItem(viewer, one, readings.get(companyId));
      return {
        ...(run && { run }),
        ...(open && { item: open }),
        ...(due.length > 0 && { dues: due.map(dueShown) }),
      };
    },
  };
}

async function runsOf(rows: ReadRows, viewer: Viewer, found: readonly Notification[]) {
  const tags = [...new Set(found.flatMap((one) => saidIn(one).tag ?? []))].map(runTagOf);
  if (tags.length === 0) return new Map<string, never>();
  const companyIds = found.flatMap(({ companyId }) => companyId ?? []);
  const query = onlyAmong(selectRuns(rows, viewer, 'all'), 'r.companyId', companyIds);
  onlyAmong(query, 'r.tag', tags);
  return new Map(
    (await namedRuns(query)).map((named) => [`${named.run.companyId} ${named.run.tag}`, runShown(named, viewer)]),
  );
}

function runShown(named: Parameters<typeof runRow>[0], viewer: Viewer) {
  const { tag, year, period, datedOn, state, holdCodes: holds, payslips, totals, postedAt } = runRow(named, viewer);
  return {
    tag,
    year,
    period,
    datedOn,
    state,
    holds,
    payslips,
    ...(totals && { totals }),
    ...(postedAt && { postedAt }),
  };
}

async function lastReadings(
  rows: ReadRows,
  companyIds: readonly string[],
): Promise<ReadonlyMap<string, ControlReading>> {
  const all = await rows.find(ControlReading, { where: { companyId: In([...companyIds]) }, order: { asOn: 'ASC' } });
  return new Map(all.map((one) => [one.companyId, one]));
}

/** Without the right to see pay there is no account of a person. */
function openItem(viewer: Viewer, one: Notification, reading: ControlReading | undefined) {
  const { account, item } = saidIn(one);
  const whose = personIn(one);
  const place = reading?.accounts.find((of) => of.account === account && (of.user ? pathOf(of.user) : '') === whose);
  const open = place?.open.find(({ id }) => id === item);
  if (place === undefined || open === undefined || (place.user !== undefined && !viewer.pay)) return undefined;
  const { id, item: words, due, state, amount } = open;
  const { name, user } = place;
  return {
    id,
    account: place.account,
    item: words,
    due,
    state,
    name,
    ...(viewer.pay && { amount, ...(user !== undefined && { user }) }),
  };
}

/** A message names no person; what makes it unique does: `control_other_postings:ash:902:/v2/users/1:net 2025-10-31`. */
function personIn({ kind, companyId, once, payload }: Notification): string {
  const { account, item } = payload as SaidInMessage;
  return once.slice(`${kind}:${companyId}:${account}:`.length, -`:${item}`.length);
}

async function duesOf(rows: ReadRows, viewer: Viewer, found: readonly Notification[]): Promise<readonly HmrcDue[]> {
  const days = found.flatMap((one) => saidIn(one).dueOn ?? []).sort();
  const [first, last] = [days[0], days.at(-1)];
  return first === undefined || last === undefined ? [] : hmrcDue(rows, viewer, first, last);
}

/** Without the right to see pay `hmrcDue` gives no amount. */
const dueShown = ({ what, dueOn, payBy, amount }: HmrcDue) => ({ what, dueOn, payBy, ...(amount && { amount }) });
