import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { z } from 'zod';
import { reads } from '../../../src/answers/answer.js';
import { declared, shapeInWords } from '../../../src/doors/terminal/declared-command.js';
import { runHere } from '../../harness/here.js';
import { secretKey } from '../../harness/secret-key.js';

const row = reads({
  name: 'listThings',
  at: 'GET /api/things/:company',
  of: 'Things',
  role: 'viewer',
  takes: z.strictObject({
    company: z.string().meta({ description: 'Its name.' }),
    postFrom: z.iso.date(),
    kind: z.enum(['one', 'two']).optional().meta({ description: 'PAYE or not.' }),
    all: z.literal(true).optional(),
    force: z.boolean().optional(),
    people: z.array(z.string()).optional(),
  }),
  gives: z.object({
    items: z.array(z.object({ id: z.string(), when: z.string().optional() })),
    next: z.string().optional(),
  }),
  summary: 'things',
  does: async () => ({ items: [] }),
});

it('makes arguments, options and help of what a row takes and gives', () => {
  const command = declared(new Command('things'), row, { words: ['company'], print: () => '' });
  expect(command.registeredArguments.map((one) => [one.name(), one.required, one.description])).toEqual([
    ['company', true, 'its name.'],
  ]);
  expect(command.options.map(({ flags, mandatory, description }) => [flags, mandatory, description])).toEqual([
    ['--post-from <date>', true, ''],
    ['--kind <kind>', false, 'PAYE or not.'],
    ['--all', false, ''],
    ['--force', false, ''],
    ['--people <people...>', false, ''],
    ['--json', false, 'answer {"items": [{"id", "when"?}], "next"?}'],
  ]);
  expect(shapeInWords(z.array(z.object({ id: z.string() })))).toBe('[{"id"}]');
});

/** It had become an option that wants a value, when its command was first made of its row. */
it('erase --everything is a flag, as it always was', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-declared-'));
  const env = { DATABASE_URL: `sqlite:${join(folder, 'c.db')}`, SECRET_KEY: secretKey, LOG_LEVEL: 'silent' };
  const erased = await runHere(['erase', '--everything', '--company', 'no one', '--json'], { env });
  expect(erased.json()).toMatchObject({ error: { title: 'No such company' } });
  const both = await runHere(['erase', 'Ed', '--everything', '--company', 'no one', '--json'], { env });
  expect(both.json()).toMatchObject({
    error: { title: 'Wrong usage', detail: 'a person is expected, or everything.' },
  });
  await rm(folder, { recursive: true, force: true });
});
