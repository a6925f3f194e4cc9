import { defaultPolicy } from '../../../src/journal/policy/policy.js';
import type { TakenFile } from '../../../src/payrolls/files/kept-file.js';
import { keptPayments } from '../../../src/payrolls/files/kept-payments.js';
import { FilesPayroll } from '../../../src/payrolls/files/files-payroll.js';
import { readReturn } from '../../../src/payrolls/files/payroll-file.js';
import { pensionsInFiles } from '../../../src/payrolls/files/pensions-in-files.js';
import { fpsFile } from './fps-files.js';

/** How often others have a turn while something is done. */
async function turnsWhile(act: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let waiting: NodeJS.Immediate;
  const wait = () => {
    waiting = setImmediate(() => {
      turns += 1;
      wait();
    });
  };
  wait();
  await act().finally(() => clearImmediate(waiting));
  return turns;
}

const people = (count: number) => Array.from({ length: count }, (_, n) => ({ payId: `E${n}` }));
const policy = { ...defaultPolicy, employerPensions: { '*': '0.00' } };

function filed(count: number): TakenFile {
  const read = readReturn(fpsFile(people(count)));
  return { kind: 'fps', taken: JSON.parse(JSON.stringify(read.is === 'fps' ? keptPayments(read.payments) : [])) };
}
const reported = (count: number): TakenFile => ({
  kind: 'report',
  taken: people(count).map(({ payId }) => ({
    ...{ payId, firstName: 'Ada', lastName: 'Ash', paidOn: '2025-10-31', figures: { basic_pay: '2600.00' } },
  })),
});

const aroundFiles = async () => ({ followsFiles: false, renamed: new Map() });
const approved = async () => () => false;
const listed = (file: TakenFile) => () =>
  new FilesPayroll({ policy, inBooks: async () => [], filesOf: async () => [file], aroundFiles, approved }).year(2026);
const pensions = (file: TakenFile) => () => pensionsInFiles([file], { policy, year: 2026 });

/** 3,000 people took seconds at once. Each step that goes through all of them gives a turn after each hundred. */
test.each([
  ['an FPS', 'read, judged, made payslips (three each), set off, and written', listed(filed(300)), 3 * 3 + 2],
  ['a report', 'read, made payslips (three each), set off, and written', listed(reported(300)), 2 * 3 + 2],
  ['the pensions of an FPS', 'read, judged and answered for', pensions(filed(300)), 3 * 3],
  ['the pensions of a report', 'read and answered for', pensions(reported(300)), 2 * 3],
  ['a small employer', 'read at once', listed(filed(10)), 0],
])('others have a turn while %s is %s', async (_, __, act, turns) => {
  expect(await turnsWhile(act)).toBe(turns);
});
