import { addPerson } from '../../../src/acts/people/add-person.js';
import { changePerson } from '../../../src/acts/people/change-person.js';
import { insertCompany } from '../../factories/companies.js';
import { type TempDatabase, tempDatabase } from '../../factories/database.js';
import { payrollOf } from '../../factories/payroll.js';
import { insertRun } from '../../factories/runs.js';
import { runCounterfoil } from '../../harness/counterfoil.js';
import { runHere } from '../../harness/here.js';
import { secretKey } from '../../harness/secret-key.js';

/** On a terminal dangerous commands ask first. They do not ask scripts, which may answer with --yes. */
describe('a dangerous command', () => {
  let temp: TempDatabase;
  const env = () => ({ DATABASE_URL: temp.url, SECRET_KEY: secretKey, LOG_LEVEL: 'silent' });
  beforeEach(async () => {
    temp = await tempDatabase();
    await insertCompany(temp.database, { id: 'ash', name: 'Ash & Sons Ltd' });
  });
  afterEach(() => temp.remove());

  const inScript = (...args: readonly string[]) => runHere(args, { env: env() });
  const onTerminal = async (input: string, ...args: readonly string[]) => {
    const { code, stdout, stderr } = await runHere(args, { env: env(), input, onTerminal: true });
    return { code, stdout: `${stdout}${stderr}` };
  };
  /** `script` gives the command a terminal and types what is piped to it. */
  const onRealTerminal = (input: string, ...args: readonly string[]) =>
    runCounterfoil(args, {
      env: env(),
      input,
      // `script` takes a shell command line: every word is quoted, because the clone's path may contain a space.
      via: ['sh', '-c', `for word; do line="$line '$word'"; done; exec script -qefc "$line" /dev/null`, 'sh'],
    });
  const life = async () => {
    const { items } = (await inScript('companies', '--json')).json<{ items: readonly { life: string }[] }>();
    return items.map((one) => one.life);
  };

  test('leaves a company whose name is typed, and no other', async () => {
    const wrong = await onTerminal('Ash\n', 'leave', 'ash');
    expect(wrong.stdout).toContain('Type its name to leave it: ');
    expect(wrong.stdout).toContain('“Ash” is not the company’s name, “Ash & Sons Ltd”. Nothing was changed.');
    expect([wrong.code, await life()]).toEqual([1, ['working']]);

    const empty = await onRealTerminal('\n', 'leave', 'ash');
    expect([empty.code, await life()]).toEqual([1, ['working']]);

    const right = await onRealTerminal('Ash & Sons Ltd\n', 'leave', 'ash');
    expect([right.code, await life()]).toEqual([0, ['left']]);
  });

  test('does not ask when --yes gives the name', async () => {
    const wrong = await inScript('leave', 'ash', '--yes', 'Ash', '--json');
    expect([wrong.code, await life()]).toEqual([2, ['working']]);
    const right = await onTerminal('', 'leave', 'ash', '--yes', 'Ash & Sons Ltd');
    expect(right.stdout).not.toContain('Type its name');
    expect([right.code, await life()]).toEqual([0, ['left']]);
  });

  test('does not ask a script', async () => {
    const left = await inScript('leave', 'ash', '--json');
    expect(left.json()).toMatchObject({ name: 'Ash & Sons Ltd', life: 'left' });
  });

  test('erases the names of a person only for a yes', async () => {
    const ops = { actor: 'ops', trigger: 'command', companies: null } as const;
    const ann = { name: 'Ann Ash', role: 'reviewer', pay: true, companies: null } as const;
    await addPerson(temp, ann, ops);
    await changePerson(temp, 'Ann Ash', { change: { active: false }, who: ops });
    const names = async () =>
      (await inScript('people', 'list', '--json'))
        .json<{ items: readonly { name: string }[] }>()
        .items.map(({ name }) => name);

    const declined = await onTerminal('no\n', 'people', 'erase', 'Ann Ash');
    expect(declined.stdout).toContain('Erase every name of “Ann Ash” for ever? (yes/no) ');
    expect(declined.stdout).toContain('Not erased');
    expect([declined.code, await names()]).toEqual([1, ['Ann Ash']]);

    const sure = await onTerminal('', 'people', 'erase', 'Ann Ash', '--yes');
    expect(sure.stdout).not.toContain('(yes/no)');
    expect([sure.code, await names()]).toEqual([0, [expect.stringMatching(/^erased /)]]);
  });

  test('makes another signing key only for a yes', async () => {
    const kids = async () => {
      const { keys } = (await inScript('key', 'public')).json<{ keys: readonly { kid: string }[] }>();
      return keys.map(({ kid }) => kid);
    };
    await inScript('key', 'signing');
    const before = await kids();
    const declined = await onTerminal('\n', 'key', 'signing', '--rotate');
    expect(declined.stdout).toContain('Destroy the private half of the signing key, and make a new one? (yes/no) ');
    expect(declined.stdout).toContain('Not rotated');
    expect([declined.code, await kids()]).toEqual([1, before]);

    const sure = await onTerminal('', 'key', 'signing', '--rotate', '--yes');
    expect(sure.stdout).not.toContain('(yes/no)');
    const after = await kids();
    expect([sure.code, after.length]).toEqual([0, before.length + 1]);
    expect(after).toEqual(expect.arrayContaining(before));
  });

  test('shows what would be posted before it posts many', async () => {
    const payroll = payrollOf([
      { id: 1, name: 'Amara Okafor', basic: '2000.00', tax: '190.40', ni: '76.16', employerNi: '237.45' },
    ]);
    await insertRun(temp.database, 'ash', payroll, { state: 'ready', datedOn: '2025-10-31' });
    const month = ['oct-2025', '--reason', 'October reviewed'];
    const none = await onTerminal('y\n', 'post', '--all-clean', '--month', 'nov-2025', '--reason', 'x');
    expect(none.stdout).toContain('Posted 0 of 0 clean ready runs.');
    expect(none.stdout).not.toContain('closer look');
    await insertRun(temp.database, 'ash', payroll, { state: 'ready', datedOn: '2025-10-24', warningCodes: ['odd'] });

    const refused = await onTerminal('n\n', 'post', '--all-clean', ...month);
    expect(refused.stdout).toMatch(/Company +Month +Paid +Payslips +Gross +Net +HMRC/);
    expect(refused.stdout).toMatch(/Ash & Sons Ltd +October 2025 +31 Oct 2025 +1 +£2,000.00/);
    expect(refused.stdout).toContain('Post this run, net £1,733.44? [y/N]');
    expect(refused.stdout).toContain('One ready run needs a closer look first, and is left out:');
    expect(refused.stdout).toContain('Not posted');
    expect(refused.code).toBe(1);

    const asked = await onTerminal('', 'post', '--all-clean', ...month, '--yes');
    expect(asked.stdout).not.toContain('[y/N]');
  });
});
