import { startCounterfoil } from '../harness/counterfoil.js';

interface PrintedDemo {
  readonly url: string;
  readonly signInLink: string;
  readonly accountingUrl: string;
  readonly runs: readonly { readonly datedOn: string; readonly state: string; readonly holds: readonly string[] }[];
}

const requestsMax = 110;
const demoMaxMs = 90_000;

test(
  'the demo posts, holds and explains, lets its link in once, and keeps to its requests',
  async () => {
    const demo = startCounterfoil(['demo', '--json']);
    const { url, signInLink, accountingUrl, runs } = (await demo.firstLine) as PrintedDemo;

    const states = new Set(runs.map((run) => run.state));
    expect([...states].sort()).toEqual(['held', 'not_ready', 'nothing', 'posted']);
    expect(runs.filter((run) => run.state === 'held').map((run) => run.holds)).toEqual([
      ['unknown_money_field'],
      ['ambiguous_field'],
    ]);

    const signedIn = await fetch(signInLink, { redirect: 'manual' });
    expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, '/']);
    const [cookie = ''] = (signedIn.headers.get('set-cookie') ?? '').split(';');
    const board = await fetch(`${url}/`, { headers: { cookie } });
    expect(await board.text()).toContain('Needs you');
    expect((await fetch(signInLink)).status).toBe(410);

    await logged(demo, /Load the board again/);
    // The demo moved time by days, and must not sign out whoever is watching.
    const after = await (await fetch(`${url}/`, { headers: { cookie } })).text();
    for (const state of ['Payroll changed', 'Books altered', 'FPS not accepted']) {
      expect(after).toContain(state);
    }
    const { total } = (await (await fetch(`${accountingUrl}/_sandbox/requests`)).json()) as { total: number };
    expect(total).toBeLessThanOrEqual(requestsMax);

    expect(await demo.end('SIGINT')).toBe(0);
  },
  demoMaxMs,
);

async function logged(demo: { log(): string }, words: RegExp): Promise<void> {
  while (!words.test(demo.log())) await new Promise((resolve) => setTimeout(resolve, 100));
}
