import { systemClock } from '../../../src/ground/clock.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { type DoorWithBooks, openDoorWithBooks } from './books.js';

interface Run {
  readonly company: string;
  readonly year: number;
  readonly period: number;
  readonly datedOn: string;
  readonly state: string;
  readonly tag: string;
  readonly fingerprint: string;
  readonly clean?: boolean;
  readonly holds: readonly { readonly code: string; readonly field?: string }[];
}

const rerunsAtOnce = 20;

describeOnDatabases('a reviewer by the API', (open) => {
  let door: DoorWithBooks;
  let token: string;
  let admin: string;

  beforeAll(async () => {
    door = await openDoorWithBooks(await open(systemClock), 'approve');
    token = await door.token({ name: 'Ann', role: 'reviewer' });
    admin = await door.token({ name: 'Ada', role: 'admin' });
    const { id } = (await post('/api/syncs', {}).expect(202)).body as { id: string };
    while ((await get(`/api/syncs/${id}`)).body.state !== 'done') await systemClock.sleep(50);
  });
  afterAll(() => door.close());

  const get = (path: string) => door.http.get(path).set('Authorization', `Bearer ${token}`);
  const post = (path: string, body: object, by = token) =>
    door.http.post(path).set('Authorization', `Bearer ${by}`).send(body);
  const runs = async (state: string) => (await get(`/api/pay-runs?limit=500&state=${state}`)).body.items as Run[];
  const pathOf = ({ company, year, period, datedOn }: Run, act = '') =>
    `/api/pay-runs/${encodeURIComponent(company)}/${year}/${period}/${datedOn}${act && `/${act}`}`;
  const setsOf = async (run: Run) => (await door.sets()).filter(({ tag }) => tag?.startsWith(run.tag));
  const entries = async (run: Run) =>
    (await get(`/api/log?tag=${run.tag}`)).body.items as {
      act: string;
      actor: string;
      trigger: string;
      outcome: string;
    }[];

  it('posts one run, once, and the log names the token', async () => {
    const [run] = (await runs('ready')) as [Run];
    expect(await setsOf(run)).toEqual([]);
    const answer = await post(pathOf(run, 'post'), { reason: 'October agreed', fingerprint: run.fingerprint }).expect(
      200,
    );
    expect(answer.body).toMatchObject({
      company: run.company,
      tag: run.tag,
      run: { state: 'posted' },
      sync: { posted: 1 },
    });
    expect(await setsOf(run)).toHaveLength(1);
    const found = await entries(run);
    expect(found).toContainEqual(expect.objectContaining({ act: 'post', actor: 'Ann', trigger: 'api' }));
  });

  it('shows whether a ready run is clean, in the list and by itself; not for other states', async () => {
    const [ready] = (await runs('ready')) as [Run];
    expect(ready.clean).toBe(true);
    expect((await get(pathOf(ready))).body.clean).toBe(true);
    const others = [...(await runs('posted')), ...(await runs('held'))];
    expect(others.length).toBeGreaterThan(0);
    expect(others.filter(({ clean }) => clean !== undefined)).toEqual([]);
  });

  it('is refused when the figures are not those that were seen', async () => {
    const [run] = (await runs('ready')) as [Run];
    const answer = await post(pathOf(run, 'post'), { reason: 'r', fingerprint: 'f'.repeat(64) }).expect(409);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.body.detail).toContain(run.company);
    expect(await setsOf(run)).toEqual([]);
  });

  it('posts many: those whose figures are still those seen, and returns a problem for each other one', async () => {
    const [one, two, three] = (await runs('ready')) as [Run, Run, Run];
    const chosen = [
      { company: one.company, tag: one.tag, fingerprint: one.fingerprint },
      { company: two.company, tag: two.tag, fingerprint: 'e'.repeat(64) },
      { company: 'No Such Ltd', tag: three.tag, fingerprint: three.fingerprint },
      { company: three.company, tag: 'counterfoil:1999-01:1999-01-01', fingerprint: three.fingerprint },
    ];
    const answer = await post('/api/pay-runs/post', { runs: chosen, reason: 'all clean' }).expect(200);
    const found = answer.body.runs as { tag: string; run?: Run; problem?: { status: number } }[];
    expect(found.map(({ tag }) => tag)).toEqual(chosen.map(({ tag }) => tag));
    expect(found[0]?.run).toMatchObject({ state: 'posted', tag: one.tag });
    expect(found.slice(1).map(({ problem }) => problem?.status)).toEqual([409, 404, 404]);
    expect(await setsOf(one)).toHaveLength(1);
    expect(await setsOf(two)).toEqual([]);
  });

  it('decides a held field with a reason, after which the run can be posted', async () => {
    const held = (await runs('held')).find(({ holds }) => holds.some(({ code }) => code === 'ambiguous_field')) as Run;
    const field = held.holds.find(({ code }) => code === 'ambiguous_field')?.field;
    await post(pathOf(held, 'decide'), { field, as: 'deduct', for: 'run' }).expect(400);
    await post(pathOf(held, 'decide'), { field, as: 'nonsense', for: 'run', reason: 'r' }).expect(400);
    const several = { field: 'basic_pay', as: 'pay', for: 'person', reason: 'r' };
    expect((await post(pathOf(held, 'decide'), several).expect(409)).body.title).toBe('Which person?');
    // Only one person has the field, so no one needs to be named, as on the page and at the terminal.
    const answer = await post(pathOf(held, 'decide'), { field, as: 'deduct', for: 'person', reason: 'A loan' }).expect(
      200,
    );
    expect(answer.body.run.state).toBe('ready');
    expect(await entries(held)).toContainEqual(expect.objectContaining({ act: 'decide', actor: 'Ann' }));
  });

  it('splits a field over accounts, and names what is wrong with a split', async () => {
    const [run] = (await runs('ready')) as [Run];
    const split = (parts: readonly object[]) =>
      post(pathOf(run, 'decide'), {
        field: 'tax_deducted',
        as: { as: 'deduct_to_tax_authority', split: parts },
        for: 'run',
        reason: 'r',
      });
    const [fixed, rest] = [
      { account: '820', amount: '0.01' },
      { account: '814', rest: true },
    ];
    await split([fixed]).expect(400);
    expect((await split([rest, fixed]).expect(400)).body.detail).toContain('then exactly one');
    const answer = await split([fixed, rest]).expect(200);
    const { lines } = answer.body.run.journal as { lines: { category: string; why?: object[] }[] };
    const parts = lines.filter(({ category }) => category === '820');
    expect(parts[0]?.why).toEqual([
      expect.objectContaining({ because: 'split', field: 'tax_deducted', amount: '-0.01' }),
    ]);
  });

  it('does not decide for a practice whose other companies are not theirs', async () => {
    const [held] = (await runs('held')).concat(await runs('ready')) as [Run];
    const narrow = await door.token({ role: 'reviewer', companies: [door.company.id] });
    const decision = { field: 'other_deductions', as: 'deduct', for: 'practice', reason: 'r' };
    const answer = await post(pathOf(held, 'decide'), decision, narrow).expect(403);
    expect(answer.body.detail).toContain('practice');
  });

  it('signs off what is posted, and nothing else', async () => {
    const [posted] = (await runs('posted')) as [Run];
    const [ready] = (await runs('ready')) as [Run];
    const answer = await post(pathOf(posted, 'sign-off'), { reason: 'Reviewed' }).expect(200);
    expect(answer.body.run.signedOffBy).toBe('Ann');
    await post(pathOf(ready, 'sign-off'), { reason: 'Reviewed' }).expect(409);
  });

  it('reverses a posted run, and asks before posting anything in its place', async () => {
    const [posted] = (await runs('posted')) as [Run];
    const answer = await post(pathOf(posted, 'reverse'), { reason: 'Wrong month' }).expect(200);
    expect(answer.body.run).toMatchObject({ state: 'held', holds: [{ code: 'reversed' }] });
    expect((await setsOf(posted)).map(({ tag }) => tag).sort()).toEqual([posted.tag, `${posted.tag}:reversal-1`]);
  });

  it('ignores a run', async () => {
    const [ready] = (await runs('ready')) as [Run];
    const answer = await post(pathOf(ready, 'ignore'), { reason: 'Posted by hand' }).expect(200);
    expect(answer.body.run.state).toBe('ignored');
  });

  it('runs one run again twenty times at once: one set in the books, every rerun in the log', async () => {
    const [run] = (await runs('ready')) as [Run];
    const policy = await door.http
      .get(`/api/companies/${door.company.id}/policy`)
      .set('Authorization', `Bearer ${admin}`)
      .expect(200);
    await door.http
      .put(`/api/companies/${door.company.id}/policy`)
      .set('Authorization', `Bearer ${admin}`)
      .set('If-Match', String(policy.headers.etag))
      .send({ policy: { ...policy.body.policy, mode: 'auto' }, reason: 'Trusted by now' })
      .expect(200);

    const answers = await Promise.all(
      Array.from({ length: rerunsAtOnce }, () => post(pathOf(run, 'rerun'), { reason: 'Is it there?' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.every(({ body }) => body.run.state === 'posted')).toBe(true);
    expect(await setsOf(run)).toHaveLength(1);
    const found = await entries(run);
    expect(found.filter(({ act }) => act === 'rerun')).toHaveLength(rerunsAtOnce);
    expect(found.filter(({ act, outcome }) => act === 'post' && outcome === 'done')).toHaveLength(1);
  });
});
