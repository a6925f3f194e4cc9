import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { example } from '../../../src/doors/terminal/journal/journal-example.js';
import { runHere } from '../../harness/here.js';

interface Mapped {
  readonly outcome: string;
  readonly holds: readonly unknown[];
  readonly journal_sets: readonly { readonly tag: string }[];
}

/** `journal` with the service's own answers, and with an example to begin with. */
describe('journal', () => {
  let folder: string;
  const file = (name: string) => join(folder, name);
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'journal-'));
    const { url: _, ...period } = example.period;
    await writeFile(file('wrapped.json'), JSON.stringify({ period: example.period }));
    await writeFile(file('bare.json'), JSON.stringify(period, null, 2));
    await writeFile(file('users.json'), JSON.stringify({ users: example.users }));
    await writeFile(file('list.json'), JSON.stringify(example.users));
    await writeFile(file('broken.json'), '{"users": [Rosa');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const mapped = async (...args: readonly string[]) => {
    const outcome = await runHere(['journal', ...args, '--json']);
    return { code: outcome.code, answer: outcome.json<Mapped>() };
  };

  test('prints an example that maps', async () => {
    const printed = await runHere(['journal', '--example']);
    expect(printed).toMatchObject({ code: 0, stderr: '' });
    const { code, stdout } = await runHere(['journal', '-', '--json'], { input: printed.stdout });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'post', holds: [], warnings: [] });
  });

  test('takes the service’s answer unchanged, with the year from the address in it', async () => {
    const { code, answer } = await mapped(file('wrapped.json'), '--users', file('users.json'));
    expect([code, answer.outcome, answer.journal_sets[0]?.tag]).toEqual([0, 'post', 'counterfoil:2026-06:2025-10-31']);
  });

  test('takes the period without its wrapper, the year from --year, the users as a list', async () => {
    const { code, answer } = await mapped(file('bare.json'), '--year', '2025/26', '--users', file('list.json'));
    expect([code, answer.outcome, answer.journal_sets[0]?.tag]).toEqual([0, 'post', 'counterfoil:2026-06:2025-10-31']);
  });

  test('needs the year of a period that does not name it', async () => {
    const outcome = await runHere(['journal', file('bare.json'), '--json']);
    expect(outcome.code).toBe(1);
    expect(outcome.json()).toMatchObject({ error: { detail: expect.stringMatching(/^year: /) } });
  });

  test.each([
    [['--users', 'broken.json'], 'broken.json is not JSON.'],
    [['--users', 'missing.json'], 'ENOENT: no such file or directory, open'],
  ])('does not go on without the users it was given: %j', async ([flag = '', name = ''], detail) => {
    const outcome = await runHere(['journal', file('wrapped.json'), flag, file(name), '--json']);
    expect(outcome.code).toBe(2);
    expect(outcome.json()).toMatchObject({
      error: { title: 'The file cannot be read', detail: expect.stringContaining(detail) },
    });
    expect(outcome.stdout).not.toContain('Rosa');
  });

  test('asks for a document where none is named', async () => {
    const outcome = await runHere(['journal', '--json']);
    expect(outcome.code).toBe(2);
    expect(outcome.json()).toEqual({
      error: {
        title: 'Wrong usage',
        detail: 'The payroll document is missing.',
        todo: 'Give its file, - for standard input, or --example.',
      },
    });
  });
});
