import { SignInLinks } from '../../src/access/sign-in-links.js';
import { addPerson } from '../../src/acts/people/add-person.js';
import { CompanyRow } from '../../src/companies/company.entity.js';
import { defaultPolicy } from '../../src/journal/policy/policy.js';
import { installation } from '../../src/record/log/log-entry.entity.js';
import { PostingLog } from '../../src/record/log/posting-log.js';
import { putDigests } from '../../src/runner/digests.js';
import type { Letter } from '../../src/runner/mail-transport.js';
import { Mails } from '../../src/runner/mails.js';
import { StillClock } from '../doors/api/door.js';
import { insertCompany } from '../factories/companies.js';
import { payrollOf } from '../factories/payroll.js';
import { insertRun } from '../factories/runs.js';
import { describeOnDatabases } from '../harness/databases.js';

const ops = { actor: 'ops', trigger: 'command', companies: null } as const;
const daily = '30 5 * * *';
const app = 'https://books.ash.example';
const payroll = payrollOf([
  { id: 1, name: 'Zebedee Thornapple', basic: '2000.00', tax: '190.40', ni: '76.16', employerNi: '237.45' },
]);

describeOnDatabases('a digest', (open) => {
  async function begun(at: string) {
    const clock = new StillClock(new Date(at));
    const database = await open(clock);
    const lastSyncedAt = clock.now();
    await insertCompany(database, { id: 'ash', name: 'Ash Ltd', lastSyncedAt });
    const controls = { ...defaultPolicy.controls, collectionDay: 24 };
    await insertCompany(database, { id: 'oak', name: 'Oak Ltd', lastSyncedAt }, { controls });
    await insertRun(database, 'ash', payroll, { state: 'held', datedOn: '2025-10-31' });
    await insertRun(database, 'oak', payroll, { state: 'ready', datedOn: '2025-10-31' });
    const letters: Letter[] = [];
    const send = async (letter: Letter) => void letters.push(letter);
    const mails = new Mails(database, new SignInLinks(database, { publicUrl: app }), send, () => undefined, daily);
    const person = (
      name: string,
      digest: 'daily' | 'month_close' | 'never',
      companies: readonly string[] | null = null,
    ) =>
      addPerson(
        { database },
        { name, role: 'reviewer', pay: true, companies, digest, email: `${name.toLowerCase()}@ash.example` },
        ops,
      );
    const tick = async () => {
      await putDigests(database, daily);
      await mails.sendDue();
    };
    return { clock, database, letters, person, tick };
  }

  test('lists once a day what needs attention in the reader’s companies, without names and pay', async () => {
    const { clock, database, letters, person, tick } = await begun('2025-11-18T09:00:00Z');
    await person('Ann', 'daily');
    await person('Ben', 'daily', ['oak']);
    await person('Cat', 'daily', []);
    await person('Dan', 'never');
    for (let times = 0; times < 3; times++) await tick();
    // The order of the two letters is not defined.
    letters.sort((one, other) => one.to.localeCompare(other.to));
    expect(letters.map(({ to }) => to)).toEqual(['ann@ash.example', 'ben@ash.example']);
    expect(letters[0]?.text).toBe(
      `What needs you:

Ash Ltd: 1 to decide
  ${app}/?search=Ash+Ltd
Oak Ltd: 1 ready to post
  ${app}/?search=Oak+Ltd

PAYE for October 2025 is due to HMRC by 21 November 2025.

Month: ${app}/`,
    );
    expect(letters[1]?.text).not.toContain('Ash Ltd');
    // Oak pays by direct debit, and Ben has no other company.
    expect(letters[1]?.text).toContain('PAYE for October 2025 is due to HMRC by 24 November 2025.');
    for (const { text } of letters) expect(text).not.toMatch(/Thornapple|2,?000|1,?733/);
    clock.forward(24 * 3600);
    await tick();
    expect(letters).toHaveLength(4);
    const entries = await new PostingLog(database).page({ companyIds: [installation], act: 'digest' }, 10);
    expect(entries.map(({ actor, outcome }) => `${actor} ${outcome}`).sort()).toEqual([
      'Ann sent',
      'Ann sent',
      'Ben sent',
      'Ben sent',
    ]);
  });

  test('says of which company nothing has synced for twice the schedule, if that is all there is to say', async () => {
    const { clock, database, letters, person, tick } = await begun('2025-11-19T09:00:00Z');
    const lastSyncedAt = new Date('2025-11-17T05:31:00Z');
    await insertCompany(database, { id: 'elm', name: 'Elm Ltd', lastSyncedAt });
    await person('Ann', 'daily', ['elm']);
    await person('Ben', 'daily', []);
    await tick();
    expect(letters.map(({ text }) => text.split('\n')[2])).toEqual(['Elm Ltd: nothing synced since 17 Nov 2025 05:31']);
    await database.work((rows) => rows.update(CompanyRow, { id: 'elm' }, { lastSyncedAt: clock.now() }));
    clock.forward(24 * 3600);
    await tick();
    expect(letters).toHaveLength(1);
  });

  test('waits for the morning, and is mailed at month close to those who asked for that', async () => {
    const { clock, letters, person, tick } = await begun('2025-12-06T05:00:00Z');
    await person('Ann', 'daily');
    await person('Ben', 'month_close');
    await tick();
    expect(letters).toEqual([]);
    clock.forward(4 * 3600);
    await tick();
    await tick();
    expect(letters.map(({ to }) => to).sort()).toEqual(['ann@ash.example', 'ben@ash.example']);
    clock.forward(24 * 3600);
    await tick();
    expect(letters.map(({ to }) => to).sort()).toEqual(['ann@ash.example', 'ann@ash.example', 'ben@ash.example']);
  });
});
