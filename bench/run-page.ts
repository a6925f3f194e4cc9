import { type DatabaseKind, type Measurement, rounded } from './measurement.js';
import { cpuOfPage, signedIn } from './pages.js';
import { postedBy, practice, type Stage, type SyncAnswer } from './stage.js';

/** Of the service's processor: what waits for the database's process or the network is not counted. */
const cpuMsMax = 100;
/** The run before is compared with person by person. */
const months = 2;

export interface RunPageSize {
  readonly people: number;
}

export const runPageSize: RunPageSize = { people: 2000 };

interface Run {
  readonly company: string;
  readonly year: number;
  readonly period: number;
  readonly datedOn: string;
}

/** The page of the last pay run of many people, and its last part, as an administrator's browser gets them. */
export async function measureRunPage(
  stage: Stage,
  kind: DatabaseKind,
  { people }: RunPageSize,
): Promise<readonly Measurement[]> {
  const { books, env } = await practice(stage, kind, `practice:1:${months}:${people}`);
  postedBy((await stage.run<SyncAnswer>(['sync'], env)).answer);
  await books.end();
  const { answer: runs } = await stage.run<readonly Run[]>(['runs'], env);
  const [last] = runs.toSorted((a, b) => b.datedOn.localeCompare(a.datedOn));
  if (last === undefined) throw new Error('Nothing was posted.');
  const service = await stage.serve(env);
  const cookie = await signedIn(stage, env, service.url);
  const path = `/runs/${encodeURIComponent(last.company)}/${last.year}/${last.period}/${last.datedOn}`;
  const first = await cpuOfPage(service, cookie, path);
  const later = await cpuOfPage(service, cookie, `${path}?part=2`);
  await service.end();
  return [
    {
      name: `run page, ${people} people`,
      ...{ database: kind, value: rounded(first), unit: 'ms' as const, target: cpuMsMax },
      of: { cpuMs: rounded(first), secondPartCpuMs: rounded(later) },
    },
  ];
}
