import { Writable } from 'node:stream';
import { doneOf, type FileJob } from '../../src/evidence/formats/job.js';
import { FileThreads } from '../../src/evidence/formats/threads.js';
import { type FileColumn, writeCsv } from '../../src/views/files/csv.js';
import { writeSpreadsheet } from '../../src/views/files/table-file.js';

/** Counts how often the event loop turns while something is done: whoever asks for anything else is answered then. */
async function turnsDuring<T>(act: (turns: () => number) => Promise<T>): Promise<{ done: T; turns: number }> {
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns++;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  try {
    return { done: await act(() => turns), turns };
  } finally {
    isOver = true;
  }
}

const people = 100;
const about = {
  ...{ company: 'Ash', month: 'October 2025', taxYear: '2025/26', year: '2026', period: '6' },
  ...{ asAt: '2025-11-05T09:00:00.000Z', shows: 'pay of each person' as const },
};
const page = {
  title: 'Payroll',
  blocks: [
    {
      kind: 'table' as const,
      table: {
        title: 'Paid',
        empty: 'No one.',
        columns: [
          { id: 'name', title: 'Name', kind: 'text' as const, width: 24 },
          { id: 'gross', title: 'Gross', kind: 'money' as const, width: 12, total: true as const },
        ],
        rows: Array.from({ length: people }, (_, at) => ({ name: `Person ${at}`, gross: '2000.00' })),
        totals: { gross: '800000.00' },
      },
    },
  ],
};
const key = { kty: 'OKP', crv: 'Ed25519', x: 'x', kid: 'k' } as const;
const pages = { summary: page, payroll: page, journals: page, reconciliation: page, decisions: page, record: page };
const signer = { key, sign: (text: string) => `signed ${text.length}` };
const elsewhere = { ...signer, sign: async (text: string) => signer.sign(text) };
const jobs: readonly FileJob[] = [
  { kind: 'pages', file: { about, pages }, format: 'pdf' },
  { kind: 'pages', file: { about, pages }, format: 'zip' },
  { kind: 'zip', files: { 'a.txt': Buffer.from('a'.repeat(1000)) } },
];

const nothingToOpen = () => Promise.reject(new Error('Nothing of this job lies in a database.'));

describe('no one waits for a file that someone else takes', () => {
  it.each(jobs)('$kind is made in another thread, with the same bytes, while the loop turns', async (job) => {
    const { done, turns } = await turnsDuring(() => new FileThreads().make(job, signer));
    expect(Buffer.from(done.file).equals((await doneOf(job, elsewhere, nothingToOpen)).file)).toBe(true);
    // Drawn in this thread, a PDF leaves it a handful of turns.
    expect(turns).toBeGreaterThan(100);
  });

  it('makes so many at once, lets so many wait, and tells the next to come again', async () => {
    const threads = new FileThreads({ atOnce: 1, waiting: 1 });
    const job = jobs[2] as FileJob;
    const first = threads.make(job, signer);
    const second = threads.make(job, signer);
    await expect(threads.make(job, signer)).rejects.toMatchObject({ kind: 'files-busy', status: 503 });
    expect(await second).toEqual(await first);
    expect(await threads.make(job, signer)).toEqual(await first);
  });

  it('makes the next file though one could not be made', async () => {
    const threads = new FileThreads({ atOnce: 1, waiting: 1 });
    const broken = {
      kind: 'pdf',
      about,
      chapters: [{ title: 'x', blocks: [{ kind: 'table' }] }],
    } as unknown as FileJob;
    await expect(threads.make(broken, signer)).rejects.toThrow();
    expect((await threads.make(jobs[2] as FileJob, signer)).file.length).toBeGreaterThan(0);
  });

  const lines = 300;
  /** Each line is worked on for so long, whatever the machine. */
  const lineMs = 1;
  const columns: readonly FileColumn<number>[] = [
    { heading: 'Entry', value: (row) => row },
    { heading: 'What', value: (row) => `line ${row}` },
  ];
  const writers = {
    csv: (rows: AsyncIterable<number>, to: Writable) => writeCsv(rows, columns, to),
    xlsx: (rows: AsyncIterable<number>, to: Writable) => writeSpreadsheet({ sheet: 'Log', rows, columns }, to),
  };

  it.each(['csv', 'xlsx'] as const)(
    'a long %s is written a few lines a turn, however fast they come and go',
    async (format) => {
      const written = await turnsDuring(async (turns) => {
        const perTurn = new Map<number, number>();
        /** As a database in this process gives them: without waiting for anything. */
        async function* rows() {
          for (let row = 0; row < lines; row++) {
            const from = performance.now();
            while (performance.now() - from < lineMs);
            perTurn.set(turns(), (perTurn.get(turns()) ?? 0) + 1);
            yield row;
          }
        }
        const taken = new Writable({ write: (_, __, done) => done() });
        await writers[format](rows(), taken);
        return Math.max(...perTurn.values());
      });
      expect(written.done).toBeLessThanOrEqual(20);
    },
  );
});
