import type { ActTools } from '../../../src/acts/act-tools.js';
import type { Who } from '../../../src/acts/act.js';
import type { ImportOptions, ImportStep } from '../../../src/companies/practice-import.js';
import { ClientImports } from '../../../src/doors/review/clients/client-imports.js';

const who: Who = { actor: 'Ann', trigger: 'page', companies: null };

/** An import that goes on until it is let go. */
function imports() {
  const begun: Pick<ImportOptions, 'mode' | 'postFrom'>[] = [];
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  async function* run({ mode, postFrom }: ImportOptions): AsyncGenerator<ImportStep> {
    begun.push({ mode, postFrom });
    await held;
    yield { imported: { outcome: 'known', subdomain: 'ash' }, total: 1 };
  }
  const tools = { practiceImport: { run }, log: {} } as unknown as ActTools;
  return { imports: new ClientImports(tools), begun, letGo };
}

test('a second import joins the first if it asks for the same, and is refused if it asks for anything else', async () => {
  const { imports: all, begun, letGo } = imports();
  all.begin({ mode: 'auto', postFrom: '2025-10-06' }, who);
  all.begin({ mode: 'auto', postFrom: '2025-10-06' }, who);
  for (const other of [
    { mode: 'check', postFrom: '2025-10-06' },
    { mode: 'auto', postFrom: undefined },
  ] as const)
    expect(() => all.begin(other, who)).toThrow(
      expect.objectContaining({
        title: 'Clients are being imported already',
        detail:
          'An import begun by Ann is under way: mode Post automatically, pay runs paid from 6 October 2025. Nothing was changed.',
        todo: 'Wait until it ends, as the page Clients shows, and import again then. A client that it has added keeps its mode until its policy is changed.',
        status: 409,
      }),
    );
  expect(begun).toEqual([{ mode: 'auto', postFrom: '2025-10-06' }]);
  letGo();
  while (all.state?.running) await new Promise((resolve) => setImmediate(resolve));
  expect(all.state).toMatchObject({ running: false, known: 1 });
  all.begin({ mode: 'check' }, who);
  expect(all.state?.running).toBe(true);
});

test('someone who reaches only some companies is refused first', () => {
  const { imports: all } = imports();
  expect(() => all.begin({ mode: 'auto' }, { ...who, companies: ['ash'] })).toThrow('here for you');
  expect(all.state).toBeUndefined();
});
