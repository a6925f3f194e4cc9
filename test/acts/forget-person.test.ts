import { changePerson } from '../../src/acts/people/change-person.js';
import { addPerson } from '../../src/acts/people/add-person.js';
import { forgetPerson } from '../../src/acts/people/forget-person.js';
import { note } from '../../src/acts/runs/note.js';
import { People } from '../../src/access/people.js';
import { KeptAnswers } from '../../src/record/kept-answers.js';
import { Retention } from '../../src/runner/retention.js';
import { describeOnDatabases } from '../harness/databases.js';
import { act, type Books, booksOn } from '../sync/rig.js';

const ops = { actor: 'ops', trigger: 'command', companies: null } as const;
const yearMs = 366 * 86_400_000;
const named = ['decisions', 'policies', 'notes', 'writes', 'pay_runs', 'people', 'person_names', 'actors', 'log'];
const everything = async ({ db }: Books) =>
  JSON.stringify(await Promise.all(named.map((table) => db.read((rows) => rows.query(`SELECT * FROM ${table}`)))));

describeOnDatabases('the names of someone who worked here', (open) => {
  async function worked() {
    const books = await booksOn(open);
    const { db: database, log } = books;
    const tools = { database, companies: books.rig.companies, log };
    await books.sync();
    const details = {
      name: 'Bea Birch',
      role: 'reviewer',
      pay: true,
      companies: null,
      email: 'bea@birch.co.uk',
    } as const;
    const { id } = await addPerson(tools, details, ops);
    const bea = (name: string) => ({ actor: name, person: id, trigger: 'page', companies: null }) as const;
    await books.acts.signOff(books.ref(6), { ...act('agreed'), who: bea('Bea Birch') });
    await changePerson(tools, id, { change: { name: 'Bea Beech' }, who: ops });
    const company = await books.rig.companies.find(books.company.id);
    await note(tools, { ...books.ref(6), company }, { who: bea('Bea Beech'), words: 'as agreed' });
    return { books, tools, id };
  }

  test('are removed from every row by an act, and the log still verifies', async () => {
    const { books, tools, id } = await worked();
    await expect(forgetPerson(tools, 'Bea Beech', ops)).rejects.toThrow('This person may still sign in');
    await changePerson(tools, id, { change: { active: false }, who: ops });
    const asked = (key: string) => ({
      scope: 'ops',
      key,
      requestHash: 'h',
      rights: { ...ops, role: 'admin', pay: true } as const,
    });
    const kept = new KeptAnswers(books.db);
    const bodies = {
      bea: '{"name":"Bea Beech"}',
      mail: '{"email":"bea@birch.co.uk"}',
      other: '{"name":"Bert Beechwood"}',
    };
    for (const [key, body] of Object.entries(bodies)) {
      const begun = await kept.begin(asked(key));
      await kept.end(asked(key), begun.is === 'new' ? begun.token : '', { status: 201, headers: {}, body });
    }
    expect(await forgetPerson(tools, 'bea@birch.co.uk', ops)).toEqual({ names: 2 });
    expect(await everything(books)).not.toMatch(/Bea B|birch\.co/);
    const again = await Promise.all(Object.keys(bodies).map(async (key) => (await kept.begin(asked(key))).is));
    expect(again).toEqual(['erased', 'erased', 'answered']);
    expect(await books.log.verifyChain()).toEqual([]);
    expect((await new People(books.db).find(id)).name).toBe(`erased ${id.slice(0, 8)}`);
    const signed = await books.log.page({ act: 'sign_off' }, 5);
    expect(signed.map(({ actor }) => actor)).toEqual(['erased']);
    const erased = await books.log.page({ act: 'erase' }, 5);
    expect(erased.map(({ actor, answer }) => [actor, answer])).toEqual(
      ['names and addresses of a person', ...[1, 2].map(() => 'the name of someone who acted here')].map((answer) => [
        'ops',
        answer,
      ]),
    );
  });

  test('are removed by themselves after the retention years, once the person may not sign in any more', async () => {
    const { books, tools, id } = await worked();
    const retention = new Retention(books.db, 6);
    books.clock.advance(9 * yearMs);
    await retention.erase();
    expect(await everything(books)).toMatch(/Bea Birch/);
    await changePerson(tools, id, { change: { active: false }, who: ops });
    await retention.erase();
    expect(await everything(books)).not.toMatch(/Bea B|birch\.co/);
    expect(await books.log.verifyChain()).toEqual([]);
  });
});
