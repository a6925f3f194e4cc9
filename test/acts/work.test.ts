import { expect, it } from '@jest/globals';
import type { Person } from '../../src/access/person.entity.js';
import type { Who } from '../../src/acts/act.js';
import { assign } from '../../src/acts/runs/assign.js';
import { note } from '../../src/acts/runs/note.js';
import { addPerson } from '../../src/acts/people/add-person.js';
import { changePerson } from '../../src/acts/people/change-person.js';
import { Note } from '../../src/record/work-of-persons.entity.js';
import { unassigned } from '../../src/views/lists/assignees.js';
import { Board } from '../../src/views/month/board.js';
import { LogViews } from '../../src/views/log/log-view.js';
import { actInWords, detailsInWords } from '../../src/views/log/log-words.js';
import { RunViews } from '../../src/views/run/run-view.js';
import { workOn } from '../../src/views/lists/run-work.js';
import { describeOnDatabases } from '../harness/databases.js';
import { booksOn } from '../sync/rig.js';

const october = 6;
const everything = { companies: null, pay: true };
const ops: Who = { actor: 'ops', trigger: 'command', companies: null };
const whoIs = ({ id, name }: Person): Who => ({ actor: name, person: id, trigger: 'page', companies: null });

describeOnDatabases('the work on a pay run', (open, kind) => {
  async function begun() {
    const books = await booksOn(open, { mode: 'approve', postFrom: '2025-10-06' });
    await books.sync();
    const tools = { database: books.db, log: books.log };
    const person = (name: string, companies: readonly string[] | null = null) =>
      addPerson({ database: books.db }, { name, role: 'reviewer', pay: true, companies }, ops);
    const run = await books.run(october);
    const work = () => books.db.read((rows) => workOn(rows, { pay: true }, run));
    const entries = async () =>
      (await books.log.page({ companyIds: [books.company.id], tag: run.tag }, 20))
        .map(({ act, actor }) => `${act} by ${actor}`)
        .filter((line) => /^(assign|note)/.test(line))
        .reverse();
    return { books, tools, person, run, work, entries, ref: books.ref(october) };
  }

  it('is assigned to someone, listed as theirs, until it is given to another or to no one', async () => {
    const { books, tools, person, run, work, entries, ref } = await begun();
    const [ann, ben] = [await person('Ann'), await person('Ben')];
    const monthFor = (assignee?: string) =>
      new Board(books.db).month(everything, { year: run.year, period: run.period, assignee });
    const mine = async ({ id }: Pick<Person, 'id'>) => (await monthFor(id)).ready.rows.map(({ tag }) => tag);
    expect(await mine({ id: unassigned })).toEqual([run.tag]);
    await assign(tools, ref, { who: whoIs(ann), to: 'Ben' });
    expect([(await work()).assignedTo?.name, await mine(ann), await mine(ben)]).toEqual(['Ben', [], [run.tag]]);
    expect([await mine({ id: unassigned }), (await monthFor()).colleagues]).toEqual([
      [],
      [{ id: ben.id, name: 'Ben' }],
    ]);
    // Under a person's work every figure is theirs.
    const { steps, summary, counts, year } = await monthFor(ann.id);
    expect([steps.clients, summary.companies, counts.ready.runs, year.rows]).toEqual([0, 0, 0, []]);
    const { steps: ofBen, summary: seenByBen } = await monthFor(ben.id);
    expect([ofBen.clients, ofBen.payrollIn, seenByBen.companies]).toEqual([1, 1, 1]);
    await assign(tools, ref, { who: whoIs(ben), to: ann.id });
    await assign(tools, ref, { who: whoIs(ben), to: ann.id });
    expect([await mine(ann), await mine(ben)]).toEqual([[run.tag], []]);
    await assign(tools, ref, { who: whoIs(ann), to: null });
    expect([(await work()).assignedTo, await mine(ann)]).toEqual([undefined, []]);
    expect(await entries()).toEqual(['assign by Ann', 'assign by Ben', 'assign by Ann']);
    const logged = await new LogViews(books.db).page(everything, { companyId: books.company.id, act: 'assign' });
    const inWords = logged.rows.map((row) => [actInWords(row), ...detailsInWords(row)].join(' · '));
    expect(inWords).toEqual(['Assigned · to no one · page', 'Assigned · to Ann · page', 'Assigned · to Ben · page']);
    const view = await new RunViews(books.db).find(everything, { ...run, companyId: books.company.id });
    const about = view?.history.filter(({ act }) => act === 'assign').map((event) => event.about);
    expect(about).toEqual([['to no one'], ['to Ann'], ['to Ben']]);
  });

  it('cannot be assigned to someone who may not do it', async () => {
    const { books, tools, person, ref } = await begun();
    await person('Ann', []);
    await person('Ben');
    await changePerson({ database: books.db }, 'Ben', { change: { active: false }, who: ops });
    for (const to of ['Ann', 'Ben'])
      await expect(assign(tools, ref, { who: ops, to })).rejects.toMatchObject({ title: 'Not theirs to do' });
    for (const to of ['Ann', 'Ben']) {
      const asked = assign(tools, ref, { who: { ...ops, companies: ['ash'] }, to });
      await expect(asked).rejects.toMatchObject({ title: 'No such person' });
    }
    await expect(assign(tools, ref, { who: ops, to: 'Cat' })).rejects.toMatchObject({ title: 'No such person' });
  });

  it('has notes that can only be added, and that the log proves', async () => {
    const { books, tools, person, work, entries, ref } = await begun();
    const ann = await person('Ann');
    await note(tools, ref, { who: whoIs(ann), words: ' Asked the client. ' });
    await books.advance(60);
    await note(tools, ref, { who: whoIs(ann), words: 'They agree.' });
    expect((await work()).notes.map(({ actor, words }) => [actor, words])).toEqual([
      ['Ann', 'Asked the client.'],
      ['Ann', 'They agree.'],
    ]);
    expect(await entries()).toEqual(['note by Ann', 'note by Ann']);
    await expect(note(tools, ref, { who: whoIs(ann), words: '  ' })).rejects.toMatchObject({ status: 400 });
    await expect(books.db.work((rows) => rows.update(Note, { actor: 'Ann' }, { words: 'other' }))).rejects.toThrow(
      'never changed',
    );
    expect(await books.log.verifyChain()).toEqual([]);

    const drop = kind === 'postgres' ? 'notes_no_change ON notes' : 'notes_no_update';
    await books.db.work((rows) => rows.query(`DROP TRIGGER ${drop}`));
    await books.db.work((rows) => rows.query(`UPDATE notes SET words = 'They object.' WHERE words = 'They agree.'`));
    expect(await books.log.verifyChain()).toMatchObject([{ detail: expect.stringContaining('note') }]);
  });
});
