import { expect, it } from '@jest/globals';
import { ApiTokens } from '../../src/access/api-tokens.js';
import { Person, PersonName } from '../../src/access/person.entity.js';
import type { Who } from '../../src/acts/act.js';
import { answerAsClient, clientAsked } from '../../src/acts/approval/answer-as-client.js';
import { askClient } from '../../src/acts/approval/ask-client.js';
import { withdrawClientLink } from '../../src/acts/approval/withdraw-client-link.js';
import { changePerson } from '../../src/acts/people/change-person.js';
import { forgetPerson } from '../../src/acts/people/forget-person.js';
import { Decisions } from '../../src/record/runs/decisions.js';
import { Outbox } from '../../src/record/messages/outbox.js';
import { clientAnswer, clientWaits } from '../../src/views/company/client-answers.js';
import { clientLinks } from '../../src/views/company/client-links.js';
import { payrollOf } from '../factories/payroll.js';
import { insertRun } from '../factories/runs.js';
import { describeOnDatabases } from '../harness/databases.js';
import { companyOn, ops } from './rules/on-rows.js';

const payroll = payrollOf([{ id: 1, name: 'Ed Elm', basic: '100.00', tax: '0', ni: '0', employerNi: '0' }]);
const viewer = { companies: null, pay: true };
const yes = { answer: 'approved', name: 'Dora', words: '' } as const;
const month = { companyId: 'elm', year: 2026, period: 6 };

describeOnDatabases('a link for a client', (open) => {
  async function begun() {
    const tools = await companyOn(open);
    const { database, company } = tools;
    await insertRun(database, 'elm', payroll, { state: 'ready', datedOn: '2025-10-31', period: 6 });
    await insertRun(database, 'elm', payroll, { state: 'ready', datedOn: '2025-11-30', period: 7 });
    const person = {
      role: 'reviewer',
      pay: true,
      companies: ['elm'],
      email: null,
      login: null,
      digest: 'never',
    } as const;
    for (const name of ['Ann', 'Ben']) {
      const row = { ...person, id: name, name, active: true, issuer: null, subject: null, createdAt: new Date(0) };
      await database.work(async (rows) => {
        await rows.insert(Person, row);
        await rows.insert(PersonName, { name, personId: name });
      });
    }
    const ask = async (who: Partial<Who> = {}, period = 6) => {
      const by: Who = { actor: 'Ann', person: 'Ann', trigger: 'page', companies: ['elm'], ...who };
      const asked = { who: by, pay: true, year: 2026, period, publicUrl: 'https://ours.test' };
      return (await askClient(tools, company, asked)).url.split('/').at(-1) ?? '';
    };
    const outbox = new Outbox(tools.clock, { webhookUrl: undefined, publicUrl: 'https://ours.test' });
    const acting = { ...tools, decisions: new Decisions(database), outbox };
    const answer = (code: string) => answerAsClient(acting, code, yes);
    const links = () => database.read((rows) => clientLinks(rows, month, database.clock.now()));
    const states = async () => (await links()).map(({ askedBy, state }) => `${askedBy} ${state}`);
    return { ...tools, acting, ask, answer, links, states };
  }
  type Begun = Awaited<ReturnType<typeof begun>>;
  const gone = { title: 'This link does not work any more', status: 410 };

  it.each<[string, (on: Begun) => Promise<unknown>]>([
    ['may not sign in any more', (on) => changePerson(on, 'Ann', { change: { active: false }, who: ops })],
    ['may not see pay', (on) => changePerson(on, 'Ann', { change: { pay: false }, who: ops })],
    ['only looks', (on) => changePerson(on, 'Ann', { change: { role: 'viewer' }, who: ops })],
    ['does not reach the company', (on) => changePerson(on, 'Ann', { change: { companies: ['oak'] }, who: ops })],
    [
      'was erased',
      async (on) => {
        await changePerson(on, 'Ann', { change: { active: false }, who: ops });
        await forgetPerson(on, 'Ann', ops);
      },
    ],
  ])('ends once whoever made it %s, and others go on', async (_, change) => {
    const on = await begun();
    const [anns, bens] = [await on.ask(), await on.ask({ actor: 'Ben', person: 'Ben' })];
    await change(on);
    await expect(clientAsked(on.acting, anns)).rejects.toMatchObject(gone);
    await expect(on.answer(anns)).rejects.toMatchObject(gone);
    expect((await on.links()).map(({ state }) => state).sort()).toEqual(['ended', 'open']);
    await on.answer(bens);
  });

  it('goes on under another name of anyone who made it, and ends with the token of a program', async () => {
    const on = await begun();
    const anns = await on.ask();
    await changePerson(on, 'Ann', { change: { name: 'Ann Ash' }, who: ops });
    expect(await clientAsked(on.acting, anns)).toBeDefined();
    const tokens = new ApiTokens(on.database);
    await tokens.create({ name: 'nightly', role: 'reviewer', pay: true, companies: null });
    const nightlys = await on.ask({ actor: 'nightly', person: undefined, trigger: 'api' });
    expect(await clientAsked(on.acting, nightlys)).toBeDefined();
    await tokens.revoke('nightly', ops);
    await expect(clientAsked(on.acting, nightlys)).rejects.toMatchObject(gone);
  });

  it('made by anyone who runs commands, and is no person here, goes on until it is withdrawn', async () => {
    const on = await begun();
    const code = await on.ask({ actor: 'root', person: undefined, trigger: 'command' });
    expect(await clientAsked(on.acting, code)).toBeDefined();
    const forged = await on.ask({ actor: 'root', person: undefined, trigger: 'api' });
    await expect(clientAsked(on.acting, forged)).rejects.toMatchObject(gone);
  });

  it('is withdrawn, once in the log, and the client is not waited for any more', async () => {
    const on = await begun();
    const code = await on.ask();
    const [link] = await on.links();
    expect(await on.database.read((rows) => clientWaits(rows, viewer))).toHaveLength(1);
    for (const _ of [1, 2]) await withdrawClientLink(on, on.company, { id: link?.id ?? '', who: ops });
    await expect(clientAsked(on.acting, code)).rejects.toMatchObject(gone);
    await expect(on.answer(code)).rejects.toMatchObject(gone);
    expect(await on.states()).toEqual(['Ann ended']);
    expect(await on.lines()).toStrictEqual(['client_link done Ann ', 'client_link withdrawn ops ']);
    expect(await on.database.read((rows) => clientWaits(rows, viewer))).toEqual([]);
    expect(await on.database.read((rows) => clientAnswer(rows, viewer, month))).toBeUndefined();
    await expect(withdrawClientLink(on, on.company, { id: 'none', who: ops })).rejects.toMatchObject({ status: 404 });
    const other = { ...on.company, id: 'oak' };
    await expect(withdrawClientLink(on, other, { id: link?.id ?? '', who: ops })).rejects.toMatchObject({
      status: 404,
    });
  });

  it('ends once another of its month is answered, and one of another month does not', async () => {
    const on = await begun();
    const [one, two, november] = [await on.ask(), await on.ask({ actor: 'Ben', person: 'Ben' }), await on.ask({}, 7)];
    await on.answer(one);
    await expect(on.answer(two)).rejects.toMatchObject(gone);
    expect((await on.states()).sort()).toEqual(['Ann answered', 'Ben ended']);
    expect((await on.lines()).slice(-2)).toStrictEqual([
      'client_link ended client: Dora ',
      'client_approved done client: Dora ',
    ]);
    const [answered] = (await on.links()).filter(({ state }) => state === 'answered');
    await expect(withdrawClientLink(on, on.company, { id: answered?.id ?? '', who: ops })).rejects.toMatchObject({
      title: 'The link was answered',
      status: 409,
    });
    expect(await on.database.read((rows) => clientAnswer(rows, viewer, month))).toMatchObject({ says: 'approved' });
    await on.answer(november);
    await on.answer(await on.ask());
  });

  it('takes one answer, when two links of its month are answered at the same moment', async () => {
    const on = await begun();
    const codes = [await on.ask(), await on.ask({ actor: 'Ben', person: 'Ben' })];
    const both = await Promise.allSettled(codes.map(on.answer));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await on.links()).map(({ state }) => state).sort()).toEqual(['answered', 'ended']);
  });
});
