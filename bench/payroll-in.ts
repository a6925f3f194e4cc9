import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
  await books.end();

  const take = (path: string, bytes: Uint8Array) =>
    taken(service, { url: `${service.url}/api/payrolls/${path}`, token, bytes });
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
  const all = { ...fewer, [`receiving a workbook of ${largest} people`]: await take(reports, await reportOf(largest)) };
  await service.end();

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

interface Sent {
  readonly url: string;
  readonly token: string;
  readonly bytes: Uint8Array;
}

async function taken(service: Service, { url, token, bytes }: Sent): Promise<Taken> {
  await service.held();
  const [from, cpuFrom] = [performance.now(), service.cpuMs()];
  const type = url.includes('.xml') ? 'application/xml' : 'application/octet-stream';
  const headers = { authorization: `Bearer ${token}`, 'content-type': type };
  const answer = await fetch(url, { method: 'POST', headers, body: Buffer.from(bytes) });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${text.slice(0, 500)}`);
  const [wallMs, cpuMs] = [performance.now() - from, service.cpuMs() - cpuFrom];
  return { bytes: bytes.length, wallMs, cpuMs, ...(await service.held()) };
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
