import { expect, it } from '@jest/globals';
import type { PersonDetails } from '../../../src/access/people.js';
import { assign } from '../../../src/acts/runs/assign.js';
import { leaveCompany } from '../../../src/acts/companies/leave-company.js';
import { eachOf } from '../../../src/acts/many.js';
import { note } from '../../../src/acts/runs/note.js';
import { addPerson } from '../../../src/acts/people/add-person.js';
import { changePerson } from '../../../src/acts/people/change-person.js';
import { Assignment, Note } from '../../../src/record/work-of-persons.entity.js';
import { payrollOf } from '../../factories/payroll.js';
import { insertRun } from '../../factories/runs.js';
import { insertWrite } from '../../factories/writes.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { companyOn, ops } from './on-rows.js';

const payroll = payrollOf([{ id: 1, name: 'Ann Ash', basic: '100.00', tax: '0', ni: '0', employerNi: '0' }]);

describeOnDatabases('the work on a pay run', (open) => {
  async function begun() {
    const tools = await companyOn(open);
    const { database, company } = tools;
    const run = await insertRun(database, 'elm', payroll, { state: 'ready', datedOn: '2025-10-31', period: 6 });
    const ref = { company, year: 2026, period: 6 };
    const add = (name: string, more: Partial<PersonDetails> = {}) =>
      addPerson({ database }, { name, role: 'reviewer', pay: true, companies: null, ...more }, ops);
    const ofRun = async () => (await tools.lines()).filter((line) => !line.startsWith('person '));
    return { ...tools, run, ref, add, ofRun };
  }

  it('is given to anyone who reaches it, once, to another, and to no one', async () => {
    const tools = await begun();
    const [ann, ben] = [await tools.add('Ann'), await tools.add('Ben', { companies: ['elm'] })];
    const whose = () => tools.database.read((rows) => rows.find(Assignment));
    const give = (to: string | null) => assign(tools, tools.ref, { who: ops, to });
    expect(await give('Ann')).toMatchObject({ id: ann.id });
    expect(await give(ann.id)).toMatchObject({ id: ann.id });
    expect(await whose()).toMatchObject([{ companyId: 'elm', tag: tools.run.tag, personId: ann.id }]);
    expect(await give('Ben')).toMatchObject({ id: ben.id });
    expect(await whose()).toMatchObject([{ personId: ben.id }]);
    expect(await give(null)).toBeUndefined();
    expect(await give(null)).toBeUndefined();
    expect(await whose()).toStrictEqual([]);
    expect(await tools.ofRun()).toStrictEqual(['assign done ops ', 'assign done ops ', 'assign done ops no one']);
  });

  it.each<[string, Partial<PersonDetails> & { active?: false }, string]>([
    ['reaches another company', { companies: ['ash'] }, '"Ann" does not reach Elm Ltd.'],
    ['may not sign in', { active: false }, '"Ann" is inactive.'],
  ])('is given to no one who %s', async (_, { active, ...details }, detail) => {
    const tools = await begun();
    await tools.add('Ann', details);
    if (active === false) await changePerson(tools, 'Ann', { change: { active }, who: ops });
    const give = (companies: readonly string[] | null) =>
      assign(tools, tools.ref, { who: { ...ops, companies }, to: 'Ann' });
    await expect(give(null)).rejects.toMatchObject({
      ...{ title: 'Not theirs to do', detail, status: 409, exitCode: 2 },
      todo: 'Choose someone else, or change what they reach.',
    });
    await expect(give(['elm'])).rejects.toMatchObject({ title: 'No such person' });
    expect(await tools.ofRun()).toStrictEqual([]);
  });

  it('has notes of one character to 2000', async () => {
    const tools = await begun();
    const add = (words: string) => note(tools, tools.ref, { who: ops, words });
    for (const words of ['x', ` ${'x'.repeat(2000)} `]) await add(words);
    for (const words of ['', ' ', 'x'.repeat(2001)])
      await expect(add(words)).rejects.toMatchObject({
        ...{ title: 'A note needs words', detail: 'At least one, and at most 2000 characters.' },
        ...{ todo: 'Write it, then add it again.', status: 400, exitCode: 2 },
      });
    const notes = await tools.database.read((rows) => rows.find(Note));
    expect(notes.map(({ companyId, tag, actor, words }) => [companyId, tag, actor, words.length]).sort()).toStrictEqual(
      [
        ['elm', tools.run.tag, 'ops', 1],
        ['elm', tools.run.tag, 'ops', 2000],
      ],
    );
    expect(await tools.ofRun()).toStrictEqual(['note done ops ', 'note done ops ']);
    expect(await tools.unvouched('note')).toStrictEqual([]);
  });

  it('is done to each of many that is still there, and what goes wrong with one keeps no other from it', async () => {
    const { database, company, run } = await begun();
    const seen = (tag: string) => ({ company, tag, fingerprint: `of ${tag}` });
    const asked: unknown[] = [];
    const answers = await eachOf(
      { database },
      [seen('bad'), seen(run.tag), seen(run.tag)],
      async (ref, fingerprint) => {
        asked.push([ref, fingerprint]);
        if (asked.length === 1) throw new Error('broken');
        return { company: company.name, tag: run.tag, run };
      },
    );
    const of = { company: 'Elm Ltd', tag: run.tag };
    expect(answers).toMatchObject([
      {
        ...{ company: 'Elm Ltd', tag: 'bad' },
        problem: {
          ...{ title: 'No such pay run', detail: 'Elm Ltd has no pay run bad.', todo: 'Load the list again.' },
          status: 404,
        },
      },
      { ...of, problem: { detail: 'broken', status: 500 } },
      { ...of, run: { tag: run.tag } },
    ]);
    const ref = { company, year: 2026, period: 6, paid: '2025-10-31' };
    expect(asked).toStrictEqual(Array(2).fill([ref, `of ${run.tag}`]));
  });

  it('goes on until no write is open, unless someone insists', async () => {
    const tools = await begun();
    for (const state of ['sending', 'in_doubt', 'done', 'refused', 'released'] as const)
      await insertWrite(tools.database, 'elm', { state, runTag: state });
    const { companies } = tools;
    await expect(leaveCompany(tools, tools.company, { who: ops })).rejects.toMatchObject({
      title: 'Something is still being settled',
      detail:
        'Elm Ltd: we do not know yet whether 2 changes to its books reached them, and without keys no one can look.',
      todo: 'Sync it again in a quarter of an hour, then leave it. At the terminal: `counterfoil sync --company "Elm Ltd"`; to leave without knowing, `counterfoil leave "Elm Ltd" --force`.',
      ...{ status: 409, exitCode: 3 },
    });
    expect((await companies.find('elm')).life).toBe('working');
    expect(await leaveCompany(tools, tools.company, { who: ops, force: true })).toMatchObject({ life: 'left' });
    expect(await tools.ofRun()).toStrictEqual(['leave done ops ']);
  });
});
