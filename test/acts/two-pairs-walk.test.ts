import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import type { Person } from '../../src/access/person.entity.js';
import type { Who } from '../../src/acts/act.js';
import { pauseCompany } from '../../src/acts/companies/pause-company.js';
import { changePolicy } from '../../src/acts/companies/change-policy.js';
import { resumeCompany } from '../../src/acts/companies/resume-company.js';
import { addPerson } from '../../src/acts/people/add-person.js';
import { movePayroll } from '../../src/acts/payrolls/move-payroll.js';
import { postDifference } from '../../src/acts/payrolls/post-difference.js';
import { receiveFile } from '../../src/acts/payrolls/receive-file.js';
import { receiveReport } from '../../src/acts/payrolls/receive-report.js';
import { sayPensions } from '../../src/acts/payrolls/say-pensions.js';
import { saySent } from '../../src/acts/payrolls/say-sent.js';
import { withdrawFile } from '../../src/acts/payrolls/withdraw-file.js';
import { assign } from '../../src/acts/runs/assign.js';
import { note } from '../../src/acts/runs/note.js';
import { settingRows } from '../../src/journal/policy/settings.js';
import { movesNoRun } from '../../src/sync/facts/wide-touches.js';
import { isProblem } from '../../src/ground/problem.js';
import { actNames, type LogAct, rowOf } from '../../src/record/acts.js';
import { Decision } from '../../src/record/runs/decision.entity.js';
import { PayRunRecord } from '../../src/record/runs/pay-run.entity.js';
import { adjustmentName } from '../../src/journal/nouns/adjustment.js';
import { isAdjustment } from '../../src/record/runs/adjustment.js';
import { payKeyOf } from '../../src/journal/nouns/pay-key.js';
import { describeOnDatabases, type OpenDatabase } from '../harness/databases.js';
import { epsFile, recovered } from '../payrolls/files/eps-files.js';
import { fpsFile } from '../payrolls/files/fps-files.js';
import { type Books, booksOn, levy, withMaternityPay } from '../sync/rig.js';
import { actTools, ada, booksOfFiles, people, running } from './payrolls/files-rig.js';

/** Three who may do everything. From `does` on Ann is alone, until Cat posts what she could not. */
interface Office {
  readonly books: Books;
  readonly ann: Who;
  readonly ben: Who;
  readonly cat: Who;
}

interface Case {
  /** `files`: September's has been posted. `first file`: none has come. */
  readonly of: 'service' | 'files' | 'first file';
  /** What is there before, done by payroll, by no one known or by Ben. */
  readonly before?: (office: Office) => Promise<unknown>;
  readonly does: (office: Office) => Promise<unknown>;
  /** Nothing that anyone could post comes of it. */
  readonly posts?: 'nothing';
  /** What HMRC is paid moves, and no pay run: who did it is barred as if one had. */
  readonly moves?: 'no run';
}

const october = 6;
const seen = { reason: 'seen' };
const deduct = { field: 'other_deductions', as: 'deduct' } as const;
const withItem = ({ books }: Office) => changeOctober(books, { other_deductions: '40.0' });
const decides = (scope: 'payslip' | 'run' | 'person' | 'company' | 'practice'): Case => ({
  of: 'service',
  before: withItem,
  does: async ({ books, ann }) => books.acts.decide(await refOf(books), { ...seen, who: ann, ...deduct, scope }),
});
const changes = (over: (books: Books) => object): Case => ({
  of: 'service',
  does: ({ books, ann }) => policyBy(books, ann, over(books)),
});
const posted = async ({ books, ben }: Office) => books.acts.post(await refOf(books), { ...seen, who: ben });
const fileOfOctober = fpsFile([running('2025-10-31', 2600, 5200, 654.9)]);
const corrected = fpsFile([ada('2025-10-31', 9600, 12200)]);
const maternity = ada('2025-10-31', 2600, 5200, { payment: '<SMPYTD>700.00</SMPYTD>' });
const fields = { Basic: 'basic_pay', PAYE: 'tax_deducted', NI: 'employee_ni', 'ER NI': 'employer_ni' };
const columns = { person: 'Ref', name: 'Employee', fields, net: 'Net', totals: 'Total' };
const report = `Ref,Employee,Basic,PAYE,NI,ER NI,Net
E1,Ada Ash,2600.00,260.00,124.16,327.45,2215.84
Total,,2600.00,260.00,124.16,327.45,2215.84`;
const bringReport = async ({ books }: Office, who: Who) =>
  receiveReport({ database: books.db, log: books.log }, await companyNow(books), {
    ...{ who, name: 'october.csv', bytes: new TextEncoder().encode(report), paidOn: '2025-10-31' },
  });
const bring = async ({ books }: Office, who: Who, bytes: Uint8Array) =>
  receiveFile({ database: books.db, log: books.log }, async () => [await companyNow(books)], {
    who,
    name: 'f.xml',
    bytes,
  });

const saysPension = async (books: Books, who: Who, pays: string) =>
  sayPensions(tools(books), await companyNow(books), {
    ...{ ...seen, who, said: [{ id: 'E1', pays, from: '2025-10-01' }] },
  });

/** Every act that bars someone, in each of its kinds; and some that move no figure. */
const walk: Readonly<Record<LogAct, Readonly<Record<string, Case>>>> = {
  ...(Object.fromEntries(actNames.map((act) => [act, {}])) as Record<LogAct, Readonly<Record<string, Case>>>),
  decide: {
    'one payslip': decides('payslip'),
    'a run': decides('run'),
    'a person': decides('person'),
    'a company': decides('company'),
    'a practice': decides('practice'),
  },
  approve: {
    'a hold': {
      of: 'service',
      before: ({ books }) => changeOctober(books, { employer_ni: '-5.0' }),
      does: async ({ books, ann }) =>
        books.acts.approve(await refOf(books), { ...seen, who: ann, hold: 'negative_employer_ni' }),
    },
    'the difference to a year to date, which is posted': {
      of: 'files',
      before: (office) => bring(office, office.ben, fpsFile([running('2025-10-31', 2600, 7800, 982.35)])),
      does: async ({ books, ann }) =>
        postDifference(actTools(books), await refOf(books), { ...seen, who: ann, hold: 'year_to_date_differs' }),
    },
  },
  take_back: {
    'a decision of another': {
      of: 'service',
      before: async (office) => {
        await withItem(office);
        await office.books.acts.decide(await refOf(office.books), {
          ...seen,
          who: office.ben,
          ...deduct,
          scope: 'run',
        });
      },
      does: async ({ books, ann }) =>
        books.acts.takeBack(await refOf(books), { ...seen, who: ann, decision: await treatmentIn(books) }),
      posts: 'nothing',
    },
  },
  recover: {
    'the usual rate': {
      of: 'service',
      before: async (office) => {
        await withMaternityPay(office.books, '500.0');
        await policyBy(office.books, office.ben, {
          recovery: { ...usualRecovery, from: '2025-08-06' },
          postFrom: '2025-09-06',
        });
        await office.books.sync();
        await office.books.acts.post(await refOf(office.books, 5), { ...seen, who: office.ann });
      },
      does: async ({ books, ann }) => books.acts.recover(await refOf(books, 5), { ...seen, who: ann, rate: 'usual' }),
    },
  },
  adjust: {
    'a new one': {
      of: 'service',
      does: async ({ books, ann }) => books.acts.adjust(await refOf(books), { ...seen, who: ann, ...levy }),
    },
    'one in the books': {
      of: 'service',
      before: async ({ books, ann, ben }) => {
        await books.acts.adjust(await refOf(books), { ...seen, who: ben, ...levy });
        await books.acts.post({ ...(await refOf(books)), adjustment: 'levy-1' }, { ...seen, who: ann });
      },
      does: async ({ books, ann }) =>
        books.acts.adjust(await refOf(books), { ...seen, who: ann, ...levy, lines: moreLevy, number: 1 }),
    },
  },
  amend: {
    'what payroll changed': {
      of: 'service',
      before: async (office) => {
        await posted(office);
        await changeOctober(office.books, { basic_pay: '2100.0', net_pay: undefined });
      },
      does: async ({ books, ann }) => books.acts.amend(await refOf(books), { ...seen, who: ann }),
    },
  },
  post: {
    'what no one had brought': {
      of: 'service',
      does: async ({ books, ann }) => books.acts.post(await refOf(books), { ...seen, who: ann }),
    },
  },
  reverse: {
    'what was posted': {
      of: 'service',
      before: posted,
      does: async ({ books, ann }) => books.acts.reverse(await refOf(books), { ...seen, who: ann }),
    },
  },
  policy: {
    layout: changes(() => ({ layout: 'summarised' })),
    'an account': changes(() => ({ accounts: { ...usualAccounts, salaries: '405' } })),
    allocations: changes(({ rig }) => ({
      allocations: {
        [`${rig.baseUrl}/v2/users/2`]: [
          { from: '2025-04-06', parts: [{ percent: '100', accounts: { salaries: '150' } }] },
        ],
      },
    })),
    'the account of CIS suffered': {
      of: 'files',
      before: async (office) => {
        await policyBy(office.books, office.ben, { controls: { ...usualControls, setsOffCis: 'yes' } });
        await bring(office, office.ben, epsFile(recovered(1, 0, 5000)));
      },
      does: ({ books, ann }) =>
        policyBy(books, ann, { controls: { ...usualControls, setsOffCis: 'yes', cisSuffered: '150' } }),
      // The first return of a year that had begun is held.
      posts: 'nothing',
    },
    'who is who in files': {
      of: 'files',
      before: async (office) => {
        const { E1 } = people(office.books).payrollPeople;
        await policyBy(office.books, office.ben, { payrollPeople: { E1 } });
        await bring(office, office.ben, fpsFile([ada('2025-10-31', 2600, 2600, { payId: 'D1' })]));
      },
      does: ({ books, ann }) => policyBy(books, ann, people(books), 'D1 has married'),
    },
    'who is in no pension': {
      of: 'files',
      before: async (office) => {
        await saysPension(office.books, office.ben, '400.00');
        await bring(office, office.ben, fileOfOctober);
      },
      does: ({ books, ann }) => saysPension(books, ann, '0.00'),
    },
    'the pension provider’s totals': {
      of: 'files',
      before: async (office) => {
        await policyBy(office.books, office.ben, { pensionTotals: { '2025-10': '100.00' } });
        await bring(office, office.ben, fileOfOctober);
      },
      does: ({ books, ann }) => policyBy(books, ann, { pensionTotals: {} }),
    },
    'what was paid before the first file': {
      of: 'first file',
      before: (office) => bring(office, office.ben, fpsFile([maternity])),
      does: ({ books, ann }) =>
        policyBy(books, ann, { paidBeforeFiles: { E1: { '2025/26': { statutory_maternity_pay: '200.00' } } } }),
    },
    'the columns by which another brings a report': {
      of: 'files',
      does: async (office) => {
        await policyBy(office.books, office.ann, { payrollColumns: columns });
        await bringReport(office, office.ben);
      },
    },
    'what HMRC’s account shows': {
      of: 'files',
      before: (office) => bring(office, office.ben, fileOfOctober),
      does: ({ books, ann }) =>
        policyBy(books, ann, {
          hmrcAccount: [{ what: 'paid', year: '2025/26', on: '2025-10-20', amount: '5000.00' }],
        }),
      moves: 'no run',
    },
    'what was sent by then': {
      of: 'files',
      before: (office) => bring(office, office.ben, fileOfOctober),
      does: async ({ books, ann }) =>
        saySent(actTools(books), await companyNow(books), {
          ...{ ...seen, who: ann, late: [], until: books.clock.now().toISOString() },
        }),
      moves: 'no run',
    },
    pensions: {
      of: 'files',
      before: (office) => bring(office, office.ben, fileOfOctober),
      does: ({ books, ann }) => saysPension(books, ann, '400.00'),
    },
  },
  move_payroll: {
    'back to the service': {
      of: 'files',
      before: ({ books }) => books.setPeriod(2026, october, ofService(books)),
      does: async ({ books, ann }) =>
        movePayroll(tools(books), await companyNow(books), { ...seen, who: ann, to: 'service', on: '2025-10-06' }),
    },
  },
  receive_file: {
    'a report': {
      of: 'files',
      before: ({ books, ben }) => policyBy(books, ben, { payrollColumns: columns }),
      does: (office) => bringReport(office, office.ann),
    },
    'a new one': { of: 'files', does: (office) => bring(office, office.ann, fileOfOctober) },
    'a correction of what another brought': {
      of: 'files',
      before: (office) => bring(office, office.ben, fileOfOctober),
      does: (office) => bring(office, office.ann, corrected),
    },
    'a correction of what is in the books': {
      of: 'files',
      before: async (office) => {
        await bring(office, office.ben, fileOfOctober);
        await office.books.sync();
        await office.books.acts.post(await refOf(office.books), { ...seen, who: office.ann });
      },
      does: (office) => bring(office, office.ann, corrected),
    },
  },
  withdraw_file: {
    'what another brought': {
      of: 'files',
      before: async (office) => {
        await bring(office, office.ben, fileOfOctober);
        await bring(office, office.ben, corrected);
      },
      does: async ({ books, ann }) => withdrawLast(books, ann),
    },
  },
  ignore: {
    still: {
      of: 'service',
      does: async ({ books, ann }) => books.acts.ignore(await refOf(books), { ...seen, who: ann }),
    },
  },
  rerun: {
    still: {
      of: 'service',
      does: async ({ books, ann }) => books.acts.rerun(await refOf(books), { ...seen, who: ann }),
    },
  },
  note: {
    still: {
      of: 'service',
      does: async ({ books, ann }) => note(tools(books), await refOf(books), { who: ann, words: 'x' }),
    },
  },
  assign: {
    still: {
      of: 'service',
      does: async ({ books, ann }) => assign(tools(books), await refOf(books), { who: ann, to: null }),
    },
  },
  pause: {
    still: { of: 'service', does: async ({ books, ann }) => pauseCompany(tools(books), await companyNow(books), ann) },
  },
  resume: {
    still: {
      of: 'service',
      before: async ({ books, ben }) => pauseCompany(tools(books), await companyNow(books), ben),
      does: async ({ books, ann }) => resumeCompany(tools(books), await companyNow(books), ann),
    },
  },
};

const cases = actNames.flatMap((act) => Object.entries(walk[act]).map(([name, one]) => ({ act, name, one })));

/** Settings by the case that changes them, and why the others have none: they are touches as those are. */
const walkedBy: Readonly<Record<string, string>> = {
  layout: 'layout',
  'accounts.salaries': 'an account',
  allocations: 'allocations',
  'controls.cisSuffered': 'the account of CIS suffered',
  payrollPeople: 'who is who in files',
  employerPensions: 'pensions',
  pensionTotals: 'the pension provider’s totals',
  paidBeforeFiles: 'what was paid before the first file',
  payrollColumns: 'the columns by which another brings a report',
  hmrcAccount: 'what HMRC’s account shows',
};
const notWalked: Readonly<Record<string, readonly string[]>> = {
  'another account, as that of salaries is': [
    ...['employerNics', 'staffPensions', 'directorsSalaries', 'directorsEmployerNics', 'directorsPensions']
      .concat('pensionCreditor', 'payeNi', 'otherDeductions', 'netPay')
      .map((path) => `accounts.${path}`),
    'payroll.levyAccount',
  ],
  'puts the same pay on other accounts, as the layout does': [
    ...['directors', 'roles', 'studentLoans', 'sacrificedPension'],
  ],
  'decides what is held or posted for the whole company, as the act `decide` does': ['treatments', 'statuses', 'guard'],
  'walked as the act `recover`, which goes by it': ['recovery.post', 'recovery.from', 'recovery.smallEmployer'],
  'says from when, or from where, payroll is: walked as the act `move_payroll`': [
    ...['postFrom', 'payrollMoves', 'payroll.from'],
  ],
  'what HMRC is paid and when, as the account of CIS suffered': [
    ...['controls.payePeriod', 'controls.collectionDay', 'controls.setsOffCis'],
  ],
  'how a file is read, as the columns of a report say': [
    ...['payroll.reliefInDeductions', 'payroll.bothShares', 'payroll.niTables', 'payroll.withoutNi'],
  ],
  'lets an answer about pensions go on, as `pensions` gives one': ['payroll.pensionsConfirmed'],
  'what is clean, of which a sign-off of many is made; no figure': ['variance', 'expectedWarnings'],
};

it('every setting is walked, listed with its reason, or moves no run', () => {
  for (const name of Object.values(walkedBy)) expect(Object.keys(walk.policy)).toContain(name);
  const listed = [...Object.keys(walkedBy), ...Object.values(notWalked).flat(), ...movesNoRun];
  expect(listed.sort()).toEqual(settingRows.map(({ path }) => path).sort());
});

/** What is done with files and settings, by the case that does it. */
const actsOfFilesAndSettings: Readonly<Record<string, string | { readonly not: string }>> = {
  'companies/change-policy.ts': 'layout',
  'companies/company-life.ts': { not: 'pauses or resumes: stops what is sent, and is walked as both' },
  'companies/change-allocations.ts': { not: '`allocations` changes the same setting' },
  'companies/require-approval.ts': { not: 'says how many sign, and moves no figure' },
  'companies/say-hmrc-paid.ts': { not: 'a statement about a payment: nothing that is posted or due is made from it' },
  'companies/settings-of-many.ts': { not: 'changes each policy by change-policy.ts, which is walked' },
  'payrolls/keep-file.ts': 'a new one',
  'payrolls/move-payroll.ts': 'back to the service',
  'payrolls/post-difference.ts': 'the difference to a year to date, which is posted',
  'payrolls/say-pensions.ts': 'pensions',
  'payrolls/say-sent.ts': 'what was sent by then',
  'payrolls/withdraw-file.ts': 'what another brought',
};

it('every act of files and settings is walked, or listed with its reason', () => {
  const folder = fileURLToPath(new URL('../../src/acts/', import.meta.url));
  const files = ['companies/', 'payrolls/'].flatMap((room) =>
    readdirSync(`${folder}${room}`).map((name) => `${room}${name}`),
  );
  const acting = files.filter((name) => /\b(acting|changePolicy)\(/.test(readFileSync(`${folder}${name}`, 'utf8')));
  const listed = Object.keys(actsOfFilesAndSettings);
  expect(acting.sort()).toEqual(listed.sort());
  const walked = cases.map(({ name }) => name);
  for (const by of Object.values(actsOfFilesAndSettings)) if (typeof by === 'string') expect(walked).toContain(by);
});

it('every act that bars someone is walked', () => {
  const walked = new Set(cases.map(({ act }) => act));
  expect(actNames.filter((act) => rowOf(act).bars !== undefined && !walked.has(act))).toEqual([]);
});

describeOnDatabases('done by one person, with two pairs of eyes', (open) => {
  it.each(cases)('$act, $name: no figure that it moved is posted or signed off by them alone', async ({ act, one }) => {
    const office = await officeOf(open, one.of);
    const { books, ann, cat } = office;
    await one.before?.(office);
    await books.sync({ full: true });
    const [before, inBooks] = [await figures(books), await setsOf(books)];
    await one.does(office);
    // As far as one administrator can go alone: from now on all is to be posted and amended by itself.
    const alone = { mode: 'auto', amendments: 'amend' };
    if (act !== 'pause') await policyBy(books, ann, alone);
    await books.sync({ full: true, trigger: 'schedule' });
    const { bars } = rowOf(act);
    const moved = (await figures(books)).filter((run) => !before.some((was) => was.of === run.of && was.is === run.is));
    if (bars === undefined) return expect([moved, await setsOf(books)]).toEqual([[], inBooks]);
    if (one.moves === 'no run') expect([moved, await setsOf(books)]).toEqual([[], inBooks]);
    else if (bars === 'post and sign-off' && act !== 'amend') {
      expect(moved.length).toBeGreaterThan(0);
      expect(await setsOf(books)).toEqual(inBooks);
    }
    const touched = moved.length > 0 ? moved : (await figures(books)).filter(({ ref }) => ref.period === october);
    for (const { ref } of touched) expect(await triesAll(books, ref, ann, act)).toEqual([]);
    if (act === 'reverse' || one.posts === 'nothing') return;
    // Another puts it into the books, and they still do not sign it off.
    const done = await putInBooks(books, touched, cat);
    expect(done.length).toBeGreaterThan(0);
    for (const { ref } of done.filter(({ ref }) => ref.adjustment === undefined))
      await expect(books.acts.signOff(ref, { ...seen, who: ann })).rejects.toMatchObject({
        kind: 'second-person-needed',
      });
  });
});

/** What Ann may do to it alone, of what she may not. */
async function triesAll(books: Books, ref: Moved['ref'], who: Who, act: LogAct): Promise<readonly string[]> {
  const mayPost = rowOf(act).bars === 'sign-off';
  const tries = { post: books.acts.post, amend: books.acts.amend, 'sign off': books.acts.signOff };
  const succeeded: string[] = [];
  for (const [name, attempt] of Object.entries(tries)) {
    if (name !== 'sign off' && mayPost) continue;
    const refused = await attempt(ref, { ...seen, who }).then(
      () => undefined,
      (error: unknown) => error,
    );
    // Some are not for now, whoever asks: who may is asked of a post before anything else.
    const isNotNow = name !== 'post' && isProblem(refused, 'not-now');
    if (!isProblem(refused, 'second-person-needed') && !isNotNow) succeeded.push(name);
  }
  return succeeded;
}

async function putInBooks(books: Books, moved: readonly Moved[], who: Who): Promise<readonly Moved[]> {
  const done: Moved[] = [];
  for (const run of moved) {
    const { state } = await books.acts.find(run.ref);
    if (state === 'posted') done.push(run);
    if (state !== 'ready' && state !== 'changed') continue;
    const ref = { ...run.ref, company: await companyNow(books) };
    const { run: after } = await books.acts[state === 'ready' ? 'post' : 'amend'](ref, { ...seen, who });
    if (after.state === 'posted') done.push(run);
  }
  return done;
}

interface Moved {
  readonly of: string;
  readonly is: string;
  readonly ref: Awaited<ReturnType<typeof refOf>> & { readonly adjustment?: string };
}

/** What each run would post, what holds it and what is warned of, whether it is in the books or not. */
async function figures(books: Books): Promise<readonly Moved[]> {
  const company = await companyNow(books);
  const rows = await books.db.read((rows) => rows.findBy(PayRunRecord, { companyId: company.id }));
  return rows.map((row) => {
    const { tag, year, period, fingerprint, holdCodes, warningCodes, taxAuthority } = row;
    const of = { company, year, period };
    const ref = isAdjustment(row) ? { ...of, adjustment: adjustmentName(row) } : { ...of, paid: payKeyOf(row) };
    return { of: tag, is: JSON.stringify([fingerprint, holdCodes, warningCodes, taxAuthority.toString()]), ref };
  });
}

/** August and September were posted by Ben, or before anyone looked: all that was done until then has been seen. */
async function officeOf(open: OpenDatabase, of: Case['of']): Promise<Office> {
  const books =
    of === 'service'
      ? await booksOn(open, { mode: 'approve', postFrom: '2025-10-06' })
      : await booksOfFiles(open, { mode: 'approve' });
  const person = (name: string) =>
    addPerson({ database: books.db }, { name, role: 'admin', pay: true, companies: null }, ops);
  const [ann, ben, cat] = [await person('Ann'), await person('Ben'), await person('Cat')].map(whoIs) as [Who, Who, Who];
  const office = { books, ann, ben, cat };
  if (of === 'files') {
    await bring(office, ops, fpsFile([running('2025-09-30', 2600, 2600, 327.45)]));
    await books.sync();
    await books.acts.post(await refOf(books, 5), { ...seen, who: ben });
  }
  await books.policy({ approval: 'two' });
  await books.sync();
  return office;
}

const ops: Who = { actor: 'ops', trigger: 'command', companies: null };
const whoIs = ({ id, name }: Person): Who => ({ actor: name, person: id, trigger: 'page', companies: null });
const companyNow = ({ rig, company }: Books) => rig.companies.find(company.id);
const refOf = async (books: Books, period = october) => ({ ...books.ref(period), company: await companyNow(books) });
const setsOf = async (books: Books) => JSON.stringify(await books.sets());
const tools = ({ db, rig, log, decisions, outbox }: Books) => ({
  database: db,
  companies: rig.companies,
  log,
  decisions,
  outbox,
});

async function policyBy(books: Books, who: Who, over: object, reason = seen.reason): Promise<void> {
  const company = await companyNow(books);
  await changePolicy(tools(books), company, { who, policy: { ...company.policy, ...over }, reason });
}

async function changeOctober(books: Books, over: object): Promise<void> {
  const document = await books.period(2026, october);
  const [first, ...others] = document.payslips;
  await books.setPeriod(2026, october, { ...document, payslips: [{ ...first!, ...over }, ...others] });
  await books.sync();
}

async function treatmentIn({ db }: Books): Promise<string> {
  const [decision] = await db.read((rows) => rows.findBy(Decision, { kind: 'treatment' }));
  return decision?.id ?? '';
}

async function withdrawLast(books: Books, who: Who): Promise<void> {
  const files = await books.db.read((rows) =>
    rows.query<{ id: string }[]>('SELECT id FROM payroll_files ORDER BY received_at'),
  );
  await withdrawFile(tools(books), await companyNow(books), { who, id: files.at(-1)?.id ?? '', ...seen });
}

const usualAccounts = { netPay: '902' };
const usualControls = { payeReference: '123/AB456' };
const usualRecovery = { post: 'ask' };
const moreLevy = levy.lines.map((line) => ({ ...line, amount: line.amount.replace('125', '150') }));
const ofService = ({ rig }: Books) => ({
  ...{ period: october, dated_on: '2025-10-31', status: 'filed' },
  payslips: [
    {
      ...{ user: `${rig.baseUrl}/v2/users/2`, dated_on: '2025-10-31' },
      ...{ basic_pay: '2000.0', tax_deducted: '190.2', employer_ni: '237.45' },
    },
  ],
});
