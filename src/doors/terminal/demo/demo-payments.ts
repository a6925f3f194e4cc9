import type { Answer } from '../../../record/control-answer.js';
import { dayOfNextMonth } from '../../../journal/paye/due-days.js';
import type { Money } from '../../../journal/nouns/money.js';
import type { PayRunRecord } from '../../../record/runs/pay-run.entity.js';
import { actor, control, databaseOf, type Demo, runsOf } from './demo-stage.js';

/** The company pays its people, HMRC and the pension provider; one wage is paid late. */
export async function payEverybody(demo: Demo): Promise<() => Promise<void>> {
  const today = demo.clock.now().toISOString().slice(0, 10);
  // People are paid whether or not a journal is held.
  const runs = (await runsOf(demo)).filter(({ state }) => state === 'posted' || state === 'held');
  const { isPast } = await import('../../../controls/judge/windows.js');
  // The bank feed might still bring the payment of a later one.
  const last = runs.findLast(({ state, datedOn }) => state === 'posted' && isPast({ due: datedOn }, today));
  const late = last?.mapped?.paid.at(-1);
  for (const run of runs) {
    for (const one of run.mapped?.paid ?? []) {
      if (run !== last || one !== late) await pay(demo, run.datedOn, one.net, '902', one.user);
    }
    const pensionDay = dayOfNextMonth(run.datedOn, demo.company.policy.controls.pensionDay);
    await payAttachments(demo, run, today);
    if (!run.pension.isZero() && pensionDay <= today) await pay(demo, pensionDay, run.pension.toString(), '813');
  }
  await payHmrc(demo, runs, today);
  // A payment that has nothing to do with payroll, which the controls must leave aside.
  await pay(demo, today, '12.50', '300');
  return async () => {
    if (last !== undefined && late !== undefined) await pay(demo, today, late.net, '902', late.user);
    await postLastYearsRecoveries(demo, runs, today);
  };
}

/** The other deductions are paid to no one by a day. */
const paidAtOnce = ['attachments', 'payroll_giving'];

async function payAttachments(demo: Demo, run: PayRunRecord, today: string): Promise<void> {
  const { Money: Amounts } = await import('../../../journal/nouns/money.js');
  const day = dayOfNextMonth(run.datedOn, demo.company.policy.controls.attachmentsDay);
  const lines = (run.mapped?.lines ?? []).filter(
    ({ category, from }) => category === '815' && paidAtOnce.some((field) => from?.includes(field)),
  );
  const amount = Amounts.sum(lines.map(({ debit }) => Amounts.parse(debit))).negated();
  if (amount.isPositive() && day <= today) await pay(demo, day, amount.toString(), '815');
}

/** Pays what the service gives as due: less than the payslips owe in months where statutory pay is recovered. */
async function payHmrc(demo: Demo, runs: readonly PayRunRecord[], today: string): Promise<void> {
  const { hmrcDue } = await import('../../../views/month/hmrc-due.js');
  const database = await databaseOf(demo.rooms);
  const dues = await database.read((rows) =>
    hmrcDue(rows, { pay: true, companies: [demo.company.id] }, '2000-01-01', today),
  );
  for (const { dueOn, amount, month } of dues) {
    if (isOf(runs, month) && amount?.isPositive()) await pay(demo, dueOn, amount.toString(), '814');
  }
}

const isOf = (runs: readonly PayRunRecord[], month: { readonly year: number; readonly period?: number }) =>
  runs.some(({ year, period }) => year === month.year && period === month.period);

/**
 * Posted by hand, as a bookkeeper would, with the dates of the pay, so that the PAYE account is nil once each month is
 * paid. Counterfoil could post these too.
 */
async function postLastYearsRecoveries(demo: Demo, runs: readonly PayRunRecord[], today: string): Promise<void> {
  const { Money: Amounts } = await import('../../../journal/nouns/money.js');
  const { compensationOn, wholeTenths } = await import('../../../journal/paye/recovery-rates.js');
  const { hmrcDueOn } = await import('../../../journal/paye/due-days.js');
  const { controls, recovery } = demo.company.policy;
  const isPaid = (run: PayRunRecord) => hmrcDueOn(run, controls) <= today;
  const before = runs.filter((run) => recovery.from !== null && run.datedOn < recovery.from && isPaid(run));
  for (const { datedOn, mapped } of before) {
    const pays = (mapped?.warnings ?? []).filter(({ code }) => code === 'statutory_recovery_not_posted');
    if (pays.length === 0) continue;
    const pay = Amounts.sum(pays.map(({ amount = '0' }) => Amounts.parse(amount)));
    const compensation = pay.share(Amounts.pence(compensationOn(datedOn).tenths), Amounts.pence(wholeTenths));
    await postByHand(demo, datedOn, [
      ['814', pay.plus(compensation)],
      ['401', pay.negated()],
      ['402', compensation.negated()],
    ]);
  }
}

async function postByHand(demo: Demo, datedOn: string, lines: readonly (readonly [string, Money])[]): Promise<void> {
  const entries = lines.map(([code, debit]) => ({
    category: `${demo.sandboxUrl}/v2/categories/${code}`,
    debit_value: debit.toString(),
    description: 'Statutory pay recovered from HMRC',
  }));
  const set = { dated_on: datedOn, description: 'Statutory pay recovered', journal_entries: entries };
  await control(demo, 'POST', `companies/${demo.subdomain}/journal_sets`, { journal_set: set });
}

async function pay(demo: Demo, datedOn: string, amount: string, category: string, user?: string): Promise<void> {
  const body = { dated_on: datedOn, amount, category, ...(user !== undefined && { user }) };
  await control(demo, 'POST', `companies/${demo.subdomain}/payments`, body);
}

/** What is open on the control accounts, by the present trial balance. */
export async function readControls({ rooms, company }: Demo): Promise<Answer> {
  const { ControlAccounts } = await import('../../../controls/controls.js');
  const reader = rooms.get(ControlAccounts, { strict: false });
  return (await reader.read(company, { actor, trigger: 'command' })).answer;
}
