import { createSandbox } from '#sandbox';
import { type Measurement, median, rounded } from './measurement.js';

const pageRatioMax = 1.5;
const entriesPerSet = 10;
const days = 1_400;
const pages = [
  '/v2/journal_sets?page=2',
  '/v2/journal_sets?from_date=2022-02-01&to_date=2022-03-31',
  '/v2/journal_sets?tag=set-40',
];

/** Journal entries, and how often each page is asked for. */
export interface SandboxSize {
  readonly entries: { readonly few: number; readonly many: number };
  readonly looks: number;
}

export const sandboxSize: SandboxSize = { entries: { few: 1000, many: 1_000_000 }, looks: 201 };

/** A list page of the sandbox with a million journal entries, compared with a thousand. */
export async function measureSandbox({ entries, looks }: SandboxSize = sandboxSize): Promise<readonly Measurement[]> {
  const times = { few: await look(entries.few, looks), many: await look(entries.many, looks) };
  return pages.map((page, index) => ({
    name: `sandbox: ${page} with ${entries.many} journal entries, against ${entries.few}`,
    value: rounded(times.many[index]! / times.few[index]!),
    unit: 'times',
    target: pageRatioMax,
    of: { manyMs: rounded(times.many[index]!), fewMs: rounded(times.few[index]!) },
  }));
}

async function look(count: number, looks: number): Promise<readonly number[]> {
  const scenario = {
    companies: [{ name: 'Ash Ltd', subdomain: 'ash', users: [{ id: 1, first_name: 'A', last_name: 'B' }] }],
  };
  const sandbox = createSandbox({ scenario, limits: false });
  const headers = {
    authorization: `Bearer ${sandbox.credentials().companies[0]!.accessToken}`,
    'user-agent': 'bench',
    'content-type': 'application/json',
  };
  const ask = (method: string, path: string, body = '') => sandbox.handle({ method, path, headers, body });
  for (let number = 0; number < count / entriesPerSet; number += 1) {
    const { status } = await ask('POST', '/v2/journal_sets', setOf(number));
    if (status !== 201) throw new Error(`journal set ${number}: ${status}`);
  }
  const times: number[] = [];
  for (const page of pages) {
    const taken: number[] = [];
    for (let time = 0; time < looks; time += 1) {
      const from = performance.now();
      const { status } = await ask('GET', page);
      taken.push(performance.now() - from);
      if (status !== 200) throw new Error(`${page}: ${status}`);
    }
    times.push(median(taken));
  }
  return times;
}

function setOf(number: number): string {
  const dated_on = new Date(Date.UTC(2022, 0, 1) + (number % days) * 86_400_000).toISOString().slice(0, 10);
  const journal_entries = Array.from({ length: entriesPerSet }, (_, index) => ({
    category: `/v2/categories/${index % 2 === 0 ? '401' : '814'}`,
    debit_value: index % 2 === 0 ? '10.00' : '-10.00',
  }));
  return JSON.stringify({ journal_set: { dated_on, description: 'Set', tag: `set-${number}`, journal_entries } });
}
