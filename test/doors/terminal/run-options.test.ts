import { Command } from 'commander';
import * as adjust from '../../../src/doors/terminal/run/adjust.js';
import * as approve from '../../../src/doors/terminal/run/approve.js';
import * as assign from '../../../src/doors/terminal/run/assign.js';
import * as decide from '../../../src/doors/terminal/run/decide.js';
import * as note from '../../../src/doors/terminal/run/note.js';
import { plainAct } from '../../../src/doors/terminal/run/plain-act.js';
import * as post from '../../../src/doors/terminal/run/post.js';
import * as recover from '../../../src/doors/terminal/run/recover.js';
import * as reverse from '../../../src/doors/terminal/run/reverse.js';
import { addressedMonth, type AddressOptions, periodOf, year } from '../../../src/doors/terminal/run/run-options.js';
import * as show from '../../../src/doors/terminal/run/show.js';
import { runHere } from '../../harness/here.js';

describe('a tax year', () => {
  test.each([
    ['2027', 2027],
    ['2026/27', 2027],
    ['2026-27', 2027],
    ['2026/2027', 2027],
    ['1999/00', 2000],
    ['2099/00', 2100],
  ])('%s is that which ends in %i', (text, ends) => {
    expect(year(text)).toBe(ends);
  });

  test.each(['2026/28', '2026/26', '26/27', '1999', '2101', '2026/', '2027 ', 'x', '', '2026/27/28'])(
    '%j is none',
    (text) => {
      expect(() => year(text)).toThrow('Tax year must be written 2026/27, or as the year it ends in: 2027.');
    },
  );
});

describe('the month of a pay run', () => {
  /** The pay run that a command's arguments mean. */
  function understood(...args: readonly string[]) {
    const command = addressedMonth(new Command().exitOverride().configureOutput({ writeErr: () => {} }));
    let period: number | undefined;
    command.action((_company: string, _year: number, named: number | undefined, options: AddressOptions) => {
      period = periodOf(named, options);
    });
    command.parse(['Ash', '2026/27', ...args], { from: 'user' });
    return period;
  }

  test.each([
    [['0'], 0],
    [['11'], 11],
    [['--month', '1'], 0],
    [['--month', '12'], 11],
    [['--month=7'], 6],
  ])('%j is period %i', (args, period) => {
    expect(understood(...args)).toBe(period);
  });

  test.each([
    [['12'], 'Month must be 0 to 11 (0 = April).'],
    [['-1'], 'Month must be 0 to 11 (0 = April).'],
    [['--month', '0'], 'Tax month must be 1 to 12 (1 = April).'],
    [['--month', '13'], 'Tax month must be 1 to 12 (1 = April).'],
    [['--month', '07'], 'Tax month must be 1 to 12 (1 = April).'],
    [[], 'The month is missing.'],
    [['6', '--month', '7'], 'Period 6 and --month 7 are both given.'],
  ])('%j is refused', (args, words) => {
    expect(() => understood(...args)).toThrow(words);
  });
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
  ['sign-off', plainAct('sign-off').register, ['--paid']],
])('%s offers only the addresses that it acts on', (_, register, expected) => {
  const program = new Command();
  register(program);
  const own = program.commands[0]?.options.map(({ long }) => long) ?? [];
  expect(own).toContain('--month');
  expect(own.filter((long) => long === '--paid' || long === '--adjustment')).toEqual(expected);
});

describe('wrong usage', () => {
  test.each([
    [['show', 'Ash', '2026', '12'], 'Month must be 0 to 11 (0 = April).'],
    [
      ['rerun', 'Ash', '2026/28', '1', '--reason', 'x'],
      'Tax year must be written 2026/27, or as the year it ends in: 2027.',
    ],
    [['sync', '--month', '13'], '--month: Tax month must be 1 to 12 (1 = April).'],
    [['connect', '--name', 'A', '--mode', 'x'], '--mode: Allowed choices are auto, approve, check.'],
    [['post', 'Ash', '2026', '--reason', 'x'], 'The month is missing.'],
    [['post', '--all-clean', '--month', '7', '--reason', 'x'], 'Which month is meant is missing.'],
    [['post', '--all-clean', '--reason', 'x'], 'Which month is meant is missing.'],
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
