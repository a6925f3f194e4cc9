import { userInfo } from 'node:os';
import { type Running, startRunning } from '../../browser/running.js';

interface Run {
  readonly company: string;
  readonly year: number;
  readonly period: number;
  readonly datedOn: string;
  readonly state: string;
  readonly tag: string;
  readonly holds: readonly { readonly field?: string }[];
}

let running: Running;
beforeAll(async () => {
  running = await startRunning();
}, 240_000);
afterAll(() => running?.stop());

test('the person who decided a run cannot post it on page, API or terminal; another person can', async () => {
  const { command, url, sandbox } = running;
  const [books] = sandbox.credentials().companies;
  const tokens = ['--access-token', books?.accessToken ?? '', '--refresh-token', books?.refreshToken ?? ''];
  const done = async (...args: string[]) => {
    const answer = await command(...args, '--json');
    expect([args.slice(0, 2), answer.code, answer.stderr]).toEqual([
      args.slice(0, 2),
      expect.anything(),
      answer.stderr,
    ]);
    return answer;
  };
  await done('connect', '--name', 'Ash', '--mode', 'approve', '--post-from', '2020-01-01', ...tokens);
  const two = ['policy', 'Ash', '--set', 'approval=two', '--reason', 'required of us'];
  expect((await command(...two, '--json')).code).toBe(2);
  await done('people', 'add', 'Ann Ash', '--role', 'admin', '--login', userInfo().username);
  await done('people', 'add', 'Ben Birch', '--role', 'reviewer');
  expect((await command(...two, '--json')).code).toBe(0);
  const tokenOf = async (person: string) =>
    (await done('tokens', 'create', '--name', `${person}, laptop`, '--person', person)).json<{ token: string }>().token;
  const [ann, ben] = [await tokenOf('Ann Ash'), await tokenOf('Ben Birch')];
  await done('sync');
  const runs = async () => (await done('runs')).json<Run[]>();
  const held = (await runs()).find((run) => run.state === 'held' && run.holds[0]?.field !== undefined) as Run;
  const { year, period, datedOn, tag } = held;
  const address = ['Ash', String(year), String(period), '--paid', datedOn];
  const field = held.holds[0]?.field ?? '';
  const decided = await command(
    'decide',
    field,
    ...address,
    '--as',
    'deduct',
    '--for',
    'run',
    '--reason',
    'union',
    '--json',
  );
  expect(decided.json<{ run: Run }>().run.state).toBe('ready');

  const atTerminal = await command('post', ...address, '--reason', 'October', '--json');
  expect(atTerminal.code).toBe(3);
  const refusal = { title: 'A second person is needed', todo: 'Ben Birch can.' };
  expect(atTerminal.json<{ error: object }>().error).toMatchObject(refusal);

  const path = `Ash/${year}/${period}/${datedOn}`;
  const post = (token: string) =>
    fetch(`${url}/api/pay-runs/${path}/post`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ reason: 'October' }),
    });
  const byApi = await post(ann);
  expect([byApi.status, await byApi.json()]).toEqual([403, expect.objectContaining(refusal)]);

  const link = (await done('sign-in-link', '--person', 'Ann Ash')).json<{ url: string }>().url;
  const entered = await fetch(link, { redirect: 'manual' });
  const cookie = entered.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const page = async () => (await fetch(`${url}/runs/${path}`, { headers: { cookie } })).text();
  const shown = await page();
  expect(shown).toContain('Ben Birch can.');
  const csrf = /name="csrf" value="([^"]+)"/.exec(shown)?.[1] ?? '';
  const onPage = await fetch(`${url}/runs/${path}/post`, {
    method: 'POST',
    headers: { cookie },
    body: new URLSearchParams({ csrf, reason: 'October' }),
  });
  expect([onPage.status, await onPage.text()]).toEqual([403, expect.stringContaining('A second person is needed')]);

  const posted = await post(ben);
  expect((await posted.json()) as object).toMatchObject({ run: { state: 'posted' } });
  const after = await page();
  for (const name of ['Ann Ash', 'Ben Birch']) expect(after).toContain(name);
  const log = (await done('log')).json<{ items: { act: string; actor: string; tag?: string }[] }>().items;
  const acts = log.filter((entry) => entry.tag === tag).map(({ act, actor }) => `${act} by ${actor}`);
  expect(acts).toEqual(expect.arrayContaining(['decide by Ann Ash', 'post by Ben Birch']));
  const csv = await (await fetch(`${url}/api/log.csv`, { headers: { authorization: `Bearer ${ben}` } })).text();
  for (const name of ['Ann Ash', 'Ben Birch']) expect(csv).toContain(name);

  // The only administrator changes who the other reviewer is with a reason, and not at once.
  const change = async (...reason: string[]) => {
    const { json } = await command('people', 'change', 'Ben Birch', '--email', 'b@x.example', ...reason, '--json');
    return json<{ error: { title: string; todo: string } }>().error;
  };
  expect((await change()).title).toBe('A reason is needed');
  expect(await change('--reason', 'he moved')).toMatchObject({
    title: 'A second administrator is needed',
    todo: expect.stringContaining('There is no other administrator'),
  });
}, 240_000);
