import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { commandsWithSchema, holdToSchema, withoutSchema } from './command-answers.js';

const folder = new URL('../../src/doors/terminal/', import.meta.url);

interface CommandFile {
  register?(program: Command): void;
  plainAct?(name: string): CommandFile;
}

async function program(): Promise<Command> {
  const root = new Command('counterfoil');
  for (const path of readdirSync(fileURLToPath(folder), { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.ts')) continue;
    const file = (await import(new URL(path, folder).href)) as CommandFile;
    file.register?.(root);
    for (const name of file.plainAct ? ['amend', 'ignore', 'rerun'] : []) file.plainAct?.(name).register?.(root);
  }
  return root;
}

/** "payroll receive": those that answer with --json. A default needs no name. */
const answering = (of: Command, before: readonly string[] = []): readonly string[] =>
  of.commands.flatMap((command) => {
    const path = [...before, ...(command.name() === 'list' ? [] : [command.name()])];
    const own = command.options.some(({ long }) => long === '--json') ? [path.join(' ')] : [];
    return [...own, ...answering(command, path)];
  });

it('every answer of a command with --json has a schema, and every schema a command', async () => {
  const found = [...new Set(answering(await program()))].sort();
  expect(found.length).toBeGreaterThan(40);
  expect([...commandsWithSchema, ...withoutSchema].sort()).toEqual(found);
});

it('an answer with a field too many, or one too few, is refused', () => {
  const answered = (answer: object, code = 0) =>
    holdToSchema(['people', 'erase', 'Ann', '--json'], { code, stdout: `${JSON.stringify(answer)}\n` });
  expect(() => answered({ names: 2 })).not.toThrow();
  expect(() => answered({ names: 2, luck: 1 })).toThrow('luck');
  expect(() => answered({})).toThrow('names');
  expect(() => answered({ error: { title: 'No', detail: 'No', todo: 'No' } }, 1)).not.toThrow();
});
