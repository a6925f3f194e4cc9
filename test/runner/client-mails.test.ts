import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Person, PersonName } from '../../src/access/person.entity.js';
import type { Who } from '../../src/acts/act.js';
import { answerAsClient } from '../../src/acts/approval/answer-as-client.js';
import { askClients } from '../../src/acts/approval/ask-clients.js';
import { changePerson } from '../../src/acts/people/change-person.js';
import { ClientApproval } from '../../src/record/client-approval.entity.js';
import { CompanyRow } from '../../src/companies/company.entity.js';
import { PolicyVersion } from '../../src/companies/policy-version.entity.js';
import type { Rows } from '../../src/ground/rows.js';
import { defaultPolicy } from '../../src/journal/policy/policy.js';
import { ClientMail } from '../../src/record/messages/client-mail.entity.js';
import { Outbox } from '../../src/record/messages/outbox.js';
import { Decisions } from '../../src/record/runs/decisions.js';
import { PayRunRecord } from '../../src/record/runs/pay-run.entity.js';
import { ClientMails } from '../../src/runner/client-mails.js';
import { sendLetter } from '../../src/runner/mail-transport.js';
import { billed } from '../../src/views/company/billing.js';
import { clientsAsked } from '../../src/views/company/clients-asked.js';
import { companyOn, ops } from '../acts/rules/on-rows.js';
import { payrollOf } from '../factories/payroll.js';
import { insertRun } from '../factories/runs.js';
import { describeOnDatabases } from '../harness/databases.js';
import { Post } from './post.js';

const payroll = payrollOf([{ id: 1, name: 'Ed Vale', basic: '2713.41', tax: '0', ni: '0', employerNi: '0' }]);
const month = { year: 2026, period: 6 };
const who: Who = { actor: 'Ann', person: 'Ann', trigger: 'page', companies: null };
const owner = 'owner@elm.example';
const app = 'https://ours.test';

describeOnDatabases('an e-mail to a client', (open) => {
  const post = new Post();
  beforeAll(() => post.open());
  afterAll(() => post.close());

  async function begun(policy = {}) {
    post.received.length = 0;
    post.refusing = false;
    const tools = await companyOn(open, { clientEmail: owner, ...policy });
    const { database, companies, clock } = tools;
    await insertRun(database, 'elm', payroll, { state: 'ready', datedOn: '2025-10-31', period: 6 });
    await database.work(async (rows) => {
      const rights = { role: 'reviewer', pay: true, companies: null } as const;
      const more = { email: null, login: null, digest: 'never', issuer: null, subject: null } as const;
      await rows.insert(Person, { ...rights, ...more, id: 'Ann', name: 'Ann', active: true, createdAt: new Date(0) });
      await rows.insert(PersonName, { name: 'Ann', personId: 'Ann' });
    });
    const warned: string[] = [];
    const send = (letter: Parameters<typeof sendLetter>[1]) =>
      sendLetter({ smtpUrl: post.url, from: 'Ash <books@ash.example>' }, letter);
    const mails = new ClientMails(database, companies, send, (words) => warned.push(words), app);
    const press = (kind: 'ask' | 'reminder' = 'ask', mailed = true) =>
      askClients(tools, [tools.company], { who, pay: true, ...month, publicUrl: app, mails: mailed, kind });
    const outbox = new Outbox(clock, { webhookUrl: undefined, publicUrl: app });
    const acting = { ...tools, decisions: new Decisions(database), outbox };
    const answer = (code: string) => answerAsClient(acting, code, { answer: 'approved', name: 'Dora', words: '' });
    const codes = () => post.received.map(({ text }) => /\/client\/([\w-]{43})/.exec(text)?.[1] ?? '');
    const rowsOf = () => database.read((rows) => rows.find(ClientMail, { order: { createdAt: 'ASC' } }));
    const state = async () =>
      (await database.read((rows) => clientsAsked(rows, { companies: null, pay: true }, month, clock.now())))[0];
    return { ...tools, mails, warned, press, answer, codes, rowsOf, state };
  }
  let on: Awaited<ReturnType<typeof begun>>;
  beforeEach(async () => {
    on = await begun();
  });

  it('has the client, the month, what is asked, the link and until when, and no name, pay or amount', async () => {
    await on.press();
    await on.mails.sendDue();
    await on.mails.sendDue();
    const [mail] = post.received;
    expect(post.received).toHaveLength(1);
    expect(mail?.to).toEqual([owner]);
    expect(mail?.raw).not.toMatch(/Ed|Vale|Ann|£|2,?713|\d\.\d\d\b/);
    expect(mail?.text).toContain('Elm Ltd');
    expect(mail?.text).toContain('October 2025');
    expect(mail?.text).toMatch(/approve them or ask a question/);
    expect(mail?.text).toMatch(/https:\/\/ours\.test\/client\/[\w-]{43}/);
    expect(mail?.text).toMatch(/It works once, until \d+ \w+ 20\d\d/);
    expect(await on.state()).toMatchObject({
      state: 'no_answer',
      askedBy: 'Ann',
      mail: { kind: 'ask', state: 'sent' },
    });
    await on.answer(on.codes()[0] ?? '');
    expect(await on.state()).toMatchObject({ state: 'approved', by: 'Dora' });
    expect(await on.lines()).toEqual([
      'client_mail asked Ann ',
      'client_link done Ann mailed',
      'client_approved done client: Dora ',
    ]);
    expect(await on.unvouched('the question to a client')).toEqual([]);
  });

  it('counts as a link sent, to bill from', async () => {
    await on.press();
    await on.mails.sendDue();
    await on.press('reminder');
    await on.mails.sendDue();
    const { rows } = await on.database.read((read) => billed(read, { companies: null }, month, { size: 10 }));
    expect(rows).toMatchObject([{ linksSent: 2 }]);
  });

  it('is tried again while the mail server refuses it, opens nothing until it is taken, and is given up in the end', async () => {
    await on.press();
    post.refusing = true;
    await on.mails.sendDue();
    await on.mails.sendDue();
    expect(await on.rowsOf()).toMatchObject([{ attempts: 1, sentAt: null }]);
    expect(on.warned.join()).toContain('tried again');
    expect(on.warned.join()).not.toContain(owner);
    expect(await on.database.read((rows) => rows.find(ClientApproval))).toEqual([]);
    post.refusing = false;
    on.clock.forward(15);
    await on.mails.sendDue();
    expect(await on.rowsOf()).toMatchObject([{ attempts: 2, sentAt: expect.any(Date) }]);
    await on.answer(on.codes()[0] ?? '');

    on = await begun();
    post.refusing = true;
    await on.press();
    on.clock.forward(6 * 3600);
    await on.mails.sendDue();
    expect(await on.rowsOf()).toMatchObject([{ sentAt: null, gaveUpAt: expect.any(Date), why: 'server' }]);
    expect(await on.lines()).toEqual([
      'client_mail asked Ann ',
      'client_mail failed schedule the mail server did not take it',
    ]);
    // And may be asked for again.
    post.refusing = false;
    expect(await on.press()).toMatchObject([{ is: 'mailing' }]);
    await on.mails.sendDue();
    expect(post.received).toHaveLength(1);
  });

  it('that reminds has a link of its own, and ends the one before once it is sent', async () => {
    await on.press();
    await on.mails.sendDue();
    await on.press('reminder');
    post.refusing = true;
    await on.mails.sendDue();
    const [first = ''] = on.codes();
    expect(await on.state()).toMatchObject({ state: 'no_answer' });
    post.refusing = false;
    on.clock.forward(60);
    await on.mails.sendDue();
    const [, second = ''] = on.codes();
    expect(post.received[1]?.text).toMatch(/reminder/i);
    await expect(on.answer(first)).rejects.toMatchObject({ status: 410 });
    await on.answer(second);
    expect(await on.state()).toMatchObject({ state: 'approved', remindedAt: expect.any(Date) });
    expect(await on.unvouched('the question to a client')).toEqual([]);
  });

  const change = (rows: (rows: Rows) => Promise<unknown>) => () => on.database.work(rows);
  it.each<[string, string, () => Promise<unknown>]>([
    [
      'a figure has changed',
      'changed',
      change((rows) => rows.update(PayRunRecord, { companyId: 'elm' }, { fingerprint: 'other' })),
    ],
    ['its client has left', 'left', change((rows) => rows.update(CompanyRow, { id: 'elm' }, { life: 'left' }))],
    [
      'its address has changed',
      'address',
      change((rows) =>
        rows.update(
          PolicyVersion,
          { companyId: 'elm' },
          { policy: { ...defaultPolicy, clientEmail: 'new@elm.example' } },
        ),
      ),
    ],
    ['who asked may not ask any more', 'rights', () => changePerson(on, 'Ann', { change: { pay: false }, who: ops })],
  ])('is not sent if meanwhile %s', async (_, why, moved) => {
    await on.press();
    await moved();
    await on.mails.sendDue();
    expect(post.received).toEqual([]);
    expect(await on.rowsOf()).toMatchObject([{ why, gaveUpAt: expect.any(Date) }]);
  });

  it('that reminds is not sent once the client has answered', async () => {
    const [made] = await on.press('ask', false);
    await on.press('reminder');
    await on.answer(made?.url?.split('/').at(-1) ?? '');
    await on.mails.sendDue();
    expect(post.received).toEqual([]);
    expect(await on.rowsOf()).toMatchObject([{ why: 'answered' }]);
    expect(await on.state()).toMatchObject({ state: 'approved' });
  });

  it('whose client answers while it is sent carries a link that never opens: the answer stands', async () => {
    const [made] = await on.press('ask', false);
    await on.press('reminder');
    const slow = new ClientMails(
      on.database,
      on.companies,
      () => on.answer(made?.url?.split('/').at(-1) ?? ''),
      () => undefined,
      app,
    );
    await slow.sendDue();
    expect(await on.state()).toMatchObject({ state: 'approved', mail: { state: 'failed', why: 'answered' } });
    expect(await on.database.read((rows) => rows.find(ClientApproval))).toHaveLength(1);
  });

  it('reminds by itself in the daytime, once', async () => {
    on = await begun({ clientReminder: 5 });
    await on.press();
    await on.mails.sendDue();
    on.clock.forward(5 * 86_400);
    for (const _ of [1, 2]) {
      await on.mails.putReminders();
      await on.mails.sendDue();
      on.clock.forward(86_400);
    }
    expect(post.received.map(({ text }) => /A reminder/.test(text))).toEqual([false, true]);
    expect((await on.lines()).filter((line) => line.includes('schedule'))).toEqual([
      'client_mail asked schedule ',
      'client_link ended schedule ',
      'client_link done schedule mailed, as a reminder',
    ]);
  });

  it('reminds no one at night, nor of a month that is signed off', async () => {
    on = await begun({ clientReminder: 5 });
    await on.press('ask', false);
    on.clock.forward(6 * 86_400);
    const hours = on.clock.now().getUTCHours();
    on.clock.forward((27 - hours) * 3_600);
    await on.mails.putReminders();
    expect(await on.rowsOf()).toEqual([]);
    on.clock.forward(8 * 3_600);
    await on.database.work((rows) => rows.update(PayRunRecord, { companyId: 'elm' }, { signedOffAt: on.clock.now() }));
    await on.mails.putReminders();
    expect(await on.rowsOf()).toEqual([]);
    await on.database.work((rows) => rows.update(PayRunRecord, { companyId: 'elm' }, { signedOffAt: null }));
    await on.mails.putReminders();
    expect(await on.rowsOf()).toHaveLength(1);
  });
});
