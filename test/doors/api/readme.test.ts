import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { systemClock } from '../../../src/ground/clock.js';
import { openFresh } from '../../harness/databases.js';
import { type DoorWithBooks, openDoorWithBooks } from './books.js';

const sh = promisify(execFile);
const readme = new URL('../../../README.md', import.meta.url);

/** The commands in the README's section on the API, unchanged. */
async function commands(): Promise<string[]> {
  const text = await readFile(readme, 'utf8');
  const section = /### The admin API\n([\s\S]*?)\n### /.exec(text)?.[1] ?? '';
  const blocks = [...section.matchAll(/```\w*\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  return blocks
    .join('\n')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line.startsWith('curl'));
}

async function hasCurl(): Promise<boolean> {
  return sh('curl', ['--version']).then(
    () => true,
    () => false,
  );
}

describe('the README', () => {
  let door: DoorWithBooks;
  beforeAll(async () => {
    door = await openDoorWithBooks(await openFresh('sqlite', systemClock));
  });
  afterAll(() => door.close());

  it('shows with curl a rerun, its progress and the log, and it works', async () => {
    if (!(await hasCurl())) return console.warn('curl is not there: the README’s commands were not tried.');
    const token = await door.token({ name: 'month-end', role: 'reviewer' });
    const run = await firstPosted(door, token);
    const origin = await door.app.getUrl();
    const answers: string[] = [];
    for (const command of await commands()) {
      const { id = 'ID' } =
        answers.map((answer) => /"id":"(?<id>[\w-]+)"/.exec(answer)?.groups).findLast(Boolean) ?? {};
      const script = command
        .replace('http://127.0.0.1:3000', origin)
        .replace('/ash/2026/6/2025-10-31/', `/${door.company.subdomain}/${run.year}/${run.period}/${run.datedOn}/`)
        .replace(/\bash\b(?=["&])/, String(door.company.subdomain))
        .replace('/ID/', `/${id}/`);
      const { stdout } = await sh('bash', ['-c', script.replace('curl ', 'curl -sS ')], {
        env: { ...process.env, TOKEN: token },
      });
      answers.push(stdout);
    }
    const [rerun = '', started = '', events = '', log = ''] = answers;
    expect(answers).toHaveLength(4);
    expect(JSON.parse(rerun)).toMatchObject({ tag: run.tag, run: { state: 'posted' } });
    expect(JSON.parse(started)).toMatchObject({ id: expect.any(String), href: expect.stringContaining('/api/syncs/') });
    expect(events).toMatch(/^event: end\ndata: \{.*"state":"done"/m);
    expect(JSON.parse(log).items).toContainEqual(expect.objectContaining({ act: 'rerun', actor: 'month-end' }));
  });
});

async function firstPosted(door: DoorWithBooks, token: string) {
  const bearer = { Authorization: `Bearer ${token}` };
  const { id } = (await door.http.post('/api/syncs').set(bearer).send({}).expect(202)).body as { id: string };
  while ((await door.http.get(`/api/syncs/${id}`).set(bearer)).body.state !== 'done') await systemClock.sleep(50);
  const { items } = (await door.http.get('/api/pay-runs?state=posted&limit=1').set(bearer).expect(200)).body;
  return items[0] as { year: number; period: number; datedOn: string; tag: string };
}
