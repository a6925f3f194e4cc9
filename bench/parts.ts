import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { growthSize, measureGrowth } from './growth.js';
import { type Effort, fullEffort } from './mapping.js';
import { type DatabaseKind, type Measurement, rounded } from './measurement.js';
import { measurePayrollIn, payrollInSize } from './payroll-in.js';
import { measured, root } from './release.js';
import { measureRequests } from './requests.js';
import { sandboxSize } from './sandbox.js';
import type { Stage } from './stage.js';
import { measureRunPage, runPageSize } from './run-page.js';
import { measureStall, stallSize } from './stall.js';
import { measureStart, startRounds } from './start.js';
import { measureSync, syncSize } from './sync.js';
import { measureTenThousand, tenThousandSize } from './ten-thousand.js';

type Measure = (stage: Stage, kind: DatabaseKind) => Promise<readonly Measurement[]>;

/** A part of the bench. Each is tried at a tiny size with the tests, so that it still runs when it is wanted. */
export interface Part {
  /** None for what needs no database. */
  readonly databases: readonly DatabaseKind[];
  readonly measure: Measure;
  readonly tiny: Measure;
}

export const kinds: readonly DatabaseKind[] = ['sqlite', 'postgres'];

export const parts: Readonly<Record<string, Part>> = {
  mapping: part([], measureMappings, fullEffort, { rounds: 1, roundMicroseconds: 1 }),
  start: part([], async (_stage, _kind, rounds) => measureStart(rounds), startRounds, 1),
  sandbox: part(
    [],
    async (_stage, _kind, size) => (await ofRelease<typeof import('./sandbox.js')>('sandbox')).measureSandbox(size),
    sandboxSize,
    { entries: { few: 10, many: 20 }, looks: 1 },
  ),
  // The same on every database, but for PostgreSQL's own ways: asked on both.
  requests: part(kinds, measureRequests, undefined, undefined),
  sync: part(kinds, measureSync, syncSize, { clients: 2, months: 2, payslips: 1, runsOfOne: 60, latencyMs: 0 }),
  growth: part(kinds, measureGrowth, growthSize, {
    ...{ entries: { few: 100, many: 200 }, clients: 2, companies: { few: 1, many: 2 } },
  }),
  stall: part(kinds, measureStall, stallSize, {
    ...{ entries: 100, people: 2, months: 2, clients: 2, monthFiles: 'one' },
  }),
  'run-page': part(kinds, measureRunPage, runPageSize, { people: 2 }),
  'payroll-in': part(kinds, measurePayrollIn, payrollInSize, {
    ...{ people: 3, largest: 4, effort: { rounds: 1, roundMicroseconds: 1 } },
  }),
  // Several processes cannot share a SQLite file.
  'ten-thousand': part(['postgres'], measureTenThousand, tenThousandSize, {
    ...{ clients: { few: 2, many: 3 }, workers: 1, smallFirms: 1, lookEveryMs: 10 },
  }),
};

function part<Size>(
  databases: readonly DatabaseKind[],
  measure: (stage: Stage, kind: DatabaseKind, size: Size) => Promise<readonly Measurement[]>,
  full: Size,
  tiny: Size,
): Part {
  const at =
    (size: Size): Measure =>
    (stage, kind) =>
      measure(stage, kind, size);
  return { databases, measure: at(full), tiny: at(tiny) };
}

/** What looks into a release, rather than starting it, is measured by that release's own file of the bench. */
async function ofRelease<T>(name: string): Promise<T> {
  const file = join(measured, 'bench', `${name}.ts`);
  if (measured !== root && !existsSync(file)) throw new Error(`${measured} has no bench/${name}.ts`);
  return import(pathToFileURL(file).href);
}

async function measureMappings(_stage: Stage, _kind: DatabaseKind, effort: Effort): Promise<readonly Measurement[]> {
  const { measureMapping, measureAllocation } = await ofRelease<typeof import('./mapping.js')>('mapping');
  // A release before this one takes the number of payslips first.
  const given = measured === root ? ([effort] as const) : ([] as const);
  const mapping = measureMapping(...given);
  const allocation = measureAllocation(...given);
  const { payslips, parseMicroseconds, mapMicroseconds } = mapping;
  const { plainMicroseconds, allocatedMicroseconds } = allocation;
  return [
    {
      name: 'mapping: reading and mapping a document, against JSON.parse',
      ...{ value: rounded(mapping.ratio), unit: 'times', target: mapping.target },
      of: { payslips, parseMicroseconds: rounded(parseMicroseconds), mapMicroseconds: rounded(mapMicroseconds) },
    },
    {
      name: `allocation: ${allocation.payslips} people three ways in one set, against the same without`,
      ...{ value: rounded(allocation.ratio), unit: 'times', target: allocation.target },
      of: {
        payslips: allocation.payslips,
        plainMicroseconds: rounded(plainMicroseconds),
        allocatedMicroseconds: rounded(allocatedMicroseconds),
      },
    },
  ];
}
