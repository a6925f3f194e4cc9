import { erasePerson } from '../../../src/acts/erasing/erase-person.js';
import { note } from '../../../src/acts/runs/note.js';
import { type KeptSurroundings, surroundingsFact } from '../../../src/companies/surroundings.js';
import { readFact } from '../../../src/ground/facts.js';
import { LogFigures } from '../../../src/record/log/log-figures.entity.js';
import { newKey, Secrets } from '../../../src/companies/secrets.js';
import { SigningKeys } from '../../../src/evidence/signing-keys.js';
import { LogAnchors } from '../../../src/evidence/log-anchors.js';
import { checkAnchors, readAnchors } from '../../../src/evidence/check-anchors.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { everything as viewer } from '../../../src/access/viewer.js';
import { Finder } from '../../../src/views/find/finder.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { act, type Books, booksOn } from '../../sync/rig.js';

const payroll = ['pay_periods', 'pay_runs', 'postings', 'writes', 'decisions', 'log'];
const beside = ['notes', 'log_figures', 'facts'];
const tables = [...payroll, ...beside];
const everything = async ({ db }: Books) =>
  JSON.stringify(await Promise.all(tables.map((table) => db.read((rows) => rows.query(`SELECT * FROM ${table}`)))));

describeOnDatabases('erasing a person', (open) => {
  test('removes name and pay from closed years; the log, anchors and other people’s pay stay', async () => {
    const books = await booksOn(open);
    const folder = await mkdtemp(join(tmpdir(), 'counterfoil-erase-'));
    await books.sync();
    await books.acts.signOff(books.ref(6), act('agreed with Ed Employee'));
    const keys = new SigningKeys(books.db, new Secrets(newKey()));
    await new LogAnchors(books.db, keys, { folder, outbox: { put: async () => {} }, warn: () => {} }).anchor('daily');
    const tools = { database: books.db, log: books.log };
    const who = { actor: 'ann', trigger: 'command', companies: null } as const;
    const company = await books.rig.companies.find(books.company.id);
    for (const words of ['ed employee rang', 'the client rang'])
      await note(tools, { ...books.ref(6), company }, { who, words });
    const figures = () => books.db.read((rows) => rows.countBy(LogFigures, {}));
    expect(await figures()).toBeGreaterThan(0);

    const tooEarly = erasePerson(tools, company, { who, person: 'Ed Employee' });
    await expect(tooEarly).rejects.toThrow('No one of that name was paid');
    expect(await everything(books)).toContain('Ed Employee');
    const finder = new Finder(books.db);
    const isFound = async (name: string) => (await finder.find(viewer, name)).people.length > 0;
    expect(await isFound('Ed Employee')).toBe(true);

    books.clock.advance(400 * 86_400_000);
    const erased = await erasePerson(tools, company, { who, person: 'Ed Employee' });
    expect(erased).toEqual({ company: 'Elm Ltd', payRuns: 3, years: [2026] });
    const left = await everything(books);
    for (const gone of ['Ed Employee', '1733.64', '2000.0', '/users/2']) expect(left).not.toContain(gone);
    expect(left).not.toMatch(/ed employee/i);
    expect(left).toContain('the client rang');
    expect([await isFound('Ed'), await isFound('Ann')]).toEqual([false, true]);
    expect(left).toContain('Ann Elm');
    // With two payslips, the total less one would show the other.
    expect(await figures()).toBe(0);
    const kept = await books.db.read((rows) => readFact(rows, surroundingsFact(company.id)));
    expect((JSON.parse(kept ?? '') as KeptSurroundings).people).toHaveLength(1);
    expect(await books.log.verifyChain()).toEqual([]);
    expect(await checkAnchors(books.db, await readAnchors(folder))).toEqual([]);
    const [line] = await books.log.page({ companyIds: [company.id], act: 'erase' }, 1);
    expect(line).toMatchObject({
      actor: 'ann',
      answer: 'name and pay of one person in 3 pay runs of the tax years that end in 2026',
    });
    await expect(erasePerson(tools, company, { who, person: 'Ed Employee' })).rejects.toThrow('No one of that name');
    await rm(folder, { recursive: true, force: true });
  });
});
