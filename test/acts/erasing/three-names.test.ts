import { expect, it } from '@jest/globals';
import { erasePerson } from '../../../src/acts/erasing/erase-person.js';
import { peopleKept } from '../../../src/acts/erasing/people-kept.js';
import { note } from '../../../src/acts/runs/note.js';
import { PolicyVersion } from '../../../src/companies/policy-version.entity.js';
import { defaultPolicy } from '../../../src/journal/policy/policy.js';
import { columns } from '../../../src/record/columns.js';
import { PayrollFile } from '../../../src/record/runs/payroll-file.entity.js';
import { StoredDocument } from '../../../src/record/runs/stored-document.js';
import { describeOnDatabases, openFresh } from '../../harness/databases.js';
import { fpsFile } from '../../payrolls/files/fps-files.js';
import type { Books } from '../../sync/rig.js';
import { actTools, ada, booksOfFiles, companyNow, people, receive, withdraw } from '../payrolls/files-rig.js';
import { companyOn } from '../rules/on-rows.js';

const who = { actor: 'ann', trigger: 'command', companies: null } as const;
const dayMs = 86_400_000;

/** Every text of every table, in small letters. */
async function everything({ db }: Books): Promise<string> {
  const texts: string[] = [];
  for (const table of Object.keys(columns))
    for (const row of await db.read((rows) => rows.query<Record<string, unknown>[]>(`SELECT * FROM ${table}`)))
      for (const [column, value] of Object.entries(row))
        if (typeof value !== 'string') texts.push(JSON.stringify(value));
        else texts.push(column === 'document' ? StoredDocument.from(value).text : value);
  return texts.join('\n').toLowerCase().replaceAll(': ', ':');
}

const his = ['inkhorn, edward', 'edward inkhorn', 'plumeworth', 'ed employee'];

describeOnDatabases('a person whom files pay by names that the books do not have', (open) => {
  it.each(['Edward Inkhorn', 'Edwin Plumeworth', 'Ed Employee', 'payroll:E1', '/v2/users/2'])(
    'is erased by %s, under each of the names; one who shares one of them stays',
    async (person) => {
      const books = await booksOfFiles(open);
      const tom = (paidOn: string, taxable: number, toDate: number) =>
        ada(paidOn, taxable, toDate, { payId: 'D1', fore: 'Tom', sur: 'Inkhorn' });
      const file = (fore: string, sur: string, paidOn: string, taxable: number, toDate: number) =>
        fpsFile([{ ...ada(paidOn, taxable, toDate), fore, sur }, tom(paidOn, taxable, toDate)]);
      // He is held by the first name, since no one has said yet who it is.
      await books.policy({ payrollPeople: { D1: people(books).payrollPeople.D1 } });
      await receive(books, file('Edward', 'Inkhorn', '2025-10-31', 2600, 2600), 'Pay of Inkhorn, Edward.xml');
      await books.sync();
      expect((await books.run(6)).mapped?.holds.map(({ message }) => message).join(' ')).toContain('Edward Inkhorn');
      await books.policy(people(books));
      await books.sync();
      const wrong = await receive(books, file('Edwin', 'Plumeworth', '2025-11-07', 9999, 12599), 'wrong.xml');
      await withdraw(books, wrong.file.id);
      await receive(books, file('Edwin', 'Plumeworth', '2025-11-07', 2600, 5200), 'november.xml');
      await books.sync();
      const company = await companyNow(books);
      for (const words of ['Edward Inkhorn rang', 'Mr Plumeworth rang', 'Tom Inkhorn rang'])
        await note(actTools(books), { ...books.ref(6), company }, { who, words });
      const before = await everything(books);
      expect(his.filter((name) => !before.includes(name))).toEqual([]);

      books.clock.advance(500 * dayMs);
      const erased = await erasePerson(actTools(books), company, { who, person });
      expect(erased).toEqual({ company: 'Elm Ltd', payRuns: 2, years: [2026] });
      const left = await everything(books);
      expect(his.filter((name) => left.includes(name))).toEqual([]);
      expect(['tom inkhorn rang', '"lastname":"inkhorn"'].filter((name) => !left.includes(name))).toEqual([]);
      expect(await books.log.verifyChain()).toEqual([]);
      const again = erasePerson(actTools(books), company, { who, person });
      await expect(again).rejects.toThrow('No one of that name');
    },
  );
});

it('a name, a match and a payroll id that changed make one person; what was put right does not', async () => {
  const { database } = await companyOn((clock) => openFresh('sqlite', clock));
  const users = (matches: Readonly<Record<string, string>>) =>
    ({
      ...defaultPolicy,
      payrollPeople: Object.fromEntries(Object.entries(matches).map(([id, at]) => [id, `/v2/users/${at}`])),
    }) as never;
  const paid = (payId: string | undefined, name: string, oldPayId?: string) => {
    const [firstName, lastName = ''] = name.split(' ');
    return { ...{ payId, oldPayId, firstName, lastName }, paidOn: '2025-03-31' };
  };
  const taken = [
    ...[paid('E1', 'Ed Vale'), paid('E2', 'Edward Vale', 'E1'), paid('T1', 'Tom Oak')],
    ...[paid('B1', 'Bea Fir'), paid(undefined, 'Beatrice Fir'), paid('Z9', ' Z9')],
  ];
  const found = await database.work(async (rows) => {
    const row = { companyId: 'elm', actor: 'ann', reason: 'x', createdAt: new Date() };
    await rows.update(PolicyVersion, { companyId: 'elm', version: 1 }, { policy: users({ E1: '3', B1: '4' }) });
    // E1 was Tom's user by mistake; Bea's went from one user to another, and has a file without a payroll id.
    await rows.insert(PolicyVersion, {
      ...row,
      version: 2,
      policy: users({ E1: '2', T1: '3', B1: '5', 'Beatrice Fir': '5' }),
    });
    const file = { id: 'f', hash: 'h', companyId: 'elm', kind: 'fps', year: 2025, name: 'f', bytes: 1, actor: 'ann' };
    await rows.insert(PayrollFile, { ...file, taken, receivedAt: new Date(), withdrawnAt: null } as never);
    return peopleKept(rows, 'elm', [{ mapped: { paid: [{ user: '/v2/users/5', name: 'B Fir' }] } as never }]);
  });
  expect(found.map(({ paths, names }) => [[...paths].sort().join(' '), [...names].sort().join(', ')]).sort()).toEqual([
    ['/v2/users/2 payroll:E1 payroll:E2', 'Ed Vale, Edward Vale'],
    ['/v2/users/3 payroll:T1', 'Tom Oak'],
    ['/v2/users/4 /v2/users/5 payroll:B1 payroll:Beatrice Fir', 'B Fir, Bea Fir, Beatrice Fir'],
    ['payroll:Z9', ''],
  ]);
});
