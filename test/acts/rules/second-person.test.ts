import { expect, it, test } from '@jest/globals';
import type { PersonDetails } from '../../../src/access/people.js';
import type { Who } from '../../../src/acts/act.js';
import { addPerson } from '../../../src/acts/people/add-person.js';
import { changePerson } from '../../../src/acts/people/change-person.js';
import { mustBeSecond, whoElse } from '../../../src/acts/approval/second-person.js';
import type { Reviewing } from '../../../src/acts/approval/two-pairs-of-eyes.js';
import type { LogAct } from '../../../src/record/acts.js';
import { insertCompany } from '../../factories/companies.js';
import { october, paidOn } from '../../factories/facts.js';
import { insertWrite } from '../../factories/writes.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { companyOn, ops } from './on-rows.js';

const run = { companyId: 'elm', tag: october, year: 2026, period: 6, datedOn: paidOn };

test.each([
  [['Ben'], undefined, 'Ben can.'],
  [[...'abcdefghijk'], undefined, 'a, b, c, d, e, f, g, h, i, j can.'],
  [
    [],
    new Date('2025-11-08T09:30:00Z'),
    'No one else can. You may yourself, with a reason, from 8 Nov 2025 09:30: then a day has passed.',
  ],
  // An hour later by London's clocks.
  [
    [],
    new Date('2025-07-08T09:30:00Z'),
    'No one else can. You may yourself, with a reason, from 8 Jul 2025 10:30: then a day has passed.',
  ],
  [[], undefined, 'No one else can. You may yourself, with a reason, from : then a day has passed.'],
])('names who else can: %j', (others, ownWorkFrom, words) => {
  expect(whoElse({ may: false, own: 'decide', others, ownWorkFrom })).toBe(words);
});

describeOnDatabases('two pairs of eyes', (open, kind) => {
  async function begun(approval: 'one' | 'two' = 'two') {
    const { clock, database, companies, log, company } = await companyOn(open, { approval });
    const person = async (name: string, more: Partial<PersonDetails> = {}): Promise<Who> => {
      const details = { name, role: 'reviewer', pay: true, companies: null, ...more } as const;
      return {
        actor: name,
        person: (await addPerson({ database }, details, ops)).id,
        trigger: 'page',
        companies: null,
      };
    };
    const done = (who: Who, act: LogAct, { outcome = 'done', tag = october } = {}) =>
      database.work((rows) =>
        log.append(rows, { companyId: 'elm', trigger: 'page', actor: who.actor, act, outcome, tag }),
      );
    const ask = (who: Who, asked?: Reviewing, tag = october) =>
      database.work((rows) =>
        mustBeSecond({ database, companies }, rows, {
          ...{ ref: { company, year: 2026, period: 6 }, run: { ...run, tag }, who, asked },
        }),
      );
    return { clock, database, person, done, ask, ann: await person('Ann') };
  }

  it('are asked of no one where one is enough, nor of what no one else has to do', async () => {
    const one = await begun('one');
    await one.done(one.ann, 'decide');
    expect(await one.ask(one.ann, 'post')).toBeUndefined();
    expect(await one.ask(ops, 'post')).toBeUndefined();
    const two = await begun();
    await two.done(two.ann, 'decide');
    expect(await two.ask(two.ann)).toBeUndefined();
  });

  it.each([
    ['command', 'Add yourself, or name your user: `counterfoil people change NAME --login "bot"`.'],
    ['api', 'Sign in as yourself, or use a token that is yours.'],
  ] as const)('are asked of persons: by %s', async (trigger, todo) => {
    const { ask } = await begun();
    for (const asked of [undefined, 'post'] as const)
      await expect(ask({ actor: 'bot', trigger, companies: null }, asked)).rejects.toMatchObject({
        title: 'Two pairs of eyes: who is it?',
        detail: 'Elm Ltd wants one person to decide and another to post, and "bot" is not a person here.',
        todo,
        status: 403,
        exitCode: 3,
      });
  });

  it('name the source of the run that someone else must post', async () => {
    const { done, ask, ann } = await begun();
    const tag = october.replace('counterfoil:', 'counterfoil.weekly:');
    await done(ann, 'decide', { tag });
    await expect(ask(ann, 'post', tag)).rejects.toMatchObject({
      detail: expect.stringContaining('Elm Ltd, paid 31 Oct 2025 (weekly): you decided something in'),
    });
  });

  it.each([
    ['decide', 'done', 'post', 'decided something in'],
    ['adjust', 'done', 'post', 'entered an adjustment to'],
    ['approve', 'done', 'post', 'approved a hold of'],
    ['recover', 'done', 'post', 'decided a recovery of'],
    ['amend', 'asked', 'post', 'amended'],
    ['post', 'asked', 'sign_off', 'posted'],
    ['reverse', 'asked', 'sign_off', 'reversed'],
  ] as const)('keep whoever did %s from it', async (act, outcome, asked, words) => {
    const { person, done, ask, ann } = await begun();
    const ben = await person('Ben');
    await done(ann, act, { outcome });
    await expect(ask(ann, asked)).rejects.toMatchObject({
      title: 'A second person is needed',
      detail: `Elm Ltd, paid 31 Oct 2025: you ${words} this pay run, so someone else must ${asked === 'post' ? 'post it' : 'sign it off'}: this needs two pairs of eyes.`,
      todo: 'Ben can.',
      status: 403,
      exitCode: 3,
    });
    expect(await ask(ben, asked)).toBeUndefined();
  });

  it.each([
    ['a sync did', 'post', 'done', october],
    ['a sync did of an amendment', 'amend', 'done', october],
    ['was refused', 'decide', 'refused', october],
    ['was asked of what is decided at once', 'decide', 'asked', october],
    ['was done to another run', 'decide', 'done', 'counterfoil:2026-05:2025-09-30'],
    ['is no work on it', 'note', 'done', october],
    ['leaves it alone', 'ignore', 'done', october],
  ] as const)('do not count what %s', async (_, act, outcome, tag) => {
    const { person, done, ask, ann } = await begun();
    await person('Ben');
    await done(ann, act, { outcome, tag });
    expect(await ask(ann, 'sign_off')).toBeUndefined();
  });

  it.each(['adjust', 'recover'] as const)('keep whoever did %s from every run of that month', async (act) => {
    const { person, done, ask, ann } = await begun();
    await person('Ben');
    await done(ann, act, { tag: 'counterfoil:2026-06:2025-10-24' });
    await expect(ask(ann, 'post')).rejects.toMatchObject({ todo: 'Ben can.' });
    await done(await person('Cat'), act, { tag: 'counterfoil:2026-05:2025-09-30' });
    await expect(ask(ann, 'post')).rejects.toMatchObject({ todo: 'Ben, Cat can.' });
  });

  it('name whoever may review this company’s runs, under whatever name they worked', async () => {
    const { database, person, done, ask, ann } = await begun();
    const [viewer, elsewhere] = [{ role: 'viewer' }, { companies: ['ash'] }] as const;
    await person('Vic', viewer);
    await person('Eve', elsewhere);
    await person('Ida');
    await person('Ben', { companies: ['elm'] });
    await person('Cat', { role: 'admin' });
    await changePerson({ database }, 'Ida', { change: { active: false }, who: ops });
    await done(ann, 'decide');
    const cat: Who = { ...ops, actor: 'Cat' };
    await done(cat, 'approve');
    await changePerson({ database }, 'Ann', { change: { name: 'Ann Birch' }, who: ann });
    await expect(ask({ ...ann, actor: 'Ann Birch' }, 'post')).rejects.toMatchObject({ todo: 'Ben can.' });
  });

  it('keep whoever amended it from it, also where the set got another date', async () => {
    const { database, person, ask, ann } = await begun();
    const ben = await person('Ben');
    const amended = { state: 'done', kind: 'amend', actor: 'Ann' } as const;
    await insertWrite(database, 'elm', { ...amended, decisionId: null });
    await insertWrite(database, 'elm', { ...amended, decisionId: '1', kind: 'post' });
    await insertWrite(database, 'elm', { ...amended, decisionId: '1', runTag: 'another' });
    await insertCompany(database, { name: 'Oak Ltd', id: 'oak' });
    await insertWrite(database, 'oak', { ...amended, decisionId: '1' });
    await insertWrite(database, 'elm', { ...amended, decisionId: '1', actor: 'someone who is no person' });
    expect(await ask(ann, 'post')).toBeUndefined();
    await insertWrite(database, 'elm', { ...amended, decisionId: '1' });
    await expect(ask(ann, 'post')).rejects.toMatchObject({ todo: 'Ben can.' });
    expect(await ask(ben, 'post')).toBeUndefined();
  });

  it('are one’s own a day later, where there is no one else', async () => {
    const { clock, done, ask, ann } = await begun();
    await done(ann, 'decide');
    await expect(ask(ann, 'post')).rejects.toMatchObject({ todo: expect.stringMatching(/^No one else can/) });
    // The log's times are the server's own there, and no test moves that clock.
    if (kind === 'postgres') return;
    clock.forward(24 * 3600);
    expect(await ask(ann, 'post')).toBe('own work, reviewed after a day: no one else may');
  });
});
