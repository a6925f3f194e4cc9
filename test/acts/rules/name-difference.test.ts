import { expect, it } from '@jest/globals';
import {
  bringForward,
  type BroughtForward,
  nameDifference,
  type NamedDifference,
} from '../../../src/acts/runs/name-difference.js';
import { Money } from '../../../src/journal/nouns/money.js';
import { ControlNoteRow, ControlReading } from '../../../src/record/controls.entity.js';
import type { OpenState } from '../../../src/record/control-answer.js';
import { account, insertReading, openAccount } from '../../factories/balances.js';
import { insertCompany } from '../../factories/companies.js';
import { describeOnDatabases } from '../../harness/databases.js';
import { companyOn, ops } from './on-rows.js';

const asOn = '2025-10-31';
const userPath = '/v2/users/1';
const pounds = Money.parse;

describeOnDatabases('a difference on a control account', (open) => {
  async function begun({ state = 'unexplained' as OpenState, amount = '1.00' } = {}) {
    const tools = await companyOn(open);
    const { database, company } = tools;
    await insertCompany(database, { id: 'ash', name: 'Ash Ltd' });
    const part = {
      id: 'net 2025-10-31',
      item: 'Net pay of 31 October 2025',
      due: '2025-10-31',
      amount,
      state,
      hints: ['…'],
    };
    const user = `https://books.example${userPath}`;
    const ann = account('902', { user, name: 'Ann Ash', balance: amount, open: [part] });
    await insertReading(database, 'ash', [ann], { asOn });
    await insertReading(database, 'elm', [ann], { asOn: '2025-09-30' });
    await insertReading(database, 'elm', [openAccount('814', '7.00'), ann], { asOn });
    const named: NamedDifference = {
      ...{ who: ops, account: '902', userPath, item: part.id, as: 'rounding', amount: pounds(amount) },
      reason: 'Pennies',
    };
    const kept = () =>
      database.read(async (rows) => ({
        notes: await rows.find(ControlNoteRow),
        readings: await rows.find(ControlReading, { order: { companyId: 'ASC', asOn: 'ASC' } }),
      }));
    return {
      ...tools,
      kept,
      name: (over: Partial<NamedDifference>) => nameDifference(tools, company, { ...named, ...over }),
    };
  }

  it('is named where a cause holds it: the cause has the others left, and ends with its last', async () => {
    const { name, kept, database } = await begun({ amount: '3.00' });
    const held = (user: string, amount: string) => ({
      ...{ account: '902', user: `https://books.example/v2/users/${user}`, name: user, amount },
      ...{ id: 'net 2025-10-31', item: 'Net pay of 31 October 2025', due: asOn },
    });
    const cause = { what: 'The bank ends', todo: 'Bring lines', isInDoubt: true as const, isOfBank: true as const };
    const hold = (...accounts: readonly ReturnType<typeof held>[]) =>
      database.work(async (rows) => {
        const known = account('902', {
          user: held('1', '').user,
          name: 'Ann Ash',
          balance: '3.00',
          known: '3.00',
          open: [],
        });
        const causes = [{ ...cause, accounts }];
        await rows.update(ControlReading, { companyId: 'elm', asOn }, { causes, accounts: [known], exceptions: 1 });
      });
    const after = async () => {
      const { readings } = await kept();
      const { causes, accounts, state, exceptions } = readings.find(
        (one) => one.companyId === 'elm' && one.asOn === asOn,
      )!;
      const [ann] = accounts;
      return [
        causes.map((one) => one.accounts.length),
        state,
        exceptions,
        ann?.known,
        ann?.open.map((one) => one.state),
      ];
    };
    await hold(held('1', '3.00'), held('2', '5.00'));
    await expect(name({ as: 'accepted', amount: pounds('5.00') })).rejects.toMatchObject({ title: expect.any(String) });
    await name({ as: 'accepted' });
    expect(await after()).toEqual([[1], 'cannot_tell', 1, '0.00', ['accepted']]);
    await hold(held('1', '3.00'));
    await name({ as: 'accepted' });
    expect(await after()).toEqual([[], 'clear', 0, '0.00', ['accepted']]);
  });

  it('is accepted as what a person names it, once, and is no exception any more', async () => {
    const { name, kept, lines } = await begun();
    await name({});
    const { notes, readings } = await kept();
    expect(notes).toMatchObject([
      {
        ...{ companyId: 'elm', account: '902', userPath, kind: 'accepted', namedAs: 'rounding', reason: 'Pennies' },
        ...{ actor: 'ops', dueOn: null, endedAt: null, endedWhy: null, createdAt: new Date('2025-11-07T09:00:00Z') },
      },
    ]);
    expect(notes[0]?.amount.toString()).toBe('1.00');
    const ofAnn = readings.map((one) => one.accounts.find(({ user }) => user !== undefined)?.open[0]);
    expect(ofAnn.map((part) => [part?.state, part?.reason, part?.hints])).toStrictEqual([
      ['unexplained', undefined, ['…']],
      ['unexplained', undefined, ['…']],
      ['rounding', 'Pennies', []],
    ]);
    expect(readings.map(({ exceptions, state }) => [exceptions, state])).toStrictEqual([
      [1, 'open'],
      [1, 'open'],
      [1, 'open'],
    ]);
    expect(await lines()).toStrictEqual(['controls accepted ops 902 rounding']);
    await expect(name({})).rejects.toMatchObject({ title: 'The difference has changed since you opened it' });
  });

  it('is named by the address of its person, whatever the host', async () => {
    const { name, lines } = await begun();
    await name({ userPath: `https://books.example${userPath}` });
    expect(await lines()).toHaveLength(1);
  });

  const another = {
    ...{ title: 'The difference has changed since you opened it', status: 409, exitCode: 1 },
    todo: 'Read the control accounts again, and look again.',
  };
  const rounding = {
    ...{ title: 'Too much to be rounding', status: 400, exitCode: 2 },
    todo: 'Rounding comes to £1.00 at most: name it as something else.',
  };
  it.each<[string, Partial<NamedDifference>, { amount?: string; state?: OpenState }, object]>([
    ['as rounding of more than a pound', {}, { amount: '1.01' }, rounding],
    ['as rounding of more than a pound that is missing', {}, { amount: '-1.01' }, rounding],
    ['that is another by now', { amount: pounds('0.99') }, {}, another],
    ['of another account', { account: '814' }, {}, another],
    ['of someone else', { userPath: '/v2/users/2' }, {}, another],
    ['that is due', {}, { state: 'due' }, another],
    ['that a person named', {}, { state: 'accepted' }, another],
    ['of another item', { item: 'net 2025-09-30' }, {}, another],
  ])('is not accepted %s', async (_, over, given, refused) => {
    const { name, kept, lines } = await begun(given);
    await expect(name(over)).rejects.toMatchObject({ ...refused, detail: 'Elm Ltd: nothing was changed.' });
    expect((await kept()).notes).toStrictEqual([]);
    expect(await lines()).toStrictEqual([]);
  });

  it('is not accepted without a reason', async () => {
    const { name, kept } = await begun();
    await expect(name({ reason: ' ' })).rejects.toMatchObject({ title: 'A reason is needed', status: 400 });
    expect((await kept()).notes).toStrictEqual([]);
  });

  it('is accepted as something else where it is more than rounding', async () => {
    const { name, kept } = await begun({ amount: '-500.00' });
    await name({ as: 'accepted' });
    expect((await kept()).readings.at(-1)?.accounts[1]?.open).toMatchObject([{ state: 'accepted' }]);
  });

  it('is not accepted where nothing was read', async () => {
    const { name, database } = await begun();
    await database.work((rows) => rows.delete(ControlReading, { companyId: 'elm' }));
    await expect(name({})).rejects.toMatchObject({ title: another.title });
  });
});

describeOnDatabases('a debt from before the first pay run', (open) => {
  const debt: BroughtForward = { who: ops, account: '902', userPath, amount: pounds('-500.00'), reason: 'September' };

  it.each([undefined, '2025-12-22'])('is brought forward, due on %s', async (dueOn) => {
    const tools = await companyOn(open);
    await bringForward(tools, tools.company, { ...debt, dueOn });
    const notes = await tools.database.read((rows) => rows.find(ControlNoteRow));
    expect(notes).toMatchObject([
      {
        ...{ companyId: 'elm', account: '902', userPath, kind: 'brought_forward', namedAs: 'brought_forward' },
        ...{ reason: 'September', actor: 'ops', dueOn: dueOn ?? null, endedAt: null, endedWhy: null },
      },
    ]);
    expect(notes[0]?.amount.toString()).toBe('-500.00');
    expect(await tools.lines()).toStrictEqual(['bring_forward done ops 902 brought forward']);
  });

  const whose = 'Name the person: account 902 has a balance for each.';
  const accounts = 'Name one of those that payroll owes on: 813, 814, 815, 902.';
  it.each<[string, Partial<BroughtForward>, string, string]>([
    ['a person on an account of persons', { userPath: '' }, 'Whose debt is it?', whose],
    ['a control account', { account: '999', userPath: '' }, 'Not a control account', accounts],
    ['an amount', { amount: Money.zero }, 'An amount is needed', 'Enter what was owed at the beginning.'],
  ])('is brought forward with %s', async (_, over, title, todo) => {
    const tools = await companyOn(open);
    const refused = {
      title,
      detail: expect.stringMatching(/^Elm Ltd: (account 999 is none, and )?nothing was changed\.$/),
      todo,
      status: 400,
      exitCode: 2,
    };
    await expect(bringForward(tools, tools.company, { ...debt, ...over })).rejects.toMatchObject(refused);
    expect(await tools.lines()).toStrictEqual([]);
  });

  it('is brought forward with a reason', async () => {
    const tools = await companyOn(open);
    const reasonless = bringForward(tools, tools.company, { ...debt, reason: ' ' });
    await expect(reasonless).rejects.toMatchObject({ title: 'A reason is needed', status: 400 });
    expect(await tools.lines()).toStrictEqual([]);
  });

  it('is brought forward under the path of its person, whatever the host', async () => {
    const tools = await companyOn(open);
    await bringForward(tools, tools.company, { ...debt, userPath: `https://books.example${userPath}/` });
    expect(await tools.database.read((rows) => rows.find(ControlNoteRow))).toMatchObject([{ userPath }]);
  });

  it('is brought forward on an account that is listed, although the policy has another by now', async () => {
    const tools = await companyOn(open);
    await insertReading(tools.database, 'elm', [account('816')], { asOn });
    await bringForward(tools, tools.company, { ...debt, account: '816', userPath: '' });
    expect(await tools.lines()).toStrictEqual(['bring_forward done ops 816 brought forward']);
  });

  it('is brought forward once if it is sent twice', async () => {
    const tools = await companyOn(open);
    const forward = (over: Partial<BroughtForward> = {}) => bringForward(tools, tools.company, { ...debt, ...over });
    // As a double click does.
    const answers = await Promise.allSettled([forward(), forward()]);
    expect(answers.map(({ status }) => status).sort()).toStrictEqual(['fulfilled', 'rejected']);
    await expect(forward({ reason: 'Once more' })).rejects.toMatchObject({
      title: 'This debt is brought forward already',
      status: 409,
    });
    for (const other of [{ amount: pounds('-500.01') }, { dueOn: '2025-12-22' }, { userPath: '/v2/users/2' }])
      await forward(other);
    expect(await tools.database.read((rows) => rows.countBy(ControlNoteRow, {}))).toBe(4);
    expect(await tools.lines()).toHaveLength(4);
    // A mistake, undone by its opposite, may be entered again.
    await forward({ amount: debt.amount.negated() });
    await forward();
    await expect(forward()).rejects.toMatchObject({ status: 409 });
  });
});
