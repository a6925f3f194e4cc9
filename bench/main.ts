// npm run bench [-- mapping | start | sandbox | sync | requests | growth | stall | payroll-in | ten-thousand …]
// [sqlite | postgres]: all, or those named.
import { measureGrowth } from './growth.js';
import { measureAllocation, measureMapping } from './mapping.js';
import { type DatabaseKind, type Measurement, rounded } from './measurement.js';
import { measurePayrollIn } from './payroll-in.js';
import { report } from './report.js';
import { measureRequests } from './requests.js';
import { measureSandbox } from './sandbox.js';
import { Stage } from './stage.js';
import { measureStall } from './stall.js';
import { measureStart } from './start.js';
import { measureSync } from './sync.js';
import { measureTenThousand } from './ten-thousand.js';

const onDatabases = {
  requests: measureRequests,
  sync: measureSync,
  growth: measureGrowth,
  stall: measureStall,
  'payroll-in': measurePayrollIn,
  'ten-thousand': measureTenThousand,
};
const names = ['mapping', 'start', 'sandbox', ...Object.keys(onDatabases)];
const kinds: readonly DatabaseKind[] = ['sqlite', 'postgres'];

const asked = process.argv.slice(2);
const wrong = asked.filter((word) => !names.includes(word) && !kinds.includes(word as DatabaseKind));
if (wrong.length > 0) {
  console.error(`There is no ${wrong.join(', ')} to measure: ${[...names, ...kinds].join(', ')}.`);
  process.exit(2);
}
const isAsked = (word: string, all: readonly string[]) =>
  !all.some((one) => asked.includes(one)) || asked.includes(word);

const measured: Measurement[] = [];
if (isAsked('mapping', names)) {
  const { name, ratio, target, ...of } = measureMapping();
  const { parseMicroseconds, mapMicroseconds, payslips } = of;
  measured.push({
    name: `${name}: reading and mapping a document, against JSON.parse`,
    value: rounded(ratio),
    unit: 'times',
    target,
    of: { payslips, parseMicroseconds: rounded(parseMicroseconds), mapMicroseconds: rounded(mapMicroseconds) },
  });
  const allocation = measureAllocation();
  const { plainMicroseconds, allocatedMicroseconds } = allocation;
  measured.push({
    name: `allocation: ${allocation.payslips} people three ways in one set, against the same without`,
    value: rounded(allocation.ratio),
    unit: 'times',
    target: allocation.target,
    of: {
      payslips: allocation.payslips,
      plainMicroseconds: rounded(plainMicroseconds),
      allocatedMicroseconds: rounded(allocatedMicroseconds),
    },
  });
}
if (isAsked('start', names)) measured.push(...measureStart());
if (isAsked('sandbox', names)) measured.push(...(await measureSandbox()));
const stage = new Stage();
try {
  for (const [name, measure] of Object.entries(onDatabases)) {
    if (!isAsked(name, names)) continue;
    for (const kind of kinds.filter((one) => isAsked(one, kinds))) {
      console.error(`Measuring ${name} on ${kind} ...`);
      measured.push(...(await measure(stage, kind)));
    }
  }
} finally {
  await stage.close();
}
report(measured);
