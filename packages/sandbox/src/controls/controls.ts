import { type Answer, invalid, notFound, refuse, type Reply, type SandboxRequest } from '../answer.js';
import { isDate } from '../engine/calendar.js';
import { Level, type Call, type CompanyCall } from '../engine/call.js';
import { Router, type Route } from '../engine/router.js';
import { addedCategory, addUser, categoryPath, reportValues, userPath } from '../scenes/company-maker.js';
import type { Company } from '../company/company.js';
import { render, routesOf } from '../engine/resource-routes.js';
import { finalAccountsReports } from '../accounting/final-accounts.js';
import { journalSets } from '../accounting/journal-sets.js';
import { bankAccounts } from '../banking/bank-accounts.js';
import { explanations } from '../banking/explanations.js';
import { decimalText, parsePence } from '../engine/pence.js';
import { users } from '../company/users.js';
import { changeRow, createRow } from '../engine/records.js';
import type { Operation, Resource } from '../engine/resource.js';
import { renderPeriod } from '../payroll/payroll-routes.js';
import { isObject, type JsonObject } from '../engine/json.js';
import { parseJson } from '../engine/body.js';
import { openApi } from '../engine/openapi.js';
import { ROUTES } from '../registry.js';
import { apiPage } from './api-page.js';
import { faultsIn } from './fault-options.js';
import { stateOf } from './faults.js';
import { countsOf, type RequestFilter } from './request-log.js';
import { answerTo, callOf } from '../engine/respond.js';
import type { World } from '../world.js';

export const CONTROL_PREFIX = '/_sandbox/';

/** The controls change the books without the service's own rules; docs/controls.md lists them. */
const company = '/_sandbox/companies/:subdomain';

function control(method: string, path: string, act: (call: Call) => Reply): Route {
  return { method, path, scope: 'open', act };
}

/** A control over one company's books, past every rule of access. */
function onCompany(method: string, path: string, act: (call: CompanyCall, books: Company) => Reply): Route {
  return control(method, `${company}${path}`, (call) => {
    const books = call.world.company(call.params['subdomain']!);
    if (!books) throw notFound();
    const login = { kind: 'user', key: 'control', subdomain: books.subdomain, userId: 0, level: Level.full } as const;
    return act({ ...call, company: books, login, level: Level.full, unguarded: true }, books);
  });
}

const router = new Router([
  control('GET', '/_sandbox/requests', readRequests),
  control('DELETE', '/_sandbox/requests', ({ world }) => {
    world.requests.clear();
    return {};
  }),
  control('GET', '/_sandbox/clock', ({ world }) => ({ json: clockOf(world) })),
  control('POST', '/_sandbox/clock', moveClock),
  control('GET', '/_sandbox/faults', ({ world }) => ({ json: { faults: world.faults.all().map(stateOf) } })),
  control('POST', '/_sandbox/faults', addFaults),
  control('DELETE', '/_sandbox/faults', ({ world }) => {
    world.faults.clear();
    return {};
  }),
  control('DELETE', '/_sandbox/faults/:id', ({ world, params }) => {
    world.faults.clear(Number(params['id']));
    return {};
  }),
  control('POST', '/_sandbox/tokens/expire', (call) => {
    const token = objectOf(call)['accessToken'];
    call.world.tokens.expire(token === undefined ? undefined : String(token));
    return {};
  }),
  control('GET', '/_sandbox/openapi.json', (call) => ({ json: openApi(ROUTES, call.base) })),
  control('GET', '/_sandbox/api', () => apiPage(ROUTES)),
  control('GET', '/_sandbox/companies', ({ world }) => ({
    json: { companies: [...world.seeds.values()].map(({ name, subdomain }) => ({ name, subdomain })) },
  })),
  onCompany('GET', '/payroll/:year/:period', (call, books) => {
    const { year, number } = placeOf(call);
    const period = books.payroll.period(year, number);
    if (!period) throw notFound();
    return { json: { period: renderPeriod(call, year, period) } };
  }),
  onCompany('PUT', '/payroll/:year/payments', setPayments),
  onCompany('PUT', '/payroll/:year/:period', replacePeriod),
  onCompany('DELETE', '/payroll/:year/:period', (call, books) => {
    const { year, number } = placeOf(call);
    if (!books.payroll.remove(year, number)) throw notFound();
    return {};
  }),
  ...behindTheBack(journalSets, ['list', 'read', 'create', 'update', 'delete']),
  onCompany('PUT', '/lock', setLock),
  onCompany('POST', '/payments', addPayment),
  onCompany('PUT', '/final_accounts_reports/:period_ends_on', setReport),
  onCompany('POST', '/users', setUser),
  onCompany('PUT', '/users/:id', setUser),
  onCompany('PUT', '/categories/:code', (call, books) => {
    const description = String(objectOf(call)['description'] ?? `Category ${call.params['code']}`);
    books.chart.set(addedCategory(call.params['code']!, description));
    return {};
  }),
  onCompany('DELETE', '/categories/:code', (call, books) => {
    if (!books.chart.remove(call.params['code']!)) throw notFound();
    return {};
  }),
]);

/** Controls of the sandbox itself, not of its books: playing the kept requests again must not repeat them. */
const NOT_KEPT = /^\/_sandbox\/(clock|faults|requests)/;

export function respondControl(world: World, request: SandboxRequest): Answer {
  const answer = actOn(world, request);
  if (request.method !== 'GET' && answer.status < 400 && !NOT_KEPT.test(request.path)) world.keep?.(request);
  return answer;
}

function actOn(world: World, request: SandboxRequest): Answer {
  return answerTo(world, () => {
    const { route, params } = router.find(request.method, request.path.split('?', 1)[0]!);
    return (route as Extract<Route, { scope: 'open' }>).act(callOf(world, request, params));
  });
}

function objectOf(call: Call): JsonObject {
  const document = call.body === '' ? {} : parseJson(call.body);
  if (!isObject(document)) throw refuse(400, 'The request body must be a JSON object.');
  return document;
}

const FILTERS: readonly string[] = ['company', 'method', 'path', 'since'] satisfies (keyof RequestFilter)[];

/** Without a filter everything is counted since the start; with one, what is kept of it. */
function readRequests({ world, query }: Call): Reply {
  const unknown = [...query.keys()].filter((name) => !FILTERS.includes(name));
  if (unknown.length > 0) throw invalid([`${unknown.join(', ')} is not known: ${FILTERS.join(', ')}`]);
  const filter: RequestFilter = Object.fromEntries(query);
  if (filter.since !== undefined && Number.isNaN(Date.parse(String(filter.since))))
    throw invalid(['since must be an ISO 8601 date-time']);
  const { requests } = world;
  const sent = requests.sent(filter);
  const isAll = query.size === 0;
  return {
    json: { total: isAll ? requests.total : sent.length, requests: isAll ? requests.counts() : countsOf(sent), sent },
  };
}

function clockOf({ clock }: World): JsonObject {
  return { now: clock.now().toISOString(), stopped: clock.stopped };
}

function moveClock(call: Call): Reply {
  const { now, advanceSeconds, stopped } = objectOf(call);
  const { clock } = call.world;
  if (now === undefined && advanceSeconds === undefined && typeof stopped !== 'boolean') {
    throw invalid(['send { "now": ISO time }, { "advanceSeconds": n } or { "stopped": true or false }']);
  }
  const at = now === undefined ? undefined : Date.parse(String(now));
  if (Number.isNaN(at)) throw invalid(['now must be an ISO 8601 date-time']);
  if (advanceSeconds !== undefined && typeof advanceSeconds !== 'number')
    throw invalid(['advanceSeconds must be a number']);
  if (at !== undefined) clock.set(at);
  if (advanceSeconds !== undefined) clock.advance(advanceSeconds * 1_000);
  if (typeof stopped === 'boolean') clock.stop(stopped);
  return { json: clockOf(call.world) };
}

function addFaults(call: Call): Reply {
  const { faults, mistakes } = faultsIn(objectOf(call));
  if (mistakes.length > 0) throw invalid(mistakes);
  return { status: 201, json: { faults: faults.map((fault) => stateOf(call.world.faults.add(fault))) } };
}

function placeOf(call: Call): { year: number; number: number } {
  const [year, number] = [Number(call.params['year']), Number(call.params['period'])];
  if (!Number.isInteger(year) || !Number.isInteger(number) || number < 0 || number > 11) {
    throw invalid(['year must be a tax year and period 0 to 11']);
  }
  return { year, number };
}

/** The body is a period as the service answers it, bare or under `period`; `?touch=false` leaves updated_at alone. */
function replacePeriod(call: CompanyCall, books: Company): Reply {
  const { year, number } = placeOf(call);
  const sent = objectOf(call);
  const document = isObject(sent['period']) ? sent['period'] : sent;
  const { payslips, dated_on: datedOn } = document;
  if (payslips !== undefined && !(Array.isArray(payslips) && payslips.every(isObject)))
    throw invalid(['payslips must be a list']);
  if (datedOn !== undefined && !isDate(datedOn)) throw invalid(['dated_on is invalid']);
  const moves = call.query.get('touch') !== 'false';
  return { json: { period: renderPeriod(call, year, books.payroll.replace(year, number, document, call.now, moves)) } };
}

function setPayments(call: CompanyCall, books: Company): Reply {
  const { payments } = objectOf(call);
  if (!Array.isArray(payments)) throw invalid(['payments must be a list']);
  const year = Number(call.params['year']);
  books.payroll.setPayments(year, payments as JsonObject[]);
  return { json: { payments: books.payroll.payments(year) } };
}

/** `{ "until": date }`, `{ "from": date, "to": date }`, or `{}` to open everything. */
function setLock(call: CompanyCall, books: Company): Reply {
  const { until, from, to } = objectOf(call);
  const end = until ?? to;
  if (end === undefined || end === null) books.locks = [];
  else if (!isDate(end) || (from !== undefined && !isDate(from))) throw invalid(['from, to and until must be dates']);
  else books.locks = [...books.locks, { ...(from !== undefined && { from: from as string }), to: end }];
  return { json: { locks: books.locks } };
}

function setReport(call: CompanyCall, books: Company): Reply {
  const endsOn = call.params['period_ends_on']!;
  if (!isDate(endsOn)) throw invalid(['period_ends_on must be a date']);
  const sent = { ...objectOf(call), period_ends_on: endsOn };
  const known = books.table('final_accounts_reports').get(endsOn);
  const row = known
    ? changeRow(finalAccountsReports, call, known, sent, { seeding: true })
    : createRow(finalAccountsReports, call, reportValues(sent), { seeding: true });
  return { json: { final_accounts_report: render(finalAccountsReports, call, row) } };
}

/** Changes a user, or creates one with the number in the path, or the next number. */
function setUser(call: CompanyCall, books: Company): Reply {
  const values = objectOf(call);
  const id = call.params['id'];
  const known = id === undefined ? undefined : books.users.get(id);
  if (known) {
    const row = changeRow(users, call, known, values, { seeding: true });
    return { json: { user: render(users, call, row) } };
  }
  const name = { first_name: 'New', last_name: 'Starter', role: 'Employee' };
  const row = addUser(call, { ...name, ...values, ...(id !== undefined && { id: Number(id) }) });
  return { status: 201, json: { user: render(users, call, row) } };
}

/** A payment from the first bank account, explained: `{ dated_on, amount, category, user? }`; negative is money in. */
function addPayment(call: CompanyCall, books: Company): Reply {
  const { dated_on, amount, category, user, description } = objectOf(call);
  const pence = parsePence(amount);
  if (pence === undefined) throw invalid(['amount is not an amount']);
  const [first] = books.table('bank_accounts').values();
  const account = first ?? createRow(bankAccounts, call, { name: 'Current account' }, { seeding: true });
  const sent = {
    bank_account: `/v2/bank_accounts/${account.key}`,
    dated_on,
    gross_value: decimalText(-pence),
    category: categoryPath(category),
    ...(user !== undefined && { paid_user: userPath(user) }),
    ...(description !== undefined && { description }),
  };
  const row = createRow(explanations, call, sent);
  return { status: 201, json: { bank_transaction_explanation: render(explanations, call, row) } };
}

/** A resource's operations, past every lock and access level. */
function behindTheBack(resource: Resource, operations: readonly Operation[]): Route[] {
  return routesOf({ ...resource, operations }).map((route) =>
    onCompany(route.method, route.path.replace('/v2', ''), (call) => (route.act as (call: CompanyCall) => Reply)(call)),
  );
}
