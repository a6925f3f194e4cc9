import { expect, it } from '@jest/globals';
import type { Who } from '../../src/acts/act.js';
import { askClients } from '../../src/acts/approval/ask-clients.js';
import { ClientMail } from '../../src/record/messages/client-mail.entity.js';
import { clientsAsked } from '../../src/views/company/clients-asked.js';
import { insertCompany } from '../factories/companies.js';
import { payrollOf } from '../factories/payroll.js';
import { insertRun } from '../factories/runs.js';
import { describeOnDatabases } from '../harness/databases.js';
import { companyOn } from './rules/on-rows.js';

const payroll = payrollOf([{ id: 1, name: 'Ed Elm', basic: '100.00', tax: '0', ni: '0', employerNi: '0' }]);
const month = { year: 2026, period: 6 };
const who: Who = { actor: 'Ann', person: 'Ann', trigger: 'command', companies: null };

describeOnDatabases('many clients asked by two at the same moment', (open) => {
  it('are mailed once each, or get one link', async () => {
    const tools = await companyOn(open, { clientEmail: 'owner@elm.example' });
    const { database, companies } = tools;
    await insertCompany(database, { id: 'oak', name: 'Oak Ltd' });
    for (const id of ['elm', 'oak'])
      await insertRun(database, id, payroll, { state: 'ready', datedOn: '2025-10-31', period: 6 });
    const both = [await companies.find('elm'), await companies.find('oak')];
    const asking = { who, pay: true, ...month, publicUrl: 'https://ours.test', mails: true, kind: 'ask' } as const;
    const twice = await Promise.all([askClients(tools, both, asking), askClients(tools, both, asking)]);
    expect(twice.map(([elm]) => elm?.is).sort()).toEqual(['mailing', 'not_made']);
    expect(twice.map(([, oak]) => oak?.is).sort()).toEqual(['link', 'not_made']);
    expect(await database.read((rows) => rows.find(ClientMail))).toHaveLength(1);
    const viewer = { companies: null, pay: true };
    const now = await database.read((rows) => database.now(rows));
    expect(await database.read((rows) => clientsAsked(rows, viewer, month, now))).toMatchObject([
      { company: 'Elm Ltd', state: 'not_asked', mail: { kind: 'ask', state: 'waiting' } },
      { company: 'Oak Ltd', state: 'no_answer', askedBy: 'Ann' },
    ]);
  });
});
