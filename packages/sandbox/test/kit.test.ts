import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type CaseResult, type KitOptions, PLACES, runFaults, SUITES } from '../src/index.js';
import { outcome } from './command.js';

const NOW = new Date('2025-11-10T09:00:00Z');
const client = (name: string) => fileURLToPath(new URL(`clients/${name}.mjs`, import.meta.url));

function run(command: readonly string[], more: Partial<KitOptions> = {}) {
  const options = { suite: 'journal-sets', sandbox: { clock: NOW }, pauseSeconds: 0, ...more };
  return runFaults({ ...options, command: [process.execPath, ...command] });
}

/** A client of one line, with the answer of its post at hand. */
function posting(after: string, month = '2025-08-29'): string[] {
  const lines = `[{ category: '/v2/categories/300', debit_value: '9' }, { category: '/v2/categories/796', debit_value: '-9' }]`;
  const body = `{ journal_set: { dated_on: '${month}', description: 'Rent', journal_entries: ${lines} } }`;
  const headers = `{ authorization: 'Bearer ' + process.env.SANDBOX_ACCESS_TOKEN, 'content-type': 'application/json' }`;
  const url = `process.env.SANDBOX_BASE_URL + '/v2/journal_sets'`;
  const program = `const answer = await fetch(${url}, { method: 'POST', headers: ${headers}, body: JSON.stringify(${body}) }).catch(() => undefined); ${after}`;
  return ['--input-type=module', '--eval', program];
}
const outcomes = (cases: readonly CaseResult[]) => Object.fromEntries(cases.map((one) => [one.case, one.outcome]));

test('a client that posts again when no good answer comes doubles what was booked all the same', async () => {
  const { isClean, without, cases } = await run([client('naive')]);
  const booked = [
    'answer-lost',
    'second-answer-lost',
    'error-500-booked',
    'late',
    'later',
    'answer-cut',
    'answer-empty',
  ];
  const more = ['answer-garbled', 'answer-slow', 'limited-booked', 'list-lags', 'list-fails', 'killed-after'];
  const doubled = [...booked, ...more, 'killed-between', 'two-at-once', 'request-doubled'];
  const once = ['request-lost', 'error-502-not-booked', 'limited', 'killed-before'];
  expect(outcomes(cases)).toEqual({
    ...Object.fromEntries(doubled.map((name) => [name, 'doubled'])),
    ...Object.fromEntries(once.map((name) => [name, 'once'])),
    // It has no way to a new token.
    'token-ends': 'stuck',
  });
  expect([isClean, without.exit, without.sets.length]).toEqual([false, 0, 2]);
  expect(cases.find((one) => one.case === 'second-answer-lost')!.extra).toEqual([
    expect.objectContaining({ datedOn: '2025-09-30', description: 'Rent 2025-09-30', company: 'marlowfinch' }),
  ]);
});

test('a client that keeps what it sends, looks, and waits, posts each set once under every fault', async () => {
  const { isClean, cases } = await run([client('careful')]);
  const names = SUITES['journal-sets']!.map(({ name }) => name);
  expect(outcomes(cases)).toEqual({
    ...Object.fromEntries(names.map((name) => [name, 'once'])),
    'request-doubled': 'told',
  });
  expect(isClean).toBe(true);
});

test('lost: a client that says it is done, though nothing was booked', async () => {
  const { cases } = await run(posting(''), { only: ['request-lost', 'second-answer-lost'] });
  expect(outcomes(cases)).toEqual({ 'request-lost': 'lost', 'second-answer-lost': 'not reached' });
  expect(cases[0]).toMatchObject({ exits: [0], extra: [], missing: [{ datedOn: '2025-08-29' }] });
});

test('stuck: a client that hangs is killed in time, as often as it is run', async () => {
  const hanging = `if (answer?.status !== 201) setInterval(() => {}, 1000);`;
  const { cases } = await run(posting(hanging), { only: ['limited'], runs: 1, timeoutSeconds: 2 });
  expect(cases[0]).toMatchObject({ outcome: 'stuck', exits: ['timed out'], missing: [{ description: 'Rent' }] });
});

test('command, setup and environment get what the sandbox gives, and a folder of the case', async () => {
  const setup = `${process.execPath} -e "require('fs').writeFileSync('{home}/made', '{subdomain}')"`;
  const seen = `const { readFileSync } = await import('node:fs');
const { HOME_OF_IT, TOKEN, SANDBOX_HOST, SANDBOX_BASE_URL } = process.env;
const made = readFileSync(HOME_OF_IT + '/made', 'utf8');
if (made !== 'marlowfinch' || TOKEN !== process.argv[1] || !SANDBOX_BASE_URL.endsWith(SANDBOX_HOST)) process.exit(9);`;
  const { without } = await run([...posting(seen), '{accessToken}'], {
    setup,
    env: { HOME_OF_IT: '{home}', TOKEN: '{accessToken}' },
    only: ['request-lost'],
  });
  expect(without.exit).toBe(0);
});

test('docs/faults.md names every case, and every place', () => {
  const text = readFileSync(new URL('../docs/faults.md', import.meta.url), 'utf8');
  const places = PLACES.flatMap((name) => [`{${name}}`, `SANDBOX_${name.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`]);
  const wanted = [...SUITES['journal-sets']!.map(({ name }) => name), ...places];
  expect(wanted.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

test('the command prints a table, or JSON, and ends with 3 when something was doubled, lost or stuck', async () => {
  const args = ['faults', 'run', 'journal-sets', '--clock', NOW.toISOString(), '--pause', '0'];
  const naive = ['--', process.execPath, client('naive')];
  const shown = await outcome([...args, '--only', 'answer-lost', ...naive]);
  expect(shown.code).toBe(3);
  expect(shown.stdout).toContain('Without a fault it makes 2 journal sets and ends with 0.');
  expect(shown.stdout).toMatch(/^answer-lost +doubled +0 +booked, the connection breaks before the answer$/m);
  expect(shown.stdout).toContain('answer-lost: too often 2025-08-29 Rent 2025-08-29, marlowfinch');
  const told = await outcome([...args, '--json', '--only', 'request-lost', ...naive]);
  expect(told.code).toBe(0);
  expect(JSON.parse(told.stdout)).toMatchObject({ isClean: true, cases: [{ case: 'request-lost', outcome: 'once' }] });
});

test.each([
  [['faults', 'run', 'invoices', '--', 'true'], 2, 'There is no suite invoices; there is journal-sets.'],
  [['faults', 'run', 'journal-sets'], 2, 'It is faults run SUITE -- COMMAND.'],
  [['faults', 'run', 'journal-sets', '--only', 'rain', '--', 'true'], 2, 'journal-sets has no case rain'],
  [['faults', 'run', 'journal-sets', '--env', 'X', '--', 'true'], 2, '--env is NAME=VALUE'],
  [['faults', 'run', 'journal-sets', '--runs', 'many', '--', 'true'], 2, '--runs is a number.'],
  [['faults', 'run', 'journal-sets', '--', 'true'], 1, 'Without a fault the command makes no journal set'],
  [['faults', 'run', 'journal-sets', '--', '/none/program'], 1, '/none/program cannot be started'],
  [['faults', 'run', 'journal-sets', '--setup', 'exit 4', '--', 'true'], 1, 'The setup ended with 4.'],
])('%j ends with %i: %s', async (args, code, words) => {
  const ended = await outcome(args);
  expect([ended.code, ended.stdout]).toEqual([code, '']);
  expect(ended.stderr).toContain(words);
});
