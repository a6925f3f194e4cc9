import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { hasRole, type Role, roles } from '../../src/access/principal.js';
import { actInLog, roleOf, runActNames } from '../../src/acts/run-acts.js';
import { actNames, rowOf } from '../../src/record/acts.js';
import { logActs } from '../../src/views/log/log-words.js';
import { actOfRoute, routeTable } from '../doors/api/route-table.js';

const src = fileURLToPath(new URL('../../src/', import.meta.url));
/** A file that writes lines of the log, and what in it may name an act: an outcome has words of its own. */
const writes =
  /\b(?:append|logged|acting|logAccess|runLine|companyLine|decided|changeLife|logWritten|finish)\(|\bline: /;
const names = /act|Act|name: '|companyLine|loggedStates/;
const outcomes = /(?:outcome|state|is): '\w+'|[!=]== '\w+'|case '\w+'/g;

const isRole = (by: string): by is Role => (roles as readonly string[]).includes(by);

test('every act is written somewhere: none is a row of what was once', () => {
  const written = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/^(?:doors|views)\//.test(name) && name !== 'record/acts.ts')
    .map((name) => readFileSync(`${src}${name}`, 'utf8'))
    .filter((text) => writes.test(text))
    .flatMap((text) => text.split('\n').filter((line) => names.test(line)))
    .map((line) => line.replace(outcomes, ''));
  expect(actNames.filter((act) => !written.some((text) => text.includes(`'${act}'`)))).toEqual([]);
});

test('whoever may do it has a route to it; these are part of another, or of what is looked at', () => {
  const done = new Set(Object.values(actOfRoute));
  const asked = actNames.filter((act) => !['sync', 'runner', 'terminal'].includes(rowOf(act).by));
  expect(asked.filter((act) => !done.has(act))).toEqual(['ask_admin', 'client_asks', 'refuse', 'read_pay']);
});

test('an act on a run takes the role that its page takes, which has one address for all of them', () => {
  const ofPage = routeTable['POST /runs/:company/:year/:period/:paidOn/:act'];
  expect(runActNames.map((name) => [name, roleOf(name)])).toEqual(runActNames.map((name) => [name, ofPage]));
  expect(runActNames.map(actInLog)).toEqual(expect.arrayContaining(['take_back', 'sign_off', 'rerun']));
});

test('no one who only looks moves anything', () => {
  const moving = actNames.filter((act) => rowOf(act).moves !== 'nothing');
  const by = moving.map((act) => rowOf(act).by);
  expect(by.filter((one) => isRole(one) && !hasRole({ role: one }, 'reviewer'))).toEqual([]);
  expect(by.filter((one) => ['anyone', 'terminal'].includes(one))).toEqual([]);
});

test('what bars a person from the second look is an act of theirs that moves figures', () => {
  const barring = actNames.map(rowOf).filter(({ bars }) => bars !== undefined);
  expect(barring.filter(({ by, moves, only }) => !isRole(by) || moves === 'nothing' || only !== undefined)).toEqual([]);
});

test('the page of the log offers what a company’s log can have', () => {
  expect(logActs).toEqual(expect.arrayContaining(['post', 'policy', 'client_link', 'fetch', 'month_close']));
  for (const act of ['sign_in', 'read_pay', 'approval', 'month_file']) expect(logActs).not.toContain(act);
});
