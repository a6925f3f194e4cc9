import { expect, it } from '@jest/globals';
import { answerAsClient, type ClientAnswer, clientAsked } from '../../../src/acts/approval/answer-as-client.js';
import { askClient } from '../../../src/acts/approval/ask-client.js';
import { mustBeApproved } from '../../../src/acts/runs/post.js';
import { ClientApproval } from '../../../src/record/client-approval.entity.js';
import type { Policy } from '../../../src/journal/policy/policy.js';
import { Decision } from '../../../src/record/runs/decision.entity.js';
import { Decisions } from '../../../src/record/runs/decisions.js';
import { Outbox } from '../../../src/record/messages/outbox.js';
import { Notification } from '../../../src/record/messages/notification.entity.js';
import { insertCompany } from '../../factories/companies.js';
import { PayRunRecord } from '../../../src/record/runs/pay-run.entity.js';
import { payrollOf } from '../../factories/payroll.js';
import { insertRun } from '../../factories/runs.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { companyOn, ops } from './on-rows.js';

const payroll = payrollOf([{ id: 1, name: 'Ann Ash', basic: '100.00', tax: '0', ni: '0', employerNi: '0' }]);
const yes: ClientAnswer = { answer: 'approved', name: 'Dora', words: '' };
const query: ClientAnswer = { answer: 'query', name: 'Dora', words: 'Who is this?' };
const dayMs = 24 * 3_600_000;

describeOnDatabases('a client', (open, kind) => {
  async function begun(policy: Partial<Policy> = { clientApproval: 'before' }) {
    const tools = await companyOn(open, policy);
    const { database, company } = tools;
    const run = await insertRun(database, 'elm', payroll, { state: 'ready', datedOn: '2025-10-31', period: 6 });
    const month = { who: ops, pay: true, year: 2026, period: 6, publicUrl: 'https://ours.test' };
    const ask = async (over: Partial<typeof month> = {}) => {
      const { url, expiresAt } = await askClient(tools, company, { ...month, ...over });
      return { code: url.replace('https://ours.test/client/', ''), expiresAt };
    };
    const outbox = new Outbox(tools.clock, { webhookUrl: undefined, publicUrl: 'https://ours.test' });
    const acting = { ...tools, decisions: new Decisions(database), outbox };
    const tags = async () => (await tools.log.page({}, 20)).map(({ tag }) => tag);
    const answer = (code: string, given = yes) => answerAsClient(acting, code, given);
    const change = (over: Partial<PayRunRecord>) =>
      database.work((rows) => rows.update(PayRunRecord, { companyId: 'elm', tag: run.tag }, over));
    const posts = () =>
      database
        .read((rows) => mustBeApproved(rows, { company, year: 2026, period: 6 }, run))
        .then(() => 'may be posted');
    const asked = () => database.read((rows) => rows.find(ClientApproval));
    const decisions = () => database.read((rows) => rows.find(Decision));
    return { ...tools, tags, acting, run, ask, answer, change, posts, asked, decisions };
  }

  it('approves the figures of the link, once, and only then they are posted', async () => {
    const { ask, answer, posts, asked, lines, tags, decisions, run } = await begun();
    const refused = {
      title: 'The client has not approved these payments',
      detail:
        'Elm Ltd, paid 31 Oct 2025: its policy posts nothing before the client has approved the month as it is now.',
      todo: 'Send the client a link from the pay run’s page, or let the policy ask after posting. At the terminal: `counterfoil policy "Elm Ltd" --set clientApproval=after`.',
      ...{ status: 409, exitCode: 3 },
    };
    await expect(posts()).rejects.toMatchObject(refused);
    const { code } = await ask();
    await expect(posts()).rejects.toMatchObject(refused);
    await answer(code);
    expect(await posts()).toBe('may be posted');
    await expect(answer(code)).rejects.toMatchObject({ title: 'This link does not work any more', status: 410 });
    expect(await asked()).toMatchObject([{ answer: 'approved', answeredBy: 'Dora', words: '', askedBy: 'ops' }]);
    expect(await lines()).toStrictEqual(['client_link done ops ', 'client_approved done client: Dora ']);
    expect(await tags()).toStrictEqual(['counterfoil:2026-06', 'counterfoil:2026-06']);
    expect(await decisions()).toMatchObject([
      {
        ...{ companyId: 'elm', scope: 'run', kind: 'post', tag: run.tag, fingerprint: run.fingerprint },
        ...{ reason: 'Approved by the client', actor: 'client: Dora' },
      },
    ]);
  });

  it('does not approve by a query, nor what is changed after', async () => {
    const { ask, answer, posts, change, decisions } = await begun();
    await answer((await ask()).code, query);
    expect(await decisions()).toStrictEqual([]);
    await expect(posts()).rejects.toMatchObject({ exitCode: 3 });
    await answer((await ask()).code);
    const early = await ask();
    await change({ fingerprint: 'another' });
    await expect(posts()).rejects.toMatchObject({ exitCode: 3 });
    await expect(answer(early.code)).rejects.toMatchObject({
      title: 'The figures have changed',
      detail: 'Payroll has changed since this link was sent, so nothing is approved by it.',
      todo: 'Ask the person who sent it for another one, with the figures as they are now.',
      status: 409,
    });
    await answer((await ask()).code);
    expect(await posts()).toBe('may be posted');
  });

  it.each([undefined, 'after'] as const)('is not waited for by a policy: %s', async (clientApproval) => {
    expect(await (await begun({ clientApproval })).posts()).toBe('may be posted');
  });

  it.each<[string, Partial<Policy>, Partial<PayRunRecord>]>([
    ['by a policy that waits for a person', { clientApproval: 'before', mode: 'approve' }, { gone: false }],
    ['by a policy that asks afterwards', { clientApproval: 'after' }, { gone: false }],
    ['by two pairs of eyes', { clientApproval: 'before', approval: 'two' }, { gone: false }],
    ['of a run that is held', { clientApproval: 'before' }, { state: 'held' }],
  ])('whose yes is no word to post: %s', async (_, policy, over) => {
    const { ask, answer, change, decisions } = await begun(policy);
    await change(over);
    await answer((await ask()).code);
    expect(await decisions()).toStrictEqual([]);
  });

  it('posts no run of another client, another year or another kind', async () => {
    const { database, ask, answer, decisions, run } = await begun();
    await insertCompany(database, { name: 'Oak Ltd', id: 'oak' });
    const ready = { state: 'ready', datedOn: '2025-10-31', period: 6 } as const;
    await insertRun(database, 'oak', payroll, ready);
    await insertRun(database, 'elm', payroll, { ...ready, year: 2025 });
    await insertRun(database, 'elm', payroll, { ...ready, period: 5 });
    await insertRun(database, 'elm', payroll, { ...ready, tag: `${run.tag}:levy-1`, kind: 'levy' } as never);
    await answer((await ask()).code);
    expect((await decisions()).map(({ companyId, tag }) => `${companyId} ${tag}`)).toEqual([`elm ${run.tag}`]);
  });

  it('is told of to the practice by a query, without its words, and not by an approval', async () => {
    const { database, ask, answer, acting, company } = await begun();
    acting.outbox = new Outbox(acting.clock, { webhookUrl: 'https://hook.test', publicUrl: 'https://ours.test' });
    const told = () => database.read((rows) => rows.find(Notification));
    await answer((await ask()).code);
    expect(await told()).toEqual([]);
    await answer((await ask()).code, query);
    const [message, ...more] = await told();
    expect([message?.kind, message?.companyId, more]).toEqual(['client_asks', company.id, []]);
    expect(message?.payload).toMatchObject({ company: 'Elm Ltd', year: 2026, period: 6 });
    expect(JSON.stringify(message)).not.toMatch(/Who is this/);
  });

  it.each<[string, ClientAnswer]>([
    ['a name', { ...yes, name: ' ' }],
    ['words to a query', { ...query, words: ' ' }],
  ])('answers with %s', async (_, given) => {
    const { ask, answer } = await begun();
    const { code } = await ask();
    await expect(answer(code, given)).rejects.toMatchObject({
      ...{ title: 'The answer is not complete', detail: 'A name is needed, and a question needs words.' },
      ...{ todo: 'Fill in what is missing and answer again.', status: 400 },
    });
    await answer(code);
  });

  it('has a link for 14 days, which looking does not spend', async () => {
    const { ask, answer, acting, clock, company } = await begun();
    const { code, expiresAt } = await ask();
    for (const _ of [1, 2]) expect(await clientAsked(acting, code)).toMatchObject({ company: { id: company.id } });
    const spent = {
      title: 'This link does not work any more',
      detail:
        'It was answered or withdrawn, or another of the same month was answered, or it is older than 14 days, or it was not copied whole.',
      todo: 'Ask the person who sent it for another one.',
      status: 410,
    };
    await expect(answer(code.slice(1))).rejects.toMatchObject(spent);
    // The times of rows are the server's own there, and no test moves that clock.
    if (kind === 'postgres') return;
    expect(expiresAt.getTime() - clock.now().getTime()).toBe(14 * dayMs);
    clock.forward(14 * 86_400);
    await expect(clientAsked(acting, code)).rejects.toMatchObject(spent);
    await expect(answer(code)).rejects.toMatchObject(spent);
  });

  it('is asked by anyone who sees pay, and of figures', async () => {
    const { ask, change, lines } = await begun();
    await expect(ask({ pay: false })).rejects.toMatchObject({ status: 403, detail: expect.stringContaining('"ops"') });
    const nothing = {
      title: 'There are no payments to approve',
      detail: 'Elm Ltd: no pay run of that month has figures yet.',
      todo: 'Sync the company when its payroll is filed, then ask.',
      ...{ status: 409, exitCode: 1 },
    };
    await expect(ask({ period: 5 })).rejects.toMatchObject(nothing);
    await change({ gone: true });
    await expect(ask()).rejects.toMatchObject(nothing);
    await change({ gone: false, fingerprint: null });
    await expect(ask()).rejects.toMatchObject(nothing);
    expect(await lines()).toStrictEqual([]);
  });
});
