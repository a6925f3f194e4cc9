import type { MonthFile } from '../month-file.js';
import { fileThreads } from './threads.js';

const nothing = { company: '', month: '', taxYear: '', year: '0', period: '0', asAt: new Date(0).toISOString() };
const blocks = [
  { kind: 'facts', facts: [{ label: 'Hash', value: '0', as: 'hash' }] },
  { kind: 'text', title: 'Text', words: 'Words' },
  {
    kind: 'table',
    table: {
      title: 'Table',
      columns: [{ id: 'a', title: 'A', kind: 'money', total: true, width: 1 }],
      rows: [{ a: '1.00' }],
      totals: { a: '1.00' },
      empty: '',
    },
  },
] as const;

/** Starts a thread with what files are made with. Without it the first file takes a second longer. */
export async function warmUp(): Promise<void> {
  const page = { title: 'Nothing', blocks };
  const pages = { summary: page, payroll: page, journals: page, reconciliation: page, decisions: page, record: page };
  const file: MonthFile = { about: { ...nothing, shows: 'no amounts' }, pages };
  const unsigned = { key: { kty: 'OKP', crv: 'Ed25519', x: '', kid: '' }, sign: () => '' } as const;
  await fileThreads.make({ kind: 'pages', file, format: 'zip' }, unsigned);
}
