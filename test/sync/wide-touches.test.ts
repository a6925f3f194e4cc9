import { expect, it } from '@jest/globals';
import { PolicyVersion } from '../../src/companies/policy-version.entity.js';
import { defaultPolicy, parsePolicy } from '../../src/journal/policy/policy.js';
import { settingRows } from '../../src/journal/policy/settings.js';
import { PayRunRecord } from '../../src/record/runs/pay-run.entity.js';
import { movesNoRun, wideTouches } from '../../src/sync/facts/wide-touches.js';
import { companyOn } from '../acts/rules/on-rows.js';
import { openFresh } from '../harness/databases.js';
import { anotherOf, nested } from '../journal/policy/another-value.js';
import { booksOn } from './rig.js';

const changed = (path: string) => {
  const row = settingRows.find((one) => one.path === path);
  if (row === undefined) throw new Error(`there is no setting ${path}`);
  return parsePolicy(nested(path, anotherOf(row)));
};

it('every setting that is changed touches the runs of the company, but for those that move none', async () => {
  const { database, company } = await companyOn((clock) => openFresh('sqlite', clock));
  const version = { companyId: company.id, actor: 'Ann', reason: '', createdAt: new Date('2025-11-01T00:00:00Z') };
  const touching: string[] = [];
  for (const { path } of settingRows) {
    await database.work(async (rows) => {
      await rows.delete(PolicyVersion, { companyId: company.id });
      await rows.insert(PolicyVersion, { ...version, version: 1, policy: defaultPolicy });
      await rows.insert(PolicyVersion, { ...version, version: 2, policy: changed(path) });
    });
    const [touch] = await database.read((rows) => wideTouches(rows, company, { years: [] }));
    if (touch !== undefined) touching.push(path);
  }
  expect(settingRows.map(({ path }) => path).filter((path) => !touching.includes(path))).toEqual([
    ...['mode', 'approval', 'amendments', 'clientApproval', 'clientEmail', 'clientReminder'],
    ...['controls.pensionDay', 'controls.attachmentsDay', 'controls.otherDeductionsDay', 'controls.cisWithheld'],
    ...['controls.payeReference', 'controls.accountsOffice', 'controls.whenClear'],
  ]);
});

it('a setting that moves no run moves none: neither its figures, nor what holds it or is warned of', async () => {
  const books = await booksOn((clock) => openFresh('sqlite', clock), { mode: 'approve' });
  await books.sync();
  const figures = async () =>
    (await books.db.read((rows) => rows.find(PayRunRecord, { order: { tag: 'ASC' } }))).map(
      ({ tag, fingerprint, holdCodes, warningCodes, mapped }) => [
        tag,
        fingerprint,
        holdCodes,
        warningCodes,
        mapped?.lines,
      ],
    );
  const before = await figures();
  for (const path of movesNoRun) {
    const { controls } = (await books.rig.companies.find(books.company.id)).policy;
    const [name = '', part] = path.split('.');
    // Mode *auto* would post them.
    const own = path === 'mode' ? 'check' : changed(path)[name as 'mode'];
    const value = part === undefined ? own : changed(path).controls[part as 'pensionDay'];
    await books.policy(part === undefined ? { [name]: value } : { controls: { ...controls, [part]: value } });
    await books.sync({ full: true });
    expect([path, await figures()]).toEqual([path, before]);
  }
});
