import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCounterfoil } from '../../harness/counterfoil.js';
import { runHere } from '../../harness/here.js';
import { secretKey } from '../../harness/secret-key.js';

interface PrintedDemo {
  readonly url: string;
  readonly signInLink: string;
  readonly runs: readonly { readonly datedOn: string; readonly state: string; readonly holds: readonly string[] }[];
}

const demoMaxMs = 90_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counterfoil-demo-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test(
  'the demo posts, holds and explains, lets its link in again and again, tells what is true, and leaves a log that is whole',
  async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const demo = startCounterfoil(['demo', '--json'], { env: { TMPDIR: folder, PORT: String(port) } });
    const { url, signInLink, runs } = (await demo.firstLine) as PrintedDemo;
    taken.close();
    expect(demo.log()).toContain(`Port ${port} is taken: Counterfoil listens on ${new URL(url).port}.\n`);
    expect(new URL(signInLink).origin).toBe(url);

    const states = new Set(runs.map((run) => run.state));
    expect([...states].sort()).toEqual(['held', 'not_ready', 'nothing', 'posted']);
    expect(runs.filter((run) => run.state === 'held').map((run) => run.holds)).toEqual([
      ['unknown_money_field'],
      ['ambiguous_field'],
    ]);

    await fetch(signInLink);
    const signedIn = await fetch(signInLink, { redirect: 'manual' });
    expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, '/']);
    const [cookie = ''] = (signedIn.headers.get('set-cookie') ?? '').split(';');
    const board = await fetch(`${url}/`, { headers: { cookie } });
    expect(await board.text()).toContain('Needs you');
    // No other link stays open, and none can be guessed from it.
    expect((await fetch(`${signInLink}x`)).status).toBe(410);

    // The second company, whose payroll comes as files.
    await logged(demo, /\d weekly FPS (file was|files were) received, \d posted, 1 held/);
    await logged(demo, /Load Month again/);
    // The demo moved time by days, and must not sign out whoever is watching.
    const after = await (await fetch(`${url}/`, { headers: { cookie } })).text();
    for (const state of ['Payroll changed', 'Books altered', 'FPS not accepted']) {
      expect(after).toContain(state);
    }
    const told = demo.log().slice(demo.log().indexOf('Why the control accounts')).replace(/\n +/g, '\n');
    const [before = '', left = ''] = told.split(
      /The wage was paid and the recoveries were posted. What is left:|Payroll of /,
    );
    expect(before).toMatch(/- No payment posted: 902 .*, Net pay of .*, £[\d,.]+\.\n$/);
    expect(before).toMatch(/recovered statutory pay is in no journal, £[\d,.]+ on 814\./);
    expect(before).toMatch(/its journal was altered in the books, £120\.00 on 902\./);
    // The pay runs that are held, of which one may have a recovery that waits with it, and the edited set: nothing else.
    const causes = left.trim().split('\n');
    expect(causes.length).toBeGreaterThanOrEqual(3);
    const known = /^- (Pay run of .*: (it is held|its journal was altered)|HMRC is due less than the journals of PAYE)/;
    for (const cause of causes) expect(cause).toMatch(known);

    const [own = ''] = await readdir(folder);
    const env = { DATABASE_URL: `sqlite:${join(folder, own, 'demo.db')}`, SECRET_KEY: secretKey, LOG_LEVEL: 'error' };
    const verified = await runHere(['log', 'verify', '--json'], { env });
    expect([verified.json(), verified.code]).toEqual([{ items: [] }, 0]);

    expect(await demo.end('SIGINT')).toBe(0);
  },
  demoMaxMs,
);

async function logged(demo: { log(): string }, words: RegExp): Promise<void> {
  while (!words.test(demo.log())) await new Promise((resolve) => setTimeout(resolve, 100));
}
