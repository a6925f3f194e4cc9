import { rightsBreaks } from '../../src/access/rights-in-log.js';
import { addPerson } from '../../src/acts/people/add-person.js';
import { changePerson } from '../../src/acts/people/change-person.js';
import { forgetPerson } from '../../src/acts/people/forget-person.js';
import { PostingLog } from '../../src/record/log/posting-log.js';
import { describeOnDatabases } from '../harness/databases.js';

const ops = { actor: 'ops', trigger: 'command', companies: null } as const;
const rights = { role: 'viewer', pay: false, companies: ['ash'] } as const;

describeOnDatabases('what persons may, and the log', (open) => {
  it('agree after any acts, and not after a change by hand', async () => {
    const database = await open();
    const tools = { database };
    const { id } = await addPerson(tools, { ...rights, name: 'Ann' }, ops);
    await addPerson(tools, { ...rights, name: 'Ben', companies: null }, ops);
    await changePerson(tools, 'Ann', { change: { role: 'reviewer', name: 'Ann Ash' }, who: ops });
    await changePerson(tools, 'Ben', { change: { active: false }, who: ops });
    await forgetPerson(tools, 'Ben', ops);
    expect(await rightsBreaks(database)).toEqual([]);
    expect(await new PostingLog(database).verifyChain()).toEqual([]);

    const words = async (statement: string) => {
      const undone = new Error('undone');
      let found: readonly string[] = [];
      const work = database.work(async (rows) => {
        await rows.query(statement);
        found = (await rightsBreaks(database)).map(({ detail }) => detail);
        throw undone;
      });
      await work.catch((error: unknown) => {
        if (error !== undone && (error as Error).cause !== undone) throw error;
      });
      return found;
    };
    const changed = [`carries what person ${id} may, which was changed`];
    const where = `WHERE id = '${id}'`;
    for (const set of [`role = 'admin'`, `companies = NULL`, `companies = '["oak"]'`, 'pay = NOT pay'])
      expect(await words(`UPDATE people SET ${set} ${where}`)).toEqual(changed);
    expect(await words(`UPDATE people SET active = NOT active ${where}`)).toEqual(changed);
    const slip = `INSERT INTO people (id, name, role, pay, companies, active, digest, created_at)
      SELECT 'x', 'Eve', 'admin', pay, NULL, active, 'never', (SELECT MAX(at) FROM log) FROM people ${where}`;
    expect(await words(slip)).toEqual(['no entry mentions person x']);
    expect(await rightsBreaks(database)).toEqual([]);
  });
});
