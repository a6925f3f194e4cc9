import { answerAsClient } from '../../src/acts/approval/answer-as-client.js';
import { askClient } from '../../src/acts/approval/ask-client.js';
import { Decision } from '../../src/record/runs/decision.entity.js';
import { systemClock } from '../../src/ground/clock.js';
import { Outbox } from '../../src/record/messages/outbox.js';
import { Decisions } from '../../src/record/runs/decisions.js';
import { describeOnDatabases } from '../harness/databases.js';
import { act, booksOn } from '../sync/rig.js';

const who = { actor: 'ann', trigger: 'command', companies: null } as const;
const quiet = new Outbox(systemClock, { webhookUrl: undefined, publicUrl: 'http://localhost' });
const yes = { answer: 'approved', name: 'Dora', words: '' } as const;

describeOnDatabases('a policy that waits for the client', (open) => {
  test('posts nothing until the client approves the figures, then posts by itself; a change withdraws the approval', async () => {
    const books = await booksOn(open);
    await books.policy({ clientApproval: 'before' });
    const company = await books.rig.companies.find(books.company.id);
    const states = async () => (await books.runs()).map(({ state }) => state);
    const tools = {
      database: books.db,
      companies: books.rig.companies,
      decisions: new Decisions(books.db),
      log: books.log,
      outbox: quiet,
    };
    const ask = async (period: number) => {
      const asked = { who, pay: true, year: 2026, period, publicUrl: 'http://localhost' };
      return (await askClient(tools, company, asked)).url.split('/').at(-1) ?? '';
    };

    await books.sync();
    expect(await states()).toEqual(['ready', 'ready', 'ready']);
    const post = books.acts.post({ ...books.ref(4), company }, act());
    await expect(post).rejects.toThrow('The client has not approved these payments');

    await answerAsClient(tools, await ask(4), yes);
    await answerAsClient(tools, await ask(5), { answer: 'query', name: 'Dora', words: 'Who is this?' });
    const late = await ask(6);
    const october = await books.period(2026, 6);
    const [first] = october.payslips;
    if (first) first.basic_pay = '2100.0';
    await books.setPeriod(2026, 6, october);
    await books.sync({ full: true });
    expect(await states()).toEqual(['posted', 'ready', 'ready']);
    await expect(answerAsClient(tools, late, yes)).rejects.toThrow('The figures have changed');
    await answerAsClient(tools, await ask(6), yes);
    await books.sync();
    expect(await states()).toEqual(['posted', 'ready', 'posted']);
    // The levy is paid on top of what payroll itself owes.
    const beforeLevy = await ask(6);
    const lines = [
      { account: '405', amount: '125.00' },
      { account: '814', amount: '-125.00' },
    ];
    await books.acts.adjust({ ...books.ref(6), company }, { ...act('Levy'), kind: 'levy', lines });
    await expect(answerAsClient(tools, beforeLevy, yes)).rejects.toThrow('The figures have changed');
    expect(await books.log.verifyChain()).toEqual([]);
  });

  test.each(['its own policy', 'the practice'])(
    'leaves the posting to a person where %s also asks for two pairs of eyes',
    async (by) => {
      const books = await booksOn(open);
      await books.policy({ clientApproval: 'before', ...(by === 'its own policy' && { approval: 'two' }) });
      if (by === 'the practice') await books.rig.companies.setApproval(books.company, 'two');
      const company = await books.rig.companies.find(books.company.id);
      const { db: database, log } = books;
      const decisions = new Decisions(database);
      const tools = { database, companies: books.rig.companies, decisions, log, outbox: quiet };
      await books.sync();
      const month = { year: 2026, period: 4, publicUrl: 'http://localhost' };
      const { url } = await askClient(tools, company, { who, pay: true, ...month });
      await answerAsClient(tools, url.split('/').at(-1) ?? '', yes);
      await books.sync();
      expect((await books.runs()).map(({ state }) => state)).toEqual(['ready', 'ready', 'ready']);
      expect(await books.db.read((rows) => rows.find(Decision))).toEqual([]);
      expect(await log.verifyChain()).toEqual([]);
    },
  );
});
