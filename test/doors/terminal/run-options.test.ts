import { Command } from 'commander';
import { runActNames } from '../../../src/acts/run-acts.js';
import * as adjust from '../../../src/doors/terminal/run/adjust.js';
import * as approve from '../../../src/doors/terminal/run/approve.js';
import * as assign from '../../../src/doors/terminal/run/assign.js';
import * as decide from '../../../src/doors/terminal/run/decide.js';
import * as note from '../../../src/doors/terminal/run/note.js';
import { plainAct } from '../../../src/doors/terminal/run/plain-act.js';
import * as post from '../../../src/doors/terminal/run/post.js';
import * as recover from '../../../src/doors/terminal/run/recover.js';
import * as reverse from '../../../src/doors/terminal/run/reverse.js';
import { addressedRun, addressOf, type AddressOptions } from '../../../src/doors/terminal/run/run-options.js';
import * as show from '../../../src/doors/terminal/run/show.js';
import * as signOff from '../../../src/doors/terminal/run/sign-off.js';
import { runHere } from '../../harness/here.js';

describe('the month of a pay run', () => {
  /** What a command's arguments address. */
  function understood(...args: readonly string[]) {
    const command = addressedRun(new Command().exitOverride().configureOutput({ writeErr: () => {} }));
    let address: ReturnType<typeof addressOf> | undefined;
    command.action((_company: string, month: string[], options: AddressOptions) => {
      address = addressOf(month, options);
    });
    command.parse(['Ash', ...args], { from: 'user' });
    return address;
  }
  const october = { year: 2026, period: 6 };

  test.each([
    [['oct-2025'], october],
    [['Oct 2025'], october],
    [['October', '2025'], october],
    [['--month', 'oct-2025'], october],
    [['2025/26', '--month', '7'], october],
    [['2025/26', '--month=7'], october],
    [['2026', '6'], october],
    [['2025-10-31'], { ...october, paid: '2025-10-31' }],
    [['oct-2025', '--paid', '2025-10-30'], { ...october, paid: '2025-10-30' }],
    [['2025-10-31', '--paid', '2025-10-31'], { ...october, paid: '2025-10-31' }],
  ])('%j', (args, address) => {
    expect(understood(...args)).toEqual(address);
  });

  test.each([
    [['2026', '12'], '"2026 12" is no month.'],
    [['2026', '-1'], '"2026 -1" is no month.'],
    [['2026', '--month', '0'], '"2026 month 0" is no month.'],
    [['2026', '--month', '07'], '"2026 month 07" is no month.'],
    [['2026', '6', '--month', '7'], '"2026 6 month 7" is no month.'],
    [[], 'The month is missing.'],
    [['2025/26'], 'The month is missing.'],
    [['--month', '7'], 'The tax year is missing.'],
    [['2025-10-31', '--paid', '2025-10-30'], 'The pay dates 2025-10-31 and 2025-10-30 are both given.'],
  ])('%j is refused', (args, words) => {
    expect(() => understood(...args)).toThrow(words);
  });
});

test.each(runActNames)('the act %s on a run has a command', async (name) => {
  const { stdout } = await runHere([name, '--help']);
  expect(stdout).toMatch(new RegExp(`^Usage: counterfoil ${name} `));
});

test.each([
  ['adjust', adjust.register, []],
  ['recover', recover.register, ['--paid']],
  ['decide', decide.register, ['--paid']],
  ['assign', assign.register, ['--paid']],
  ['note', note.register, ['--paid']],
  ['show', show.register, ['--paid', '--adjustment']],
  ['post', post.register, ['--paid', '--adjustment']],
  ['amend', plainAct('amend').register, ['--paid', '--adjustment']],
  ['reverse', reverse.register, ['--paid', '--adjustment']],
  ['approve', approve.register, ['--paid', '--adjustment']],
  ['ignore', plainAct('ignore').register, ['--paid', '--adjustment']],
  ['rerun', plainAct('rerun').register, ['--paid', '--adjustment']],
  ['sign-off', signOff.register, ['--paid']],
])('%s offers only the addresses that it acts on, and shows a month by name', (_, register, expected) => {
  const program = new Command();
  register(program);
  const own = program.commands[0]?.options.map(({ long }) => long) ?? [];
  expect(own).toContain('--month');
  expect(own.filter((long) => long === '--paid' || long === '--adjustment')).toEqual(expected);
  let help = '';
  program.commands[0]?.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  expect(help).toContain('"Ash Ltd" oct-2025');
});

describe('wrong usage', () => {
  test.each([
    [['show', 'Ash', '2026', '12'], '"2026 12" is no month.'],
    [['rerun', 'Ash', '2026/28', '1', '--reason', 'x'], '"2026/28 1" is no month.'],
    [['sync', '--month', '13'], '"month 13" is no month.'],
    [['controls', '--year', '2026/28'], '--year: Tax year must be written 2026/27, or as the year it ends in: 2027.'],
    [['month-file', 'oct-2025'], 'A company and a month are expected; with --all one of them.'],
    [['month-file', '--all', 'Ash', 'oct-2025'], 'A company and a month are expected; with --all one of them.'],
    [['connect', '--name', 'A', '--mode', 'x'], '--mode: Allowed choices are approve, auto, check.'],
    [['post', 'Ash', '2026', '--reason', 'x'], 'The month is missing.'],
    [['post', '--all-clean', '--month', '7', '--reason', 'x'], 'The month is missing.'],
    [['post', '--all-clean', '--reason', 'x'], 'The month is missing.'],
    [
      ['post', '--all-clean', '--all-periods', '--month', '7', '--reason', 'x'],
      'One month and --all-periods are both given.',
    ],
    [['log', '--format', 'xlsx'], 'A spreadsheet cannot be printed on a terminal.'],
  ])('%j gets a short message', async (args, detail) => {
    const outcome = await runHere([...args, '--json'].slice(0, args[0] === 'log' ? args.length : undefined));
    expect(outcome.code).toBe(2);
    if (args[0] === 'log') expect(outcome.stderr).toContain(detail);
    else expect(outcome.json()).toMatchObject({ error: { title: 'Wrong usage', detail } });
  });
});
