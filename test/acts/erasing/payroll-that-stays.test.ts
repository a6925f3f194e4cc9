import { expect, it } from '@jest/globals';
import type { Database } from '../../../src/ground/database.js';
import type { Rows } from '../../../src/ground/rows.js';
import { PayPeriodRecord } from '../../../src/record/runs/pay-period.entity.js';
import { PayRunRecord, type StoredMapping } from '../../../src/record/runs/pay-run.entity.js';
import { Posting, type StoredLine } from '../../../src/record/runs/posting.entity.js';
import { Write } from '../../../src/record/runs/write.entity.js';
import { payrollOf } from '../../factories/payroll.js';
import { insertRun } from '../../factories/runs.js';
import { edUrl, erasedFrom, type Extent, extents, tags, tomUrl } from './two-clients.js';

const at = new Date('2025-03-31T10:00:00Z');
const pay = (id: number, name: string) => ({ id, name, basic: '900.00', tax: '10.00', ni: '5.00', employerNi: '7.00' });
const [both, tomAlone] = [payrollOf([pay(2, 'Ed Vale'), pay(3, 'Tom Oak')]), payrollOf([pay(3, 'Tom Oak')])];
const nil = payrollOf([]);
const hold = (payslip: string, message: string) => ({ code: 'net_differs', message, payslip });
const plan = (why: string) => ({ kind: 'changed', why, differences: [] }) as never;

/**
 * The runs by what is said of them; "March" is of Ed and Tom, "February" of Tom alone, "May" of the open year. January and
 * December pay no one, and the plan of December names Ed.
 */
const runs = {
  March: {
    ...{ payroll: both, tag: tags.march, datedOn: '2025-03-31' },
    ...{ reason: 'refused: no user Ed Vale', note: 'for Ed Vale', plan: plan('amount') },
    remarks: {
      holds: [hold(edUrl, 'The net pay differs.'), hold(tomUrl, 'Ed Vale differs.')],
      warnings: [hold(tomUrl, 'The net pay differs.')],
    },
  },
  February: {
    ...{ payroll: tomAlone, tag: tags.february, datedOn: '2025-02-28' },
    ...{ reason: 'refused: it is closed', note: 'as every month', plan: plan('amount') },
  },
  January: { payroll: nil, tag: tags.january, datedOn: '2025-01-31', reason: null, note: null, plan: plan('amount') },
  December: {
    payroll: nil,
    tag: tags.december,
    datedOn: '2024-12-31',
    reason: null,
    note: null,
    plan: plan('Ed Vale'),
  },
  // Not erased from, though its document is of a closed year too, and of the same tax month.
  'March before': { payroll: tomAlone, tag: 'x:2024-11:2024-03-29', datedOn: '2024-03-29', plan: plan('amount') },
  May: {
    ...{ payroll: both, tag: tags.may, datedOn: '2025-05-31' },
    ...{ reason: 'refused: no user Ed Vale', note: 'for Ed Vale', plan: plan('amount') },
  },
} as const;

async function payrolls(rows: Rows, companyId: string, database: Database): Promise<void> {
  for (const [name, { payroll, ...story }] of Object.entries(runs)) {
    const roles = { [edUrl]: 'employee', [tomUrl]: 'director' };
    const entered = name === 'May' ? null : [line('Gloves for Ed Vale'), line('Gloves for all')];
    await insertRun(database, companyId, payroll, { ...story, state: 'posted', roles, entered } as never);
    const description = name === 'February' ? 'Payroll' : 'Payroll of Ed Vale';
    await rows.update(Posting, { companyId, runTag: story.tag }, { description, roles });
    const set = { datedOn: story.datedOn, description, tag: story.tag, lines: payroll.lines };
    const answers = ['422 no user Ed Vale', '422 it is closed', 'Ed Vale asked', 'the process ended', null];
    for (const [index, answer] of answers.entries()) {
      const before = index === 0 ? set : null;
      const write = {
        id: `${companyId} ${name} ${index}`,
        companyId,
        runTag: story.tag,
        tag: story.tag,
        kind: 'amend',
      };
      const sent = { state: 'refused', target: set, before, answer, roles, targetFingerprint: 'f', postAgain: false };
      const by = { holder: 'h', fence: '1', attempts: 1, waitedMs: 0, actor: 'ann', trigger: 'page', policyVersion: 1 };
      await rows.insert(Write, {
        ...write,
        ...sent,
        ...by,
        datedOn: story.datedOn,
        sendBy: at,
        createdAt: at,
      } as never);
    }
  }
}

const line = (description: string): StoredLine => ({ category: '401', debit: '1.00', description, from: [] }) as never;
const owners = (lines: readonly StoredLine[]) => [...new Set(lines.map(({ payslip }) => payslip?.slice(-1) ?? '-'))];
const rolesIn = (roles: Readonly<Record<string, string>>) => Object.keys(roles).map((url) => url.slice(-1));
const mappingIn = (mapped: StoredMapping) => [
  ...['lines', ...owners(mapped.lines), 'paid', ...mapped.paid.map(({ user }) => user.slice(-1))],
  ...['holds', ...mapped.holds.map(({ message }) => message), 'warnings', mapped.warnings.length],
];

/** What is left of a run, its journals and its writes, each as one line. */
async function leftOf(db: Database, companyId: string, name: keyof typeof runs) {
  const { tag, datedOn } = runs[name];
  return db.read(async (rows) => {
    const run = await rows.findOneBy(PayRunRecord, { companyId, tag });
    const posting = await rows.findOneBy(Posting, { companyId, runTag: tag });
    const writes = await rows.find(Write, { where: { companyId, runTag: tag }, order: { id: 'ASC' } });
    const periods = await rows.findBy(PayPeriodRecord, { companyId });
    const document = periods.find((one) => one.datedOn === datedOn)?.document?.text ?? 'none';
    const dated = /"dated_on":"(\d{4}-\d\d)/.exec(document)?.[1] ?? document;
    const said = [run?.reason, run?.note, run?.plan === null ? 'no plan' : 'plan', ...rolesIn(run?.roles ?? {})];
    return {
      mapped: run?.mapped == null ? 'none' : mappingIn(run.mapped).join(' '),
      said: said.join(', '),
      entered: run?.entered?.map(({ description }) => description).join(', ') ?? 'nothing',
      posting: [posting?.description, ...owners(posting?.lines ?? []), ...rolesIn(posting?.roles ?? {})].join(' '),
      sent: [
        ...new Set(
          writes.flatMap(({ target, roles }) => [target.description, ...owners(target.lines), ...rolesIn(roles)]),
        ),
      ].join(' '),
      before: writes.map(({ before }) => (before === null ? '-' : owners(before.lines).join(''))).join(''),
      answers: writes.map(({ answer }) => answer).join(', '),
      document: [dated, ...['2', '3'].filter((id) => document.includes(`/v2/users/${id}`))].join(' '),
    };
  });
}

const answers = '422 no user Ed Vale, 422 it is closed, Ed Vale asked, the process ended, ';
const asItWas = {
  March: {
    mapped: 'lines 2 3 paid 2 3 holds The net pay differs. Ed Vale differs. warnings 1',
    ...{ said: 'refused: no user Ed Vale, for Ed Vale, plan, 2, 3', entered: 'Gloves for Ed Vale, Gloves for all' },
    ...{ posting: 'Payroll of Ed Vale 2 3 2 3', sent: 'Payroll of Ed Vale 2 3', before: '23----', answers },
    document: '2025-03 2 3',
  },
  February: {
    mapped: 'lines 3 paid 3 holds warnings 0',
    ...{ said: 'refused: it is closed, as every month, plan, 2, 3', entered: 'Gloves for Ed Vale, Gloves for all' },
    ...{ posting: 'Payroll 3 2 3', sent: 'Payroll 3 2', before: '3----', answers, document: '2025-02 3' },
  },
  May: {
    mapped: 'lines 2 3 paid 2 3 holds warnings 0',
    ...{ said: 'refused: no user Ed Vale, for Ed Vale, plan, 2, 3', entered: 'nothing' },
    ...{ posting: 'Payroll of Ed Vale 2 3 2 3', sent: 'Payroll of Ed Vale 2 3', before: '23----', answers },
    document: '2025-05 2 3',
  },
};

const withoutHim = {
  March: {
    mapped: 'lines 3 paid 3 holds erased warnings 1',
    ...{ said: 'erased, erased, no plan, 3', entered: 'erased, Gloves for all', posting: 'erased 3 3' },
    ...{ sent: 'erased 3', before: '3----', document: '2025-03 3' },
    answers: '422 erased, 422 it is closed, erased, the process ended, ',
  },
  February: {
    ...asItWas.February,
    ...{ said: 'refused: it is closed, as every month, plan, 3', entered: 'erased, Gloves for all' },
    ...{
      posting: 'Payroll 3 3',
      sent: 'Payroll 3',
      answers: '422 erased, 422 it is closed, erased, the process ended, ',
    },
  },
  May: asItWas.May,
};

const left: Readonly<Record<Extent, object>> = {
  Ed: withoutHim,
  // What is not closed stays as payroll has it.
  'Ed, who left': withoutHim,
  everyone: {
    March: {
      ...{ mapped: 'none', said: 'erased, erased, no plan', entered: '', posting: 'erased', sent: '', before: '-----' },
      // Of our own words those that name no one are left, of the service's none.
      ...{ answers: '422 erased, 422 erased, erased, the process ended, ', document: 'none' },
    },
    February: {
      ...{ mapped: 'none', said: 'refused: it is closed, erased, no plan', entered: '', posting: 'Payroll' },
      ...{
        sent: '',
        before: '-----',
        answers: '422 erased, 422 erased, erased, the process ended, ',
        document: 'none',
      },
    },
    May: asItWas.May,
  },
};

/** What is left of the plans and documents of the other runs. */
const otherLeft: Readonly<Record<Extent, readonly string[]>> = {
  Ed: ['plan 2025-01', 'no plan 2024-12', 'plan 2024-03 3'],
  'Ed, who left': ['plan 2025-01', 'no plan 2024-12', 'plan 2024-03 3'],
  everyone: ['no plan none', 'no plan none', 'plan none'],
};

const march = [`postings ${tags.march}`, `run ${tags.march}`, `writes ${tags.march}`];
const ofNoOne = [tags.january, tags.december].flatMap((tag) => [`postings ${tag}`, `run ${tag}`, `writes ${tag}`]);
const february = [`postings ${tags.february}`, `run ${tags.february}`, `writes ${tags.february}`];
const carriedOf: Readonly<Record<Extent, readonly string[]>> = {
  Ed: ['period 2025-11', ...ofNoOne, ...february, ...march].sort(),
  'Ed, who left': ['period 2025-11', ...ofNoOne, ...february, ...march].sort(),
  everyone: [
    ...['2024-11', '2025-8', '2025-9', '2025-10', '2025-11'].map((period) => `period ${period}`),
    ...[...ofNoOne, ...february, ...march],
  ].sort(),
};

it.each(extents)('of payroll, what is not of %s stays, and all of another client', async (extent) => {
  const { db, carried } = await erasedFrom(extent, payrolls);
  expect(carried).toEqual(carriedOf[extent]);
  for (const name of ['March', 'February', 'May'] as const) {
    expect([name, await leftOf(db, 'oak', name)]).toEqual([name, asItWas[name]]);
    expect([name, await leftOf(db, 'elm', name)]).toEqual([name, (left[extent] as typeof asItWas)[name]]);
  }
  const others = await Promise.all(
    (['January', 'December', 'March before'] as const).map((name) => leftOf(db, 'elm', name)),
  );
  const planIn = (said: string) => said.split(', ').find((word) => word.endsWith('plan'));
  expect(others.map(({ said, document }) => `${planIn(said)} ${document}`)).toEqual(otherLeft[extent]);
});
