import { AccessModule } from '../../../src/access/access.module.js';
import { ApiModule } from '../../../src/doors/api/api.module.js';
import { defaultPolicy, type Policy } from '../../../src/journal/policy/policy.js';
import type { BooksFinding } from '../../../src/record/runs/posting.entity.js';
import { TaxYearRecord } from '../../../src/record/runs/pay-period.entity.js';
import { CompanyRow } from '../../../src/companies/company.entity.js';
import { PayRunRecord } from '../../../src/record/runs/pay-run.entity.js';
import { ReviewModule } from '../../../src/doors/review/review.module.js';
import { type Door, openDoor, StillClock } from '../api/door.js';
import { insertCompany } from '../../factories/companies.js';
import { tempDatabase, type TempDatabase } from '../../factories/database.js';
import { payrollOf, type Slip, userUrl } from '../../factories/payroll.js';
import { insertRun, noteBooksRead, type RunStory } from '../../factories/runs.js';

const one: Slip = { id: 1, name: 'Employee One', basic: '2000.00', tax: '275.20', ni: '167.76', employerNi: '194.71' };

let temp: TempDatabase;
let door: Door;
let run: PayRunRecord;

beforeAll(async () => {
  temp = await tempDatabase(new StillClock());
  await insertCompany(temp.database, { id: 'dale', name: 'Dale Ltd' });
  run = await insertRun(temp.database, 'dale', payrollOf([one]), { state: 'posted', datedOn: '2025-10-31' });
  const key = Buffer.alloc(32, 1).toString('base64');
  door = await openDoor(temp.database, [AccessModule, ApiModule, ReviewModule], { SECRET_KEY: key });
});
afterAll(async () => {
  await door.close();
  await temp.remove();
});

async function page(role: 'viewer' | 'reviewer' = 'reviewer'): Promise<string> {
  const { cookie } = await door.browser({ role });
  return (await door.http.get('/runs/dale/2026/6/2025-10-31').set('Cookie', cookie).expect(200)).text;
}

const booksRead = (readAt: string, finding: BooksFinding | null = null) =>
  noteBooksRead(temp.database, run, readAt, finding);

/** The class and the text of the check about the books. */
function tickIn(html: string): readonly string[] {
  const found = /<li class="(is-\w+)"><span aria-hidden="true">(.)<\/span> ([^<]*as at[^<]*)</.exec(html);
  return found?.slice(1) ?? [];
}

test('the tick has the time of the posting until the books are read again, and turns grey with time', async () => {
  const html = await page();
  expect(tickIn(html)).toEqual(['is-not_ready', '✓', 'In the books once and as posted, as at 31 Oct 05:31']);
  expect(html).toContain('Books as at 31 Oct 05:31');
  expect(html).toContain('/recheck');
  expect(await page('viewer')).not.toContain('/recheck');
});

test('a recheck makes it green, or puts its finding in its place', async () => {
  await booksRead('2025-11-07T05:34:00Z');
  expect(tickIn(await page())).toEqual(['is-posted', '✓', 'In the books once and as posted, as at 05:34']);
  await booksRead('2025-11-07T06:00:00Z', 'doubled');
  const html = await page();
  expect(tickIn(html)).toEqual(['is-held', '≠', 'In the books twice, as at 06:00']);
  expect(html).not.toContain('Books as at');
});

test('what payroll would owe is not known while it would be held, and is not nil', async () => {
  await insertCompany(temp.database, { id: 'gale', name: 'Gale Ltd' });
  const story = { state: 'changed', plan: { ...changed, why: 'hold' }, remarks: { outcome: 'hold' } } as const;
  await insertRun(temp.database, 'gale', payrollOf([one]), { ...story, datedOn: '2025-10-31' });
  const { cookie } = await door.browser();
  const { text } = await door.http.get('/runs/gale/2026/6/2025-10-31').set('Cookie', cookie).expect(200);
  const liabilities = /<section [^>]*"liabilities-heading">.*?<\/section>/s.exec(text)?.[0] ?? '';
  expect(liabilities).toMatch(/data-label="Expected">not known<\/td>/);
  expect(liabilities).not.toMatch(/data-label="Expected"[^>]*>[\d.,]+/);
});

test.each([
  ['ready', 'To post'],
  ['refused', 'To post'],
  ['held', 'As payroll has it'],
  ['in_doubt', 'As payroll has it'],
  ['before_cutover', 'As payroll has it'],
  ['moved', 'As payroll has it'],
  ['ignored', 'As payroll has it'],
  ['differs', 'As payroll has it'],
  ['posted', 'Posted'],
] as const)('the journal of a pay run that is %s is headed %s', async (state, heading) => {
  const id = `of-${state.replace('_', '-')}`;
  await insertCompany(temp.database, { id, name: id });
  await insertRun(temp.database, id, payrollOf([one]), { state, datedOn: '2025-10-31' });
  const { cookie } = await door.browser();
  const { text } = await door.http.get(`/runs/${id}/2026/6/2025-10-31`).set('Cookie', cookie).expect(200);
  expect(/<h2 id="journal-heading">([^<]*)/.exec(text)?.[1]?.trim()).toBe(heading);
});

test('a company that pays by direct debit sees one due day, on the run and on its board', async () => {
  const controls = { ...defaultPolicy.controls, collectionDay: 27 };
  await insertCompany(temp.database, { id: 'elm', name: 'Elm Ltd' }, { controls });
  await insertRun(temp.database, 'elm', payrollOf([one]), { state: 'ready', datedOn: '2025-10-31' });
  const payments = [{ dueOn: '2025-11-22', amountDue: '637.67', status: 'unpaid' }];
  const paid = { companyId: 'elm', year: 2026, readAt: new Date('2025-11-07T05:34:00Z'), payments };
  await temp.database.work((rows) => rows.insert(TaxYearRecord, paid));
  const { cookie } = await door.browser({ companies: ['elm'] });
  for (const path of ['/', '/runs/elm/2026/6/2025-10-31']) {
    const { text } = await door.http.get(path).set('Cookie', cookie).expect(200);
    expect(text).toContain('due by Thu 27 Nov');
    expect(text).not.toContain('22 Nov');
  }
});

test('a reason that is too long is refused with what was typed, not cut short', async () => {
  const { cookie, csrf } = await door.browser({ role: 'reviewer' });
  const reason = 'x'.repeat(1001);
  const path = '/runs/dale/2026/6/2025-10-31/ignore';
  const { text } = await door.http.post(path).type('form').set('Cookie', cookie).send({ csrf, reason }).expect(400);
  expect(text).toContain('it has 1001 characters, and the log keeps 1000 at most');
  expect(text).toContain(`value="${reason}"`);
});

const inBooks = { code: 'already_in_books', message: '' };
const unclear = { code: 'ambiguous_field', message: '', field: 'other_deductions', payslip: userUrl(1) };

test.each<[string, Partial<Policy>, readonly string[], (readonly object[])?]>([
  ['posted at once after the last question', {}, ['Decide and post £2,194.71'], [unclear]],
  ['not posted while another question is left', {}, ['Approve', 'Decide']],
  ['posted once the client has approved', { clientApproval: 'before' }, ['Approve', 'Decide']],
  ['posted by a second person', { approval: 'two' }, ['Approve', 'Decide']],
  ['posted when someone asks', { mode: 'approve' }, ['Approve', 'Decide']],
])('the buttons promise what the sync does: %s', async (words, policy, buttons, holds = [inBooks, unclear]) => {
  const { id } = await insertCompany(temp.database, { name: `Books ${words}` }, policy);
  const remarks = { holds } as never;
  await insertRun(temp.database, id, payrollOf([one]), { state: 'held', datedOn: '2025-10-31', remarks });
  const { cookie } = await door.browser({ role: 'reviewer', companies: [id] });
  const { text } = await door.http.get(`/runs/${id}/2026/6/2025-10-31`).set('Cookie', cookie).expect(200);
  const found = [...text.matchAll(/<button type="submit">(.*?)<\/button>/g)].map(([, own]) =>
    own?.replace(/<.*?>/g, ''),
  );
  expect(found.filter((own) => /^(Approve|Decide)/.test(own ?? ''))).toEqual(buttons);
});

const changed = { kind: 'changed', why: 'neighbour', differences: [] } as const;
const drift = { kind: 'drift', differences: [], sets: [] } as const;
const october = 'counterfoil:2026-06:2025-10-31';

test.each<[string, Partial<RunStory> & Pick<RunStory, 'state'>, readonly string[]]>([
  [
    'waits for an ignored one alone',
    { state: 'changed', plan: { ...changed, waitsFor: [october], mayPost: true }, journalSet: null },
    ['post', 'rerun', 'ignore'],
  ],
  [
    'waits for another',
    { state: 'changed', plan: { ...changed, waitsFor: [october] }, journalSet: null },
    ['rerun', 'ignore'],
  ],
  ['the books lost', { state: 'drift', plan: { ...drift, what: 'missing' } }, ['post', 'rerun', 'ignore']],
  [
    'stands there twice, with other figures',
    { state: 'drift', plan: { ...drift, what: 'doubled' } },
    ['rerun', 'ignore'],
  ],
])('a run that %s is offered what the acts allow', async (words, story, acts) => {
  const { id } = await insertCompany(temp.database, { name: `Books ${words}` });
  await insertRun(temp.database, id, payrollOf([one]), { ...story, datedOn: '2025-11-28' });
  const { cookie } = await door.browser({ role: 'reviewer', companies: [id] });
  const path = `/runs/${id}/2026/7/2025-11-28`;
  const { text } = await door.http.get(path).set('Cookie', cookie).expect(200);
  const offered = [...text.matchAll(/formaction="[^"]*\/([a-z-]+)"/gi)].map(([, act]) => act);
  expect(offered).toEqual(acts);
});

test.each([
  ['person_unmapped', 'Say who it is on <a href="/clients/fir/payroll-in">Payroll in</a>, then'],
  [
    'employer_pension_unknown',
    'Say it on <a href="/clients/fir/payroll-in/pensions">Employer’s pensions</a>, or receive',
  ],
  ['relief_at_source_unknown', 'Answer it in <a href="/clients/fir/settings">the settings of Fir Ltd</a>, then'],
  ['levy_account_unknown', 'Answer it in <a href="/clients/fir/settings">the settings of Fir Ltd</a>, then'],
  ['paid_by_difference', 'Take the file back on <a href="/clients/fir/payroll-in">Payroll in</a>, or'],
  ['who_is_who', 'Say who it is, or take the file back, on <a href="/clients/fir/payroll-in">Payroll in</a>, then'],
  ['column_unknown', 'Take the file back on <a href="/clients/fir/payroll-in">Payroll in</a>, or'],
  ['unknown_user', 'Correct it in payroll, then read payroll again below.'],
] as const)('says where to set right what no approval releases: %s', async (code, words) => {
  if (!(await temp.database.read((rows) => rows.existsBy(CompanyRow, { id: 'fir' }))))
    await insertCompany(temp.database, { id: 'fir', name: 'Fir Ltd' });
  const holds = [{ code, message: 'Why.' }];
  await temp.database.work((rows) => rows.delete(PayRunRecord, { companyId: 'fir' }));
  await insertRun(temp.database, 'fir', payrollOf([one]), { state: 'held', datedOn: '2025-10-31', remarks: { holds } });
  const { cookie } = await door.browser({ role: 'reviewer' });
  const { text } = await door.http.get('/runs/fir/2026/6/2025-10-31').set('Cookie', cookie).expect(200);
  expect(text).toContain(words);
  expect(text.includes('Correct it in payroll')).toBe(code === 'unknown_user');
});
