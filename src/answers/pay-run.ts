import { sourceIn } from '../journal/nouns/identity.js';
import * as z from 'zod';
import type { Answer } from './named.js';
import { type PayRunRecord, runStates, type StoredRemark } from '../record/runs/pay-run.entity.js';
import { type Principal, seesFingerprint } from '../access/principal.js';
import { checkNames, type RunChecks, runChecks } from '../views/checks/checks.js';
import { day, moment, money } from '../ground/written.js';
import { runId } from '../views/lists/run-id.js';
import { checkWithoutPay } from '../views/run/run-checked.js';
import { runRow } from '../views/lists/run-row.js';

const remark = z
  .object({
    code: z.string(),
    message: z.string().optional(),
    payslip: z.string().optional(),
    field: z.string().optional(),
    amount: money.optional(),
  })
  .meta({ id: 'Remark', description: 'A hold or a warning. Without the right to see pay, only its code.' });

export const payRunView = z
  .object({
    id: z.string().meta({ description: 'Of `GET /api/pay-runs/{id}`; it never changes.' }),
    company: z.string(),
    companyId: z.string(),
    year: z.number().int(),
    period: z.number().int(),
    datedOn: day,
    source: z
      .string()
      .optional()
      .meta({ description: 'Of payroll files: which source, such as weekly, where it has tags of its own.' }),
    state: z.enum(runStates),
    clean: z.boolean().optional().meta({
      description:
        'For a ready run: it may be posted without a closer look. No hold, no warning but those the policy expects, agreed to the PAYE due or not due yet, within the policy’s variance.',
    }),
    reason: z.string().optional().meta({ description: 'The state in one line.' }),
    tag: z.string(),
    fingerprint: z
      .string()
      .optional()
      .meta({ description: 'Of payroll’s present figures. Send it back with your decision.' }),
    journalSet: z.string().optional().meta({ description: 'The address of the journal set in the books.' }),
    payslips: z.number().int(),
    totals: z
      .object({ gross: money, net: money, taxAuthority: money, pension: money, other: money })
      .optional()
      .meta({ description: 'Needs the right to see pay.' }),
    holds: z.array(remark),
    warnings: z.array(remark),
    postedAt: moment.optional(),
    signedOffBy: z.string().optional(),
  })
  .meta({ id: 'PayRun' });

const line = z.object({
  category: z.string(),
  user: z.string().optional(),
  debit: money,
  description: z.string(),
  payslip: z.string().optional(),
  from: z.array(z.string()).optional().meta({ description: 'The payslip fields it came from.' }),
  why: z
    .array(
      z.object({
        because: z.enum(['allocation', 'split', 'allowance', 'paid_back', 'recovery', 'compensation']),
        payslip: z.string().optional(),
        field: z.string().optional(),
        percent: z.string().optional(),
        rate: z.string().optional(),
        rest: z.literal(true).optional().meta({ description: 'In a split: what is left after the fixed amounts.' }),
        employerNi: money.optional(),
        ofEmployerNi: money.optional(),
        of: money,
        amount: money,
        pennies: z.number().int().optional().meta({ description: 'Pennies added because of the largest remainder.' }),
      }),
    )
    .optional()
    .meta({ description: 'Why it is only a share of the amounts in those fields.' }),
  url: z.string().optional(),
});

export const payRunDetail = payRunView
  .extend({
    policyVersion: z.number().int(),
    checks: z
      .array(
        z.object({
          check: z.enum(checkNames),
          question: z.string(),
          answer: z
            .enum(['yes', 'no', 'not_known'])
            .meta({ description: '`not_known`: it was not looked at, or cannot be told.' }),
          of: z.enum(['posted', 'to_be_posted', 'payroll']).meta({
            description:
              'What it is about: the journals in the books; those and what will be posted; or neither, because nothing of it is posted here.',
          }),
          asAt: moment.optional(),
        }),
      )
      .optional()
      .meta({ description: 'Only when one run is read.' }),
    booksReadAt: moment.optional().meta({
      description: 'When the books were last read for it: at the posting, or at a recheck. Only when one run is read.',
    }),
    booksFinding: z
      .enum(['missing', 'edited', 'doubled'])
      .optional()
      .meta({ description: 'What differed then; absent: in the books once, as posted.' }),
    decisions: z
      .array(
        z.object({
          id: z.string(),
          short: z.string().meta({ description: 'What `take-back` takes.' }),
          words: z.string(),
          whom: z.string(),
          actor: z.string(),
          at: moment,
          reason: z.string(),
          whyNotTakenBack: z.string().optional().meta({ description: 'Absent if it may be taken back.' }),
        }),
      )
      .optional()
      .meta({ description: 'The decisions in force for it. Only when one run is read; needs the right to see pay.' }),
    plan: z.looseObject({ kind: z.string() }).optional().meta({ description: 'Why it waits, and what may be done.' }),
    journal: z.object({ datedOn: day, description: z.string(), lines: z.array(line) }).optional(),
    paid: z
      .array(
        z.object({
          user: z.string(),
          name: z.string(),
          role: z.string(),
          director: z.boolean(),
          gross: money,
          tax: money,
          employeeNi: money,
          employerNi: money,
          net: money,
          pension: money.optional().meta({ description: 'The employee’s own contribution.' }),
        }),
      )
      .optional(),
  })
  .meta({ id: 'PayRunDetail', description: '`journal` and `paid` need the right to see pay.' });

/** The answers that pages and month files show too. */
export const checked = (checks: RunChecks) => ({
  checks: checkNames.map((check) => {
    const { answer, of, asAt } = checks[check];
    return { check, question: runChecks[check].question, answer, of, asAt };
  }),
  booksReadAt: checks.books.asAt,
  booksFinding: checks.books.finding,
});

export function viewOf(company: string, run: PayRunRecord, principal: Principal): Answer<typeof payRunView> {
  const { fingerprint, payslips, totals, postedAt, signedOffBy, ...shown } = runRow({ company, run }, principal);
  const { holdCodes, warningCodes, inBooks: _, ...row } = shown;
  return {
    ...row,
    id: runId(run),
    source: sourceIn(run.tag),
    fingerprint: seesFingerprint(principal) ? fingerprint : undefined,
    journalSet: run.journalSet ?? undefined,
    payslips,
    totals: totals && { ...totals, pension: run.pension, other: run.other },
    holds: run.state === 'held' ? remarksOf(holdCodes, run.mapped?.holds, principal) : [],
    warnings: remarksOf(warningCodes, run.mapped?.warnings, principal),
    postedAt,
    signedOffBy,
  };
}

export function detailOf(company: string, run: PayRunRecord, principal: Principal): Answer<typeof payRunDetail> {
  const common = { ...viewOf(company, run, principal), policyVersion: run.policyVersion };
  if (!principal.pay) {
    const { plan } = run;
    return { ...common, plan: plan?.kind === 'check' ? checkWithoutPay(plan) : plan ? { kind: plan.kind } : undefined };
  }
  const { mapped } = run;
  return {
    ...common,
    plan: run.plan ?? undefined,
    journal: mapped ? { datedOn: mapped.datedOn, description: mapped.description, lines: mapped.lines } : undefined,
    paid: mapped?.paid,
  };
}

/** Messages contain people's names and amounts. */
function remarksOf(codes: readonly string[], remarks: readonly StoredRemark[] | undefined, { pay }: Principal) {
  const shown = remarks?.map(({ code, message, payslip, field, amount }) => ({
    code,
    message,
    payslip,
    field,
    amount,
  }));
  // The sync may hold a run for reasons the mapper does not know, such as the guard's.
  const others = codes.filter((code) => !shown?.some((remark) => remark.code === code)).map((code) => ({ code }));
  const all = [...(shown ?? []), ...others];
  return pay ? all : all.map(({ code }) => ({ code }));
}
