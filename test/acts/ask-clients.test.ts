import { beforeEach, expect, it } from '@jest/globals';
import { Person, PersonName } from '../../src/access/person.entity.js';
import type { Who } from '../../src/acts/act.js';
import { answerAsClient } from '../../src/acts/approval/answer-as-client.js';
import { askClients, remindByItself } from '../../src/acts/approval/ask-clients.js';
import { withdrawClientLink } from '../../src/acts/approval/withdraw-client-link.js';
import { ClientMail } from '../../src/record/messages/client-mail.entity.js';
import { Outbox } from '../../src/record/messages/outbox.js';
import { Decisions } from '../../src/record/runs/decisions.js';
import { PayRunRecord } from '../../src/record/runs/pay-run.entity.js';
import { clientLinks } from '../../src/views/company/client-links.js';
import { clientsAsked } from '../../src/views/company/clients-asked.js';
import { insertCompany } from '../factories/companies.js';
import { payrollOf } from '../factories/payroll.js';
import { insertRun } from '../factories/runs.js';
import { describeOnDatabases } from '../harness/databases.js';
import { companyOn } from './rules/on-rows.js';

const payroll = payrollOf([{ id: 1, name: 'Ed Elm', basic: '100.00', tax: '0', ni: '0', employerNi: '0' }]);
const month = { year: 2026, period: 6 };
const who: Who = { actor: 'Ann', person: 'Ann', trigger: 'page', companies: null };
const owner = 'owner@elm.example';

describeOnDatabases('many clients', (open) => {
  async function begun(policy = {}) {
    const tools = await companyOn(open, { clientEmail: owner, ...policy });
    const { database, companies, clock } = tools;
    await insertCompany(database, { id: 'oak', name: 'Oak Ltd' });
    for (const id of ['elm', 'oak'])
      await insertRun(database, id, payroll, { state: 'ready', datedOn: '2025-10-31', period: 6 });
    const person = { role: 'reviewer', pay: true, companies: null, email: null, login: null, digest: 'never' } as const;
    await database.work(async (rows) => {
      const more = { active: true, issuer: null, subject: null, createdAt: new Date(0) };
      await rows.insert(Person, { ...person, ...more, id: 'Ann', name: 'Ann' });
      await rows.insert(PersonName, { name: 'Ann', personId: 'Ann' });
    });
    const both = [await companies.find('elm'), await companies.find('oak')];
    const press = async (kind: 'ask' | 'reminder', mails: boolean, of = both) =>
      askClients(tools, of, { who, pay: true, ...month, publicUrl: 'https://ours.test', mails, kind });
    const outbox = new Outbox(clock, { webhookUrl: undefined, publicUrl: 'https://ours.test' });
    const acting = { ...tools, decisions: new Decisions(database), outbox };
    const answer = (url: string, given: 'approved' | 'query') =>
      answerAsClient(acting, url.split('/').at(-1) ?? '', { answer: given, name: 'Dora', words: 'Why is Ed paid?' });
    const listed = (viewer = { companies: null as readonly string[] | null, pay: true }) =>
      database.read((rows) => clientsAsked(rows, viewer, month, clock.now()));
    const states = async () => (await listed()).map(({ company, state }) => `${company}: ${state}`);
    const mails = () => database.read((rows) => rows.find(ClientMail, { order: { companyId: 'ASC' } }));
    return { ...tools, both, press, answer, listed, states, mails };
  }
  let on: Awaited<ReturnType<typeof begun>>;
  beforeEach(async () => {
    on = await begun();
  });

  it('are mailed where they have an address, the others get a link to copy, and a second press does nothing', async () => {
    const made = await on.press('ask', true);
    expect(made).toMatchObject([
      { company: 'Elm Ltd', is: 'mailing' },
      { company: 'Oak Ltd', is: 'link', url: expect.stringMatching(/^https:\/\/ours\.test\/client\/[\w-]{43}$/) },
    ]);
    expect(await on.press('ask', true)).toMatchObject([
      { is: 'not_made', why: 'waiting' },
      { is: 'not_made', why: 'no_answer' },
    ]);
    expect(await on.mails()).toMatchObject([{ companyId: 'elm', address: owner, kind: 'ask', actor: 'Ann' }]);
    expect(await on.states()).toEqual(['Elm Ltd: not_asked', 'Oak Ltd: no_answer']);
    expect(await on.lines()).toEqual(['client_mail asked Ann ', 'client_link done Ann ']);
    expect(await on.unvouched('the question to a client')).toEqual([]);
  });

  it('are needed before posting only where anything is posted', async () => {
    const elm = async (policy: object) =>
      (await (await begun(policy)).listed()).find(({ companyId }) => companyId === 'elm');
    expect(await elm({ clientApproval: 'before' })).toMatchObject({ isNeeded: true });
    expect(await elm({ clientApproval: 'before', mode: 'check' })).toMatchObject({ isNeeded: false });
  });

  it('get links to copy where there is no mail server', async () => {
    expect((await on.press('ask', false)).map(({ is }) => is)).toEqual(['link', 'link']);
    expect(await on.mails()).toEqual([]);
  });

  it('say nothing to someone who may not see pay, and are asked by no one who may not', async () => {
    const asking = { who, ...month, publicUrl: 'https://ours.test', mails: true, kind: 'ask' } as const;
    await expect(askClients(on, on.both, { ...asking, pay: false })).rejects.toMatchObject({ status: 403 });
    const [, oak] = await on.press('ask', false);
    await on.answer(oak?.url ?? '', 'query');
    const [elm, asks] = await on.listed({ companies: null, pay: false });
    expect(elm).not.toHaveProperty('address');
    expect(asks).toMatchObject({ state: 'asks', by: 'Dora' });
    expect(asks).not.toHaveProperty('words');
    expect((await on.listed())[1]).toMatchObject({ words: 'Why is Ed paid?' });
    expect((await on.listed({ companies: ['oak'], pay: true })).map(({ companyId }) => companyId)).toEqual(['oak']);
  });

  it('are reminded by a new link, which ends the one before, and not before they are asked', async () => {
    expect((await on.press('reminder', false)).map(({ why }) => why)).toEqual(['not_asked', 'not_asked']);
    const [first] = await on.press('ask', false);
    const [second] = await on.press('reminder', false);
    await expect(on.answer(first?.url ?? '', 'approved')).rejects.toMatchObject({ status: 410 });
    await on.answer(second?.url ?? '', 'approved');
    expect(await on.states()).toEqual(['Elm Ltd: approved', 'Oak Ltd: no_answer']);
    expect((await on.press('reminder', false)).map(({ is, why }) => why ?? is)).toEqual(['approved', 'link']);
    expect((await on.press('ask', false)).map(({ why }) => why)).toEqual(['approved', 'no_answer']);
    expect(await on.unvouched('the question to a client')).toEqual([]);
  });

  it('are asked again by a person once a figure has changed, the link was withdrawn or is too old, or they ask', async () => {
    const press = async () => {
      on.clock.forward(1);
      return (await on.press('ask', false, on.both.slice(0, 1)))[0]?.url ?? '';
    };
    await press();
    await on.database.work((rows) => rows.update(PayRunRecord, { companyId: 'elm' }, { fingerprint: 'other' }));
    expect((await on.states())[0]).toBe('Elm Ltd: void');
    expect((await on.press('reminder', false))[0]?.why).toBe('void');
    const asks = await press();
    await on.answer(asks, 'query');
    expect((await on.states())[0]).toBe('Elm Ltd: asks');
    await press();
    const of = { companyId: 'elm', ...month };
    const open = (await on.database.read((rows) => clientLinks(rows, of, on.clock.now()))).find(
      ({ state }) => state === 'open',
    );
    await withdrawClientLink(on, on.company, { id: open?.id ?? '', who });
    // What they asked before still stands.
    expect((await on.states())[0]).toBe('Elm Ltd: asks');
    await press();
    on.clock.forward(15 * 86_400);
    expect((await on.states())[0]).toBe('Elm Ltd: ended');
    await press();
    expect((await on.states())[0]).toBe('Elm Ltd: no_answer');
  });

  it('are reminded by themselves after as many days as their policy says, once of the same figures', async () => {
    on = await begun({ clientReminder: 3 });
    const elm = on.both.slice(0, 1);
    await on.press('ask', false, elm);
    const remind = () => remindByItself(on, on.company, month);
    on.clock.forward(3 * 86_400 - 1);
    expect(await remind()).toBe(false);
    on.clock.forward(1);
    expect(await remind()).toBe(true);
    expect(await on.mails()).toMatchObject([{ kind: 'reminder', actor: 'Ann', through: 'page' }]);
    await on.database.work((rows) => rows.update(ClientMail, { companyId: 'elm' }, { sentAt: on.clock.now() }));
    on.clock.forward(3 * 86_400);
    expect(await remind()).toBe(false);
    expect(await on.lines()).toEqual(['client_link done Ann ', 'client_mail asked schedule ']);
  });

  it('are not reminded by themselves where no days are set', async () => {
    await on.press('ask', false);
    on.clock.forward(13 * 86_400);
    expect(await remindByItself(on, on.company, month)).toBe(false);
    expect(await on.mails()).toEqual([]);
  });
});
