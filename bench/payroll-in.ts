import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { workbook } from '../src/views/files/workbook.js';
import { fpsFile } from '../test/payrolls/files/fps-files.js';
import { type Effort, fullEffort, timeOfParsing } from './mapping.js';
import { type DatabaseKind, type Measurement, rounded } from './measurement.js';
import { practice, type Service, type Stage } from './stage.js';

const stallMsMax = 100;
/** Of processor time, with the request, the database and the answer; in a service that has read no such file before. */
const ratioMax = 200;

export interface PayrollInSize {
  readonly people: number;
  /** The most that one file may have. */
  readonly largest: number;
  /** For the bare JSON.parse. */
  readonly effort: Effort;
}

export const payrollInSize: PayrollInSize = { people: 3000, largest: 20_000, effort: fullEffort };

/** A file that is sent to the service, and what the service used for it. */
interface Taken {
  readonly bytes: number;
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly heldMs: number;
  readonly unservedMs: number;
}

/**
 * The payroll of 3,000 people as a file: received (kept in the database), and looked at (checked and mapped to its
 * journal), against JSON.parse of the same payslips as the accounting service would give them.
 */
export async function measurePayrollIn(
  stage: Stage,
  kind: DatabaseKind,
  { people, largest, effort }: PayrollInSize,
): Promise<readonly Measurement[]> {
  const { books, env } = await practice(stage, kind, 'practice:2:1:1');
  const [monthly = '', report = ''] = books.credentials.companies.map(({ name }) => name);
  const policyFile = join(stage.folder, 'policy.json');
  for (const [company, reference] of [[monthly, '123/AB456'] as const, [report, null] as const]) {
    writeFileSync(policyFile, JSON.stringify(policyOf(books.credentials.baseUrl, reference, people)));
    await stage.run(['policy', company, '--file', policyFile], env);
  }
  const { token } = (await stage.run<{ token: string }>(['tokens', 'create', '--name', 'bench'], env)).answer;
  const service = await stage.serve(env);
  const api = `${service.url}/api`;
  const take = (path: string, bytes: Uint8Array) =>
    taken(service, bytes.length, () => sent({ url: `${api}/payrolls/${path}`, token, bytes }));
  const sync = () => taken(service, 0, () => synced({ url: `${api}/syncs`, token }, monthly));
  const reports = `${encodeURIComponent(report)}/reports?name=report.xlsx&paid=2026-05-29`;
  const few = Math.min(people, 10);
  // What is loaded when it is first used is of no file.
  await take('files?name=first.xml&dryRun=true', fps(1, few));
  await take(`${reports}&dryRun=true`, await reportOf(few));
  const fewer = {
    [`receiving an FPS of ${people} people`]: await take('files?name=april.xml', fps(1, people)),
    [`looking at an FPS of ${people} people`]: await take('files?name=may.xml&dryRun=true', fps(2, people)),
    [`looking at a workbook of ${people} people`]: await take(`${reports}&dryRun=true`, await reportOf(people)),
  };
  const all = {
    ...fewer,
    [`a sync that finds ${people} people`]: await sync(),
    [`receiving a second month of ${people} people`]: await take('files?name=may.xml', fps(2, people)),
    [`a sync that finds the second month of ${people} people`]: await sync(),
    [`receiving a workbook of ${largest} people`]: await take(reports, await reportOf(largest)),
  };
  await service.end();
  await books.end();

  const parseMs = timeOfParsing(people, effort) / 1000;
  return [
    ...Object.entries(fewer).map(([what, { bytes, wallMs, cpuMs }]) => ({
      name: `payroll in: ${what}, against JSON.parse of its payslips`,
      ...{ database: kind, value: rounded(cpuMs / parseMs), unit: 'times' as const, target: ratioMax },
      of: { bytes, wallMs: rounded(wallMs), cpuMs: rounded(cpuMs), parseMs: rounded(parseMs) },
    })),
    ...Object.entries(all).map(([what, { heldMs, unservedMs, wallMs, cpuMs }]) => ({
      name: `stall: ${what}`,
      ...{ database: kind, value: rounded(heldMs), unit: 'ms' as const, target: stallMsMax },
      of: { unservedMs: rounded(unservedMs), wallMs: rounded(wallMs), cpuMs: rounded(cpuMs) },
    })),
  ];
}

async function taken(service: Service, bytes: number, act: () => Promise<unknown>): Promise<Taken> {
  const before = await service.held();
  const from = performance.now();
  await act();
  const wallMs = performance.now() - from;
  const after = await service.held();
  return { bytes, wallMs, ...after, cpuMs: after.cpuMs - before.cpuMs };
}

const lookEveryMs = 20;

interface SyncShown {
  readonly state: 'queued' | 'running' | 'done' | 'failed';
  readonly problem?: unknown;
}

interface Place {
  readonly url: string;
  readonly token: string;
}

function sent({ url, token, bytes }: Place & { readonly bytes: Uint8Array }): Promise<unknown> {
  const type = url.includes('.xml') ? 'application/xml' : 'application/octet-stream';
  return asked({ url, token }, { method: 'POST', headers: { 'content-type': type }, body: Buffer.from(bytes) });
}

/** To its end. */
async function synced({ url, token }: Place, company: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const started = await asked({ url, token }, { method: 'POST', headers, body: JSON.stringify({ company }) });
  const { id } = JSON.parse(started) as { id: string };
  for (;;) {
    const { state, problem } = JSON.parse(await asked({ url: `${url}/${id}`, token }, {})) as SyncShown;
    if (state === 'failed') throw new Error(`The sync failed: ${JSON.stringify(problem)}`);
    if (state === 'done') return;
    await setTimeout(lookEveryMs);
  }
}

async function asked({ url, token }: Place, init: RequestInit): Promise<string> {
  const headers = { ...init.headers, authorization: `Bearer ${token}` };
  const answer = await fetch(url, { ...init, headers });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text.slice(0, 500)}`);
  return text;
}

const ids = (count: number) => Array.from({ length: count }, (_, n) => `E${n}`);

const policyOf = (baseUrl: string, payeReference: string | null, people: number) => ({
  payroll: { from: 'files' },
  controls: { payeReference },
  payrollPeople: Object.fromEntries(ids(people).map((id, n) => [id, `${baseUrl}/v2/users/${1000 + n}`])),
  employerPensions: Object.fromEntries(ids(people).map((id) => [id, '50.00'])),
  payrollColumns: {
    ...{ person: 'Ref', name: 'Employee', net: 'Net' },
    fields: { Basic: 'basic_pay', PAYE: 'tax_deducted', NI: 'employee_ni', 'ER NI': 'employer_ni' },
  },
});

/** Everybody's payment of a month of 2026/27. */
function fps(month: number, count: number): Uint8Array {
  const toDate = { taxable: `${2600 * month}.00`, tax: `${300 * month}.00` };
  const paid = {
    ...{ paidOn: month === 1 ? '2026-04-30' : '2026-05-29', period: `<MonthNo>${month}</MonthNo>`, toDate },
    ...{ taxable: '2600.00', tax: '300.00', payment: '<EmpeePenContribnsPaid>100.00</EmpeePenContribnsPaid>' },
    ni: [{ earnings: '2700.00', employer: '342.45', employee: '132.16' }],
  };
  return fpsFile(
    ids(count).map((payId, n) => ({ ...paid, payId, fore: 'Employee', sur: `Number ${n}` })),
    { years: '26-27' },
  );
}

function reportOf(count: number): Promise<Uint8Array> {
  const heading = ['Ref', 'Employee', 'Basic', 'PAYE', 'NI', 'ER NI', 'Net'];
  const rows = ids(count).map((id, n) => [id, `Employee Number ${n}`, 2600, 300, 124.16, 327.45, 2175.84]);
  return workbook([{ name: 'Payslips', rows: [heading, ...rows].map((cells) => ({ cells })) }]);
}
