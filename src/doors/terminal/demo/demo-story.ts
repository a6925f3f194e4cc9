import { payKeyOf } from '../../../journal/nouns/pay-key.js';
import type { Answer } from '../../../record/control-answer.js';
import { dayInWords } from '../../../journal/nouns/dates.js';
import type { PayRunRecord } from '../../../record/runs/pay-run.entity.js';
import { payEverybody, readControls } from './demo-payments.js';
import { actor, control, databaseOf, type Demo, runsOf } from './demo-stage.js';

/** What happens after the first sync: payroll changes, books are edited, time passes, a network fails. */

const dayMs = 86_400_000;
const daysAfterPayDay = 2;

export async function playStory(demo: Demo): Promise<void> {
  const { print } = demo;
  const clear = await payEverybody(demo);
  const runs = await runsOf(demo);
  const held = runs.filter((run) => run.state === 'held');
  const posted = runs.filter((run) => run.state === 'posted');
  // A changed run waits for held or changed runs next to it, so the story changes runs that are not next to each other.
  const alone = posted.filter((run) => held.every((other) => monthsBetween(run, other) > 1));
  const edited = posted.at(-1);
  const corrected = alone.filter((run) => run !== edited).at(-1);
  const late = alone.filter((run) => corrected !== undefined && monthsBetween(run, corrected) > 1).at(-1);
  if (late === undefined || edited === undefined || corrected === undefined) return;

  await editSet(demo, edited);
  await recheckBooks(demo);
  print(`Someone edited the journal of ${dayInWords(edited.datedOn)} in the books: books altered since posting.`);
  await reconcile(demo, clear);
  for (const run of [late, corrected]) {
    await correctPayroll(demo, run);
    await syncAgain(demo, { year: run.year, period: run.period });
  }
  print(
    `Payroll of ${dayInWords(late.datedOn)} and ${dayInWords(corrected.datedOn)} was corrected after it was posted: payroll changed since posting.`,
  );
  const [older] = held;
  if (older !== undefined && held.length > 1) {
    await decideButWait(demo, older);
    print(
      `A reviewer decided what was held of ${dayInWords(older.datedOn)}; the company now waits for approval: ready to post.`,
    );
  }
  const next = runs.find((run) => run.state === 'not_ready');
  if (next !== undefined) {
    await moveClockPast(demo, next);
    print(
      `The clock was moved past the next pay date, ${dayInWords(next.datedOn)}, and the FPS is not accepted yet: overdue.`,
    );
  }
  await amendWithoutAnswer(demo, corrected);
  print(
    `The journal of ${dayInWords(corrected.datedOn)} was amended, and the service did not answer: checking whether it posted.`,
  );
}

/**
 * What the control accounts say about a wage that was not paid, about payments to HMRC that are less than the journals
 * because no one posted the recoveries, and about the edited journal; then the first two are mended.
 */
async function reconcile(demo: Demo, clear: () => Promise<void>): Promise<void> {
  demo.print('Why the control accounts are not clear, on the page Reconciliation:');
  for (const words of await toldOf(await readControls(demo))) demo.print(`- ${words}`);
  await clear();
  demo.print('The wage was paid and the recoveries were posted. What is left:');
  for (const words of await toldOf(await readControls(demo))) demo.print(`- ${words}`);
}

/** Causes first, then open items that need someone. */
async function toldOf({ causes, accounts }: Answer): Promise<readonly string[]> {
  const { needsAPerson } = await import('../../../record/control-answer.js');
  const { openWords } = await import('../../../record/control-words.js');
  const { inPounds } = await import('../pounds.js');
  const open = accounts.flatMap(({ account, name, open: parts }) =>
    parts
      .filter(needsAPerson)
      .map(({ item, amount, state }) => `${openWords[state]}: ${account} ${name}, ${item}, ${inPounds(amount)}.`),
  );
  const known = causes.map(({ what, accounts: on }) => {
    const [first, ...others] = on;
    const where = first === undefined || others.length > 0 ? '' : `, ${inPounds(first.amount)} on ${first.account}`;
    return `${what}${where}.`;
  });
  return [...known, ...open];
}

const monthsBetween = (a: PayRunRecord, b: PayRunRecord) => Math.abs(a.year * 12 + a.period - (b.year * 12 + b.period));

interface PeriodDocument {
  readonly payslips: readonly Record<string, unknown>[];
}

/** Adds overtime that was forgotten to the last payslip of that day. */
async function correctPayroll(demo: Demo, run: PayRunRecord): Promise<void> {
  const path = `companies/${demo.subdomain}/payroll/${run.year}/${run.period}`;
  const { period } = await control<{ period: PeriodDocument }>(demo, 'GET', path);
  const last = period.payslips.findLast((slip) => slip.dated_on === run.datedOn);
  const payslips = period.payslips.map((slip) => (slip === last ? { ...slip, overtime: '86.4' } : slip));
  await control(demo, 'PUT', path, { period: { ...period, payslips } });
}

/** Adds two entries that cancel out, so that the set still balances. */
async function editSet(demo: Demo, run: PayRunRecord): Promise<void> {
  const added = [
    { line: run.mapped?.lines.find((line) => line.category === '401'), by: '120.00' },
    { line: run.mapped?.lines.find((line) => line.category === '902'), by: '-120.00' },
  ];
  const entries = added.map(({ line, by }) => ({
    category: `${demo.sandboxUrl}/v2/categories/${line?.category}`,
    user: line?.user,
    description: line?.description,
    debit_value: by,
  }));
  const number = run.journalSet?.slice(run.journalSet.lastIndexOf('/') + 1);
  const body = { journal_set: { journal_entries: entries } };
  await control(demo, 'PUT', `companies/${demo.subdomain}/journal_sets/${number}`, body);
}

/** Moves both clocks, and with them the sessions and links of people who are looking already. */
async function moveClockPast(demo: Demo, next: PayRunRecord): Promise<void> {
  const target = Date.parse(`${next.datedOn}T09:00:00Z`) + daysAfterPayDay * dayMs;
  const ms = target - demo.clock.now().getTime();
  if (ms <= 0) return;
  await keepSignedIn(demo, ms);
  demo.clock.forward(ms);
  await control(demo, 'POST', 'clock', { advanceSeconds: Math.round(ms / 1000) });
  await syncAgain(demo, { year: next.year, period: next.period });
}

async function keepSignedIn({ rooms }: Demo, ms: number): Promise<void> {
  const { Session } = await import('../../../access/session.entity.js');
  const { SignInLink } = await import('../../../access/sign-in-link.entity.js');
  const database = await databaseOf(rooms);
  const { logAccess } = await import('../../../access/access-log.js');
  const { linkIn, sessionIn } = await import('../../../access/sessions.js');
  const later = (at: Date) => new Date(at.getTime() + ms);
  await database.work(async (rows) => {
    const sessions = await rows.find(Session);
    for (const { idHash, seenAt, expiresAt } of sessions)
      await rows.update(Session, { idHash }, { seenAt: later(seenAt), expiresAt: later(expiresAt) });
    const links = await rows.find(SignInLink);
    for (const { codeHash, expiresAt } of links)
      await rows.update(SignInLink, { codeHash }, { expiresAt: later(expiresAt) });
    const carries = [
      ...sessions.map(({ idHash }) => sessionIn(idHash)),
      ...links.map(({ codeHash }) => linkIn(codeHash)),
    ];
    const entry = { actor, trigger: 'command', act: 'session', outcome: 'moved', carries: carries.flat() } as const;
    if (carries.length > 0) await logAccess(database, rows, entry);
  });
}

async function syncAgain(
  { rooms, company }: Demo,
  only: { readonly year?: number; readonly period?: number } = {},
): Promise<void> {
  const { Syncs } = await import('../../../sync/syncs.js');
  await rooms.get(Syncs, { strict: false }).run(company, { ...only, trigger: 'command', actor });
}

async function recheckBooks({ rooms, company }: Demo): Promise<void> {
  const { Verify } = await import('../../../sync/verify.js');
  await rooms.get(Verify, { strict: false }).run(company, { actor, trigger: 'command' });
}

async function decideButWait({ rooms, company }: Demo, run: PayRunRecord): Promise<void> {
  const { ActTools } = await import('../../../acts/act-tools.js');
  const { changePolicy } = await import('../../../acts/companies/change-policy.js');
  const { decideField } = await import('../../../acts/runs/decide-field.js');
  const tools = rooms.get(ActTools, { strict: false });
  const who = { actor, trigger: 'command', companies: null } as const;
  const policy = { ...company.policy, mode: 'approve' };
  const waiting = await changePolicy(tools, company, { who, policy, reason: 'A person posts from now on' });
  const [hold] = run.mapped?.holds ?? [];
  if (hold?.field === undefined) return;
  const { year, period } = run;
  const paid = payKeyOf(run);
  await decideField(
    tools,
    { company: waiting, year, period, paid },
    {
      who,
      reason: 'It is pay for being on call',
      field: hold.field,
      as: 'pay',
      scope: 'payslip',
      user: hold.payslip,
    },
  );
}

/** The request is lost on its way, so the service looks for it and sends nothing until the window is over. */
async function amendWithoutAnswer(demo: Demo, run: PayRunRecord): Promise<void> {
  const { ActTools } = await import('../../../acts/act-tools.js');
  const { amend } = await import('../../../acts/runs/amend.js');
  const { Companies } = await import('../../../companies/companies.js');
  const company = await demo.rooms.get(Companies, { strict: false }).find(demo.company.id);
  await control(demo, 'POST', 'faults', { kind: 'drop_before', match: { method: 'PUT', path: '/v2/journal_sets/*' } });
  const { year, period } = run;
  const paid = payKeyOf(run);
  const act = { who: { actor, trigger: 'command', companies: null }, reason: 'Overtime was forgotten' } as const;
  await amend(demo.rooms.get(ActTools, { strict: false }), { company, year, period, paid }, act);
}
