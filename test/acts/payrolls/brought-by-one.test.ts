import { expect, it } from '@jest/globals';
import { ApiTokens } from '../../../src/access/api-tokens.js';
import type { Person } from '../../../src/access/person.entity.js';
import type { Who } from '../../../src/acts/act.js';
import { broughtBy } from '../../../src/acts/approval/second-person.js';
import { previewFile } from '../../../src/acts/payrolls/preview-file.js';
import { receiveFile, returnGiven } from '../../../src/acts/payrolls/receive-file.js';
import { withdrawFile } from '../../../src/acts/payrolls/withdraw-file.js';
import { addPerson } from '../../../src/acts/people/add-person.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { allowance, epsFile } from '../../payrolls/files/eps-files.js';
import { fpsFile } from '../../payrolls/files/fps-files.js';
import type { Books } from '../../sync/rig.js';
import { ada, booksOfFiles, companyNow, paid, running } from './files-rig.js';

const ops: Who = { actor: 'ops', trigger: 'command', companies: null };
const whoIs = ({ id, name }: Person): Who => ({ actor: name, person: id, trigger: 'page', companies: null });
const by = (person: Person) => ({ who: whoIs(person), reason: 'seen' });
const refused = { title: 'A second person is needed', todo: 'Ben can.' };

const september = running('2025-09-30', 2600, 2600, 327.45);
const october = running('2025-10-31', 2600, 5200, 654.9);
const more = ada('2025-10-31', 9600, 12200);

describeOnDatabases('payroll that one person brought, with two pairs of eyes', (open) => {
  /** September was brought by no one known and posted by Ben, so everything before October has been seen. */
  async function begun(mode: 'auto' | 'approve', over: object = {}) {
    const books = await booksOfFiles(open, { mode, approval: 'two', ...over });
    const person = (name: string) =>
      addPerson({ database: books.db }, { name, role: 'reviewer', pay: true, companies: null }, ops);
    const [ann, ben] = [await person('Ann'), await person('Ben')];
    const receive = async (who: Who, ...people: Parameters<typeof fpsFile>[0]) =>
      bring(books, who, fpsFile(people), 'october.xml');
    await receive(ops, september);
    await books.sync();
    await books.acts.post(await refOf(books, 5), by(ben));
    return { books, ann, ben, receive };
  }

  it.each(['auto', 'approve'] as const)('is posted by another, who may sign it off too: mode %s', async (mode) => {
    const { books, ann, ben, receive } = await begun(mode);
    // Its preview promises no more.
    const preview = await previewed(books, fpsFile([october]));
    expect(preview.runs.map(({ datedOn, would }) => [datedOn, would])).toEqual([['2025-10-31', 'ready']]);
    await receive(whoIs(ann), october);
    await books.sync();
    const ref = await refOf(books, 6);
    expect((await books.run(6)).state).toBe('ready');
    expect(await brought(books)).toEqual(['Ann']);
    await expect(books.acts.post(ref, by(ann))).rejects.toMatchObject({
      ...refused,
      detail: expect.stringContaining('you brought payroll of this pay run'),
    });
    expect((await books.acts.post(ref, by(ben))).run.state).toBe('posted');
    expect(await brought(books)).toEqual([]);
    await expect(books.acts.signOff(ref, by(ann))).rejects.toMatchObject(refused);
    expect((await books.acts.signOff(ref, by(ben))).run.signedOffBy).toBe('Ben');
  });

  it('is brought by the person who made the token of the program that brought it', async () => {
    const { books, ann, receive } = await begun('auto');
    const bot = { name: 'bureau', role: 'reviewer', pay: true, companies: null } as const;
    await new ApiTokens(books.db).create(bot, { actor: 'Ann', trigger: 'command' });
    await receive({ actor: 'bureau', trigger: 'api', companies: null }, october);
    await books.sync();
    expect((await books.run(6)).state).toBe('ready');
    await expect(books.acts.post(await refOf(books, 6), by(ann))).rejects.toMatchObject(refused);
  });

  it('corrects what is in the books only when another has seen it', async () => {
    const { books, ann, ben, receive } = await begun('auto', { amendments: 'amend' });
    await receive(whoIs(ben), october);
    await books.sync();
    await books.acts.post(await refOf(books, 6), by(ann));
    await receive(whoIs(ann), more);
    await books.sync();
    const ref = await refOf(books, 6);
    expect([(await books.run(6)).state, await paid(books)]).toEqual([
      'changed',
      ['2025-09-30 2600.0', '2025-10-31 2600.0'],
    ]);
    await expect(books.acts.amend(ref, by(ann))).rejects.toMatchObject(refused);
    await expect(books.acts.reverse(ref, by(ann))).rejects.toMatchObject(refused);
    expect((await books.acts.amend(ref, by(ben))).run.state).toBe('posted');
    expect(await paid(books)).toEqual(['2025-09-30 2600.0', '2025-10-31 9600.0']);
    expect((await books.acts.signOff(ref, by(ben))).run.signedOffBy).toBe('Ben');
  });

  it('is touched by who takes a file back, whoever brought it', async () => {
    const { books, ann, ben, receive } = await begun('approve');
    await receive(whoIs(ben), october);
    const { file } = await receive(whoIs(ben), more);
    await withdraw(books, whoIs(ann), file.id);
    await books.sync();
    await expect(books.acts.post(await refOf(books, 6), by(ann))).rejects.toMatchObject({
      detail: expect.stringContaining('you took back payroll of this pay run'),
      todo: expect.stringMatching(/^No one else can/),
    });
    await expect(books.acts.post(await refOf(books, 6), by(ben))).rejects.toMatchObject({
      todo: expect.stringMatching(/^No one else can/),
    });
  });

  it('is touched by a file of an earlier day, until another has posted that day', async () => {
    const { books, ann, ben, receive } = await begun('approve');
    const week = (paidOn: string, toDate: number) => ada(paidOn, 2600, toDate);
    await receive(whoIs(ben), week('2025-10-24', 5200));
    await receive(whoIs(ann), week('2025-10-31', 7800));
    await books.sync();
    const [first, second] = [await refOf(books, 6, '2025-10-24'), await refOf(books, 6, '2025-10-31')];
    await expect(books.acts.post(second, by(ben))).rejects.toMatchObject({ title: 'A second person is needed' });
    await expect(books.acts.post(first, by(ben))).rejects.toMatchObject({
      title: 'A second person is needed',
      todo: 'Ann can.',
    });
    expect((await books.acts.post(first, by(ann))).run.state).toBe('posted');
    expect((await books.acts.post(second, by(ben))).run.state).toBe('posted');
  });

  it('is an adjustment of its month when it is an EPS', async () => {
    const { books, ann, ben } = await begun('auto');
    await bring(books, whoIs(ann), epsFile(allowance('yes')), 'eps.xml');
    await books.sync();
    const ref = { ...(await refOf(books, 5)), adjustment: 'allowance-1' };
    expect((await books.acts.find(ref)).mapped?.holds).toEqual([]);
    await expect(books.acts.post(ref, by(ann))).rejects.toMatchObject(refused);
    expect((await books.acts.post(ref, by(ben))).run.state).toBe('posted');
  });
});

const refOf = async (books: Books, period: number, paid?: string) => ({
  ...books.ref(period, paid),
  company: await companyNow(books),
});

const brought = async (books: Books) => {
  const [run, company] = [await books.run(6), await companyNow(books)];
  return books.db.read((rows) => broughtBy(rows, company, run));
};

async function previewed(books: Books, bytes: Uint8Array) {
  const { db: database, rig, decisions } = books;
  const file = await returnGiven(async () => [await companyNow(books)], { name: 'october.xml', bytes }, '2025-11-10');
  return previewFile({ database, companies: rig.companies, decisions }, { pay: true }, file);
}

const bring = async (books: Books, who: Who, bytes: Uint8Array, name: string) =>
  receiveFile({ database: books.db, log: books.log }, async () => [await companyNow(books)], { who, name, bytes });

const withdraw = async (books: Books, who: Who, id: string) =>
  withdrawFile({ database: books.db, log: books.log }, await companyNow(books), { id, who, reason: 'The wrong file' });
