import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { requireApproval } from '../../src/acts/companies/require-approval.js';
import { Connection } from '../../src/companies/connection.entity.js';
import { Secrets } from '../../src/companies/secrets.js';
import type { Block, Table } from '../../src/evidence/chapter.js';
import { filesIn, zipOf } from '../../src/evidence/formats/zip.js';
import type { MonthFile } from '../../src/evidence/month-file.js';
import { readMonth } from '../../src/evidence/month-facts.js';
import { MonthFiles } from '../../src/evidence/month-files.js';
import { SigningKeys } from '../../src/evidence/signing-keys.js';
import { verifyEvidence } from '../../src/evidence/verify-evidence.js';
import { Problem } from '../../src/ground/problem.js';
import { problems } from '../../src/ground/problems.js';
import { Money } from '../../src/journal/nouns/money.js';
import { LogEntry } from '../../src/record/log/log-entry.entity.js';
import { PostingLog } from '../../src/record/log/posting-log.js';
import { PayRunRecord } from '../../src/record/runs/pay-run.entity.js';
import { insertCompany } from '../factories/companies.js';
import { insertTwoReviewers } from '../factories/people.js';
import { describeOnDatabases } from '../harness/databases.js';
import { opened } from '../harness/spreadsheet.js';
import { secretKey } from '../harness/secret-key.js';
import { act, type Books, booksOn, levy, withMaternityPay } from '../sync/rig.js';

const october = { year: 2026, period: 6 };
const all = { pay: true, actor: 'ann', trigger: 'page' };
const noPay = { ...all, pay: false };

const filesOf = (books: Books) => new MonthFiles(books.db, new SigningKeys(books.db, new Secrets(secretKey)));

async function evidenceOf(books: Books, viewer = all, month = october) {
  const company = await books.rig.companies.find(books.company.id);
  const zip = await filesOf(books).make(company, month, viewer, 'zip');
  const found = filesIn(zip);
  const files = found instanceof Map ? (Object.fromEntries(found) as Record<string, Uint8Array>) : {};
  const bytes = files['evidence.json'] ?? new Uint8Array();
  return { zip, files, bytes, evidence: JSON.parse(Buffer.from(bytes).toString()) as MonthFile };
}

const tables = (blocks: readonly Block[]): readonly Table[] =>
  blocks.flatMap((block) => (block.kind === 'table' ? [block.table] : []));
const tableOf = (blocks: readonly Block[], title: RegExp) => tables(blocks).find((table) => title.test(table.title));

describeOnDatabases('a month file', (open) => {
  async function posted(): Promise<Books> {
    const books = await booksOn(open);
    await books.sync();
    await books.verify.run(books.company, { actor: 'ann', trigger: 'command' });
    return books;
  }

  test('of one client that cannot be made keeps no other from the ZIP of all, which lists it', async () => {
    const books = await posted();
    const company = await books.rig.companies.find(books.company.id);
    const gone = await insertCompany(books.db, { id: 'gone', name: 'Gone Ltd' });
    const told: string[] = [];
    const tell = {
      did: async () => void told.push('made'),
      leftOut: async ({ name }: { name?: string }, { title }: Problem) => void told.push(`${name}: ${title}`),
    };
    const parts: Uint8Array[] = [];
    const clients = [gone, company, company];
    for await (const part of filesOf(books).ofClients(clients, october, all, tell)) parts.push(part);
    const files = unzipSync(Buffer.concat(parts));
    // Two clients of one name have a file each.
    const named = `${company.name} 2025-10 month file`;
    expect(Object.keys(files)).toEqual([`${named}.zip`, `${named} (2).zip`, 'Left out.txt']);
    const list = Buffer.from(files['Left out.txt'] ?? []).toString();
    expect(list).toMatch(/^Gone Ltd: .*: nothing is recorded of October 2025[.]\n$/);
    expect(told).toEqual([`Gone Ltd: ${problems['no-payroll-of-month'].title}`, 'made', 'made']);
  });

  test('of every month with payroll is in the ZIP of all, each once, and each reading is in the log', async () => {
    const books = await posted();
    const company = await books.rig.companies.find(books.company.id);
    const files = filesOf(books);
    const other = { year: 2026, period: 5, kind: 'levy', tag: 'x:2026-01:levy-1', companyId: company.id };
    const [first] = await books.runs();
    await books.db.work((rows) => rows.insert(PayRunRecord, { ...first, ...other, period: 0 } as never));
    expect((await files.months(company)).map(({ year, period }) => `${year}-${period}`)).toEqual([
      '2026-4',
      '2026-5',
      '2026-6',
    ]);
    const whole = unzipSync(await files.makeAll(company, all));
    const names = ['2025-08', '2025-09', '2025-10'].map((month) => `${company.name} ${month} month file.zip`);
    expect(Object.keys(whole)).toEqual(names);
    for (const file of Object.values(whole)) expect(verifyEvidence(file).broken).toEqual([]);
    const read = await books.db.read((rows) =>
      rows.find(LogEntry, { where: { act: 'month_file' }, order: { seq: 'ASC' } }),
    );
    expect(read.map(({ answer, ref }) => `${ref} ${answer}`)).toEqual(
      ['04', '05', '06'].map((period) => `${company.id} 2026-${period}, zip, pay of each person`),
    );
    const gone = { ...company, id: 'gone', name: 'Gone Ltd' };
    await expect(files.makeAll(gone, all)).rejects.toMatchObject({ kind: 'no-payroll' });
    expect(await files.months(gone)).toEqual([]);
  });

  test('is of one moment: read again when the log has grown, and refused when it never stops growing', async () => {
    const books = await posted();
    const company = await books.rig.companies.find(books.company.id);
    /** A log to which someone adds an entry between any two reads, so many times. */
    const restless = (times: number) => {
      let left = times;
      const read: Books['db']['read'] = async (act) => {
        const found = await books.db.read(act);
        if (left-- > 0) {
          const tag = 'counterfoil:2026-06:2025-10-31';
          const entry = {
            companyId: company.id,
            trigger: 'page',
            actor: 'ann',
            act: 'verify' as const,
            outcome: 'done',
            tag,
          };
          await books.db.work((rows) => books.log.append(rows, { ...entry, answer: `act ${left}` }));
        }
        return found;
      };
      return { read };
    };
    const facts = await readMonth(restless(3), company, october);
    expect([facts.log.at(-1)?.answer, facts.log.at(-1)?.seq]).toEqual(['act 0', facts.end.seq]);
    await expect(readMonth(restless(100), company, october)).rejects.toMatchObject({
      ...{ title: 'The month is being changed', status: 409 },
      todo: expect.stringContaining('again'),
    });
  });

  test('is read on a connection of its own, which sees nothing of a unit of work that goes on', async () => {
    const books = await posted();
    const before = await evidenceOf(books);
    const meanwhile = await books.db.work(async (rows) => {
      await rows.update(PayRunRecord, { companyId: books.company.id }, { gross: Money.parse('1.00') });
      return evidenceOf(books);
    });
    expect(meanwhile.zip.equals(before.zip)).toBe(true);
    expect((await evidenceOf(books)).zip.equals(before.zip)).toBe(false);
  });

  test('that cannot be made says which problem it is, though another thread found out', async () => {
    const books = await posted();
    const made = evidenceOf(books, all, { year: 2020, period: 0 });
    await expect(made).rejects.toBeInstanceOf(Problem);
    await expect(made).rejects.toMatchObject({
      ...{ kind: 'no-payroll-of-month', status: 404 },
      ...{ detail: expect.stringContaining('April 2019'), todo: expect.stringContaining('counterfoil runs') },
    });
  });

  test('has the same bytes for the same record, and other bytes once something was recorded', async () => {
    const books = await posted();
    const [one, other] = [await evidenceOf(books), await evidenceOf(books)];
    expect(one.zip.equals(other.zip)).toBe(true);
    expect(Object.keys(one.files).sort()).toEqual(['evidence.json', 'files.json', 'month-file.pdf', 'month-file.xlsx']);
    expect(verifyEvidence(one.bytes).broken).toEqual([]);
    expect(verifyEvidence(one.zip).broken).toEqual([]);
    const edited = { ...one.files, 'month-file.pdf': Buffer.from('%PDF-1.7 other') };
    expect(verifyEvidence(zipOf(edited)).broken).toEqual([
      { page: 'month-file.pdf', detail: 'differs from its hash: it was changed' },
    ]);
    const { 'month-file.xlsx': _, ...fewer } = one.files;
    expect(verifyEvidence(zipOf({ ...fewer, 'note.txt': Buffer.from('hello') })).broken).toEqual([
      { page: 'month-file.xlsx', detail: 'is not there any more' },
      { page: 'note.txt', detail: 'has no hash: it was added' },
    ]);
    for (const [name, words] of Object.entries({ 'month-file.pdf': 'no signature', 'month-file.xlsx': 'no signature' }))
      expect(verifyEvidence(one.files[name] ?? new Uint8Array()).broken[0]?.detail).toContain(words);
    expect(verifyEvidence(one.zip.subarray(0, 5000)).broken[0]?.detail).toContain('it is cut');
    await books.db.work((rows) =>
      new PostingLog(books.db).append(rows, {
        ...{ companyId: books.company.id, trigger: 'page', actor: 'ann', act: 'pause', outcome: 'done' },
      }),
    );
    expect((await evidenceOf(books)).zip.equals(one.zip)).toBe(false);
  });

  test('holds what was posted, to the penny', async () => {
    const books = await posted();
    const { evidence, files } = await evidenceOf(books);
    const { summary, payroll, journals, reconciliation } = evidence.pages;
    const run = await books.run(6);
    const sets = (await books.sets()).filter((set) => set.dated_on === '2025-10-31');
    const inBooks = sets.flatMap((set) => set.journal_entries.map((entry) => Money.parse(entry.debit_value)));
    const lines = tableOf(journals.blocks, /^Lines of/);
    const debits = Money.sum(inBooks.filter((debit) => debit.isPositive()));
    expect(lines?.totals).toEqual({ debit: debits.toString(), credit: debits.toString() });
    expect(tableOf(summary.blocks, /^Pay runs/)?.totals).toMatchObject({
      gross: run.gross.toString(),
      net: run.net.toString(),
      taxAuthority: run.taxAuthority.toString(),
    });
    expect(tableOf(payroll.blocks, /^Paid/)?.rows.map(({ name, change }) => [name, change])).toEqual([
      ['Ed Employee', '0.00'],
      ['Ann Elm (director)', '0.00'],
    ]);
    const paid = tableOf(reconciliation.blocks, /^Payments/);
    expect(paid?.rows.map(({ to }) => to)).toEqual(['Ed Employee', 'Ann Elm', 'HMRC']);
    // Opened by another program, which calculates every formula again.
    const sheets = await opened(files['month-file.xlsx'] ?? new Uint8Array());
    const totalsOf = (name: string) =>
      sheets.find((sheet) => sheet.name === name)?.rows.filter(([first]) => first === 'Total');
    const numbers = (row: readonly string[] = []) =>
      row.flatMap((cell) => (/^-?[\d.]+$/.test(cell) ? [Number(cell)] : []));
    expect(numbers(totalsOf('Journals')?.[0])).toEqual([Number(debits.toString()), Number(debits.toString())]);
    expect(numbers(totalsOf('Summary')?.[0])).toEqual([
      2,
      ...[run.gross, run.net, run.taxAuthority, run.pension, run.other].map((sum) => Number(sum.toString())),
    ]);
    const checks = summary.blocks.flatMap((block) => (block.kind === 'checks' ? block.checks : []));
    expect(checks.map(({ is, words }) => `${is}: ${words}`)).toEqual([
      'good: Balanced',
      'good: Every pay item treated, as posted',
      expect.stringMatching(/^good: In the books once and as posted, as at 10 Nov 2025 09:\d\d$/),
      'good: Agrees to PAYE due £578.81 (due by 21 November 2025)',
      expect.stringMatching(/^(open|good|bad): (Control accounts|Every control account)/),
    ]);
  });

  test('without the right to see pay holds only totals, and none of few payslips; evidence.json too', async () => {
    const books = await posted();
    const { evidence, bytes, files } = await evidenceOf(books, noPay);
    expect(evidence.about.shows).toBe('no amounts');
    expect(verifyEvidence(bytes).broken).toEqual([]);
    const text = Buffer.from(bytes).toString();
    const run = await books.run(6);
    for (const secret of ['Ed Employee', 'Ann Elm', run.gross.toString(), run.net.toString(), run.fingerprint ?? '?'])
      expect(text).not.toContain(secret);
    expect(Object.keys(files)).toHaveLength(4);
  });

  test('of a month without payroll is refused in words', async () => {
    const books = await posted();
    const company = await books.rig.companies.find(books.company.id);
    const make = filesOf(books).make(company, { year: 2026, period: 11 }, all, 'pdf');
    await expect(make).rejects.toThrow('There is no payroll of that month');
  });

  test('shows a reversal beside what it reverses, and the decision with its reason', async () => {
    const books = await posted();
    await books.acts.signOff(books.ref(6), act('agreed to payslips'));
    await books.acts.reverse(books.ref(6), act('paid twice by mistake'));
    const { evidence, files } = await evidenceOf(books);
    const { journals, decisions, summary } = evidence.pages;
    const kinds = journals.blocks.flatMap((block) => (block.kind === 'facts' ? [block.facts[0]?.value] : []));
    expect(kinds).toEqual(['Posted', 'Reversal of posting 1']);
    expect(tableOf(decisions.blocks, /^Decisions/)?.rows.map(({ reason }) => reason)).toEqual([
      'agreed to payslips',
      'paid twice by mistake',
    ]);
    expect(tableOf(summary.blocks, /^Who/)?.rows.map(({ what }) => what)).toEqual([
      'Signed off, before payroll or the books changed',
      'Asked to reverse',
    ]);
    const folder = process.env.MONTH_FILES_TO;
    if (folder) for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  });

  test('shows how many pairs of eyes were asked for, of the company and of its practice, and why', async () => {
    const books = await posted();
    await books.policy({ approval: 'two' });
    const { db: database, log, company } = books;
    await insertTwoReviewers(database);
    await database.work((rows) => rows.update(Connection, { id: company.connectionId }, { kind: 'practice' }));
    const who = { actor: 'ann', trigger: 'page', companies: null } as const;
    const asked = { who, approval: 'two', reason: 'all of us' } as const;
    await requireApproval({ database, companies: books.rig.companies, log }, company, asked);
    const { decisions } = (await evidenceOf(books)).evidence.pages;
    expect(tableOf(decisions.blocks, /^Decisions/)?.rows.map(({ what, reason }) => [what, reason])).toEqual([
      ['The practice asks for two people', 'all of us'],
    ]);
    const logged = tableOf(decisions.blocks, /^The log/)?.rows.find(({ what }) => what === 'Policy changed');
    expect(logged?.about).toMatch(/→ Two: .*: test$/);
    const { evidence } = await evidenceOf(books, noPay);
    expect(JSON.stringify(evidence.pages.decisions)).not.toMatch(/all of us|: test/);
  });

  /** September's maternity pay, recovered, and the levy that HMRC bills apart from payroll. */
  async function withAdjustments(): Promise<Books> {
    const books = await booksOn(open);
    await books.policy({ recovery: { from: '2025-08-06', post: 'auto', smallEmployer: 'yes' } });
    await withMaternityPay(books, '500.0');
    await books.sync();
    await books.acts.adjust(books.ref(5), { ...act('Levy of September'), ...levy });
    await books.verify.run(books.company, { actor: 'ann', trigger: 'command' });
    return books;
  }

  const september = { year: 2026, period: 5 };
  const checksIn = (blocks: readonly Block[]) =>
    blocks.flatMap((block) => (block.kind === 'checks' ? block.checks.map(({ is, words }) => `${is}: ${words}`) : []));

  test('holds every adjustment, and what is owed to HMRC apart from payroll', async () => {
    const books = await withAdjustments();
    const { evidence } = await evidenceOf(books, all, september);
    const { journals, reconciliation, summary } = evidence.pages;
    const [recovery, adjustment] = ['counterfoil:2026-05:2025-09-30:recovery', 'counterfoil:2026-05:levy-1'];
    const shown = journals.blocks.flatMap((block) => (block.kind === 'facts' ? [block] : []));
    const tags = shown.map(({ facts }) => facts.find(({ label }) => label === 'Reference')?.value);
    expect(tags).toEqual(['counterfoil:2026-05:2025-09-30', recovery, adjustment]);
    const inBooks = (await books.sets()).filter(({ tag }) => tags.includes(tag));
    const debits = inBooks.map(({ journal_entries: entries }) =>
      Money.sum(entries.map((entry) => Money.parse(entry.debit_value)).filter((debit) => debit.isPositive())),
    );
    const totals = tables(journals.blocks).map((table) => table.totals?.debit);
    expect(totals.toSorted()).toEqual(debits.map(String).sort());
    const hmrc = tableOf(reconciliation.blocks, /^Payments/)?.rows.filter(({ to }) => to === 'HMRC');
    expect(hmrc?.map(({ what, by, amount }) => [what, by, amount])).toEqual([
      ['PAYE, NI and student loans', '2025-10-22', '36.31'],
      ['Apprenticeship levy', '2025-10-22', '125.00'],
    ]);
    expect(checksIn(summary.blocks)[2]).toMatch(/^good: In the books once and as posted/);
    const company = await books.rig.companies.find(books.company.id);
    const { statement } = await filesOf(books).payments(company, september);
    expect(statement).toContain('£161.31 to HMRC by 22 October 2025.');
  });

  test('shows that an adjustment was altered after posting', async () => {
    const books = await withAdjustments();
    const [set] = (await books.sets()).filter(({ tag }) => tag?.endsWith(':levy-1'));
    await books.rig.control('DELETE', `companies/elm/journal_sets/${set?.url.split('/').at(-1)}`);
    await books.verify.run(books.company, { actor: 'ann', trigger: 'command' });
    const { evidence } = await evidenceOf(books, all, september);
    expect(checksIn(evidence.pages.summary.blocks)[2]).toBe(
      'bad: Not as posted, or not in the books: Apprenticeship levy: gone from the books, as at 10 Nov 2025 09:00',
    );
  });

  test('with several pay dates holds each of them', async () => {
    const books = await booksOn(open);
    const document = await books.period(2026, october.period);
    const payslips = document.payslips.map((slip, at) => ({
      ...slip,
      dated_on: at === 0 ? '2025-10-15' : '2025-10-31',
    }));
    await books.setPeriod(2026, october.period, { ...document, payslips });
    await books.sync();
    const { evidence } = await evidenceOf(books);
    const { summary, journals, reconciliation, payroll } = evidence.pages;
    const runs = (await books.runs()).filter(({ period }) => period === october.period);
    expect(runs.map(({ datedOn }) => datedOn)).toEqual(['2025-10-15', '2025-10-31']);
    const shown = tableOf(summary.blocks, /^Pay runs/);
    expect(shown?.rows.map(({ paid, gross }) => [paid, gross])).toEqual(
      runs.map(({ datedOn, gross }) => [datedOn, gross.toString()]),
    );
    expect(tables(journals.blocks).map(({ totals }) => totals?.debit)).toHaveLength(2);
    const net = tableOf(reconciliation.blocks, /^Payments/)?.rows.filter(({ what }) => what === 'Net pay');
    expect(net?.map(({ to, by }) => [to, by])).toEqual([
      ['Ed Employee', '2025-10-15'],
      ['Ann Elm', '2025-10-31'],
    ]);
    expect(tables(payroll.blocks).flatMap(({ rows }) => rows.map(({ name }) => name))).toEqual([
      'Ed Employee',
      'Ann Elm (director)',
    ]);
  });
});
