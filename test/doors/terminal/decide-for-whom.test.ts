import { elm } from '../../sync/rig.js';
import { type Running, startRunning } from '../../browser/running.js';

/** Three months in which Ed and Ann are held on the same pay item, in a company that posts by itself. */
const field = 'other_deductions';

function bothHeld() {
  const scenario = elm() as { companies: { payroll: Record<string, { periods: { payslips: object[] }[] }> }[] };
  for (const { payroll } of scenario.companies)
    for (const period of payroll['2026']?.periods ?? [])
      period.payslips = period.payslips.map((slip, at) => ({ ...slip, [field]: at === 0 ? '40.0' : '55.0' }));
  return scenario as never;
}

interface Run {
  readonly state: string;
  readonly holds: readonly { readonly payslip?: string }[];
}

let running: Running;
beforeAll(async () => {
  running = await startRunning(undefined, bothHeld());
  const [books] = running.sandbox.credentials().companies;
  const tokens = ['--access-token', books?.accessToken ?? '', '--refresh-token', books?.refreshToken ?? ''];
  await running.command('connect', '--name', 'Elm', '--mode', 'auto', '--post-from', '2025-04-06', ...tokens, '--json');
  await running.command('sync', '--json');
}, 240_000);
afterAll(() => running?.stop());

const heldOn = ({ holds }: Run) => holds.map(({ payslip }) => payslip?.split('/').at(-1));
const posted = async () => {
  const [books] = running.sandbox.credentials().companies;
  const headers = { authorization: `Bearer ${books?.accessToken}`, 'user-agent': 'test' };
  const answer = await fetch(`${running.sandboxUrl}/v2/journal_sets?per_page=100`, { headers });
  const { journal_sets: sets } = (await answer.json()) as { journal_sets: { dated_on: string; tag?: string }[] };
  return sets.flatMap(({ dated_on, tag }) => (tag === undefined ? [] : [dated_on]));
};

test('the terminal answers one question at a time, and refuses a person where everybody is meant', async () => {
  const decide = (...more: string[]) =>
    running.command('decide', field, 'Elm', '2026', '4', '--as', 'deduct', '--reason', 'union', ...more);
  const ofTax = ['decide', 'tax_deducted', 'Elm', '2026', '4', '--as', 'information', '--for', 'run', '--reason', 'r'];
  const tax = await running.command(...ofTax);
  expect([tax.code, tax.stderr]).toEqual([2, expect.stringContaining('Payroll itself owes this')]);
  const forRun = await decide('--for', 'run', '--user', 'Ed Employee');
  expect([forRun.code, forRun.stderr]).toEqual([2, expect.stringContaining('For one person, or for everyone?')]);
  const unnamed = await decide('--for', 'payslip', '--json');
  expect([unnamed.code, unnamed.json()]).toMatchObject([2, { error: { title: 'Which person?' } }]);
  const first = await decide('--for', 'payslip', '--user', 'Ed Employee', '--json');
  expect([first.code, first.json<{ run: Run }>().run.state, heldOn(first.json<{ run: Run }>().run)]).toEqual([
    3,
    'held',
    ['1'],
  ]);
  expect(await posted()).toEqual([]);
  // Ed's own answer stays, and whoever asks for everybody is told so.
  const rest = await decide('--for', 'run');
  expect(rest.stderr).toContain('Other deductions: this covers 1 of 2 people in this pay run:');
  expect(rest.stderr).toMatch(/Ed Employee £40\.00: stays as decided before\n.*Ann Elm £55\.00\n/);
  expect([rest.code, await posted()]).toEqual([0, ['2025-08-29']]);
}, 240_000);

test('the API answers one question at a time, and says whom it answered for', async () => {
  const made = await running.command('tokens', 'create', '--name', 'ann', '--role', 'reviewer', '--json');
  const { token } = made.json<{ token: string }>();
  const decide = async (body: object) => {
    const answer = await fetch(`${running.url}/api/pay-runs/Elm/2026/5/2025-09-30/decide`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ field, as: 'deduct', reason: 'union', ...body }),
    });
    return { status: answer.status, body: (await answer.json()) as { title?: string; answered?: string[]; run: Run } };
  };
  expect(await decide({ for: 'run', field: 'tax_deducted', as: 'information' })).toMatchObject({
    status: 422,
    body: { title: 'Payroll itself owes this' },
  });
  expect(await decide({ for: 'run', user: 'Ann Elm' })).toMatchObject({
    status: 400,
    body: { title: 'For one person, or for everyone?' },
  });
  const first = await decide({ for: 'payslip', user: 'Ann Elm' });
  expect([first.body.run.state, heldOn(first.body.run)]).toEqual(['held', ['2']]);
  expect(first.body.answered?.map((user) => user.split('/').at(-1))).toEqual(['1']);
  const second = await decide({ for: 'payslip', user: '/v2/users/2' });
  expect([second.body.run.state, (await posted()).sort()]).toEqual(['posted', ['2025-08-29', '2025-09-30']]);
}, 240_000);

test('the page asks two questions, says whom each choice is for, and posts with the second answer', async () => {
  const entered = await fetch(await running.link('reviewer'), { redirect: 'manual' });
  const cookie = entered.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const month = await fetch(`${running.url}/api/pay-runs?state=held`, { headers: { cookie } });
  const { items } = (await month.json()) as { items: { companyId: string }[] };
  const path = `${running.url}/runs/${items[0]?.companyId}/2026/6/2025-10-31`;
  const page = async () => (await fetch(path, { headers: { cookie } })).text();
  const formsIn = (html: string) =>
    [...html.matchAll(/<form method="post" action="[^"]*\/decide" data-worth[\s\S]*?<\/form>/g)].map(([form]) => form);
  const hidden = (form: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(form)?.[1] ?? '';
  const answer = async (form: string) => {
    const names = ['csrf', 'field', 'user', 'fingerprint'];
    const fields = Object.fromEntries(names.map((name) => [name, hidden(form, name)]));
    const scope = /name="scope" value="(\w+)" checked/.exec(form)?.[1] ?? '';
    const body = new URLSearchParams({ ...fields, scope, as: 'deduct', reason: 'union' });
    const sent = await fetch(`${path}/decide`, { method: 'POST', headers: { cookie }, body, redirect: 'manual' });
    expect([scope, sent.status]).toEqual(['payslip', 303]);
  };
  const [first = '', second = ''] = formsIn(await page());
  expect(first.replaceAll(/<[^>]*>/g, '')).toContain(
    'in this pay run: Ed Employee £40.00, Ann Elm £55.00. After that nothing is left to decide, and it is posted',
  );
  expect([first, second].filter((form) => form.includes('Decide and post'))).toEqual([]);
  const csrf = hidden(first, 'csrf');
  const tax = { csrf, field: 'tax_deducted', as: 'information', scope: 'run', reason: 'r' };
  const sent = { method: 'POST', headers: { cookie }, body: new URLSearchParams(tax) };
  const refused = await fetch(`${path}/decide`, sent);
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('Payroll itself owes this')]);
  await answer(first);
  expect(await posted()).not.toContain('2025-10-31');
  const [last = '', ...none] = formsIn(await page());
  expect([hidden(last, 'user'), none]).toEqual([hidden(second, 'user'), []]);
  expect(last).toContain('Decide and post');
  await answer(last);
  expect(await posted()).toContain('2025-10-31');
}, 240_000);
