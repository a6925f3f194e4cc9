import { setImmediate } from 'node:timers/promises';
import { workbook } from '../../views/files/workbook.js';
import { pdfOf } from './pdf.js';

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

/**
 * Loads what files are made with, a part at a time. Otherwise whoever takes the first file of a process waits for it,
 * and so does everybody who asks for anything meanwhile: a second of processor time.
 */
export async function warmUp(): Promise<void> {
  await import('pdfkit');
  await setImmediate();
  await pdfOf({ ...nothing, shows: 'totals only' }, [{ title: 'Nothing', blocks }]);
  await setImmediate();
  await workbook([{ name: 'Nothing', rows: [] }]);
}
