import * as z from 'zod';
import { type PayRunRecord, runStates, type StoredRemark } from '../../record/runs/pay-run.entity.js';
import type { Principal } from '../../access/principal.js';
import { checkNames, type RunChecks, runChecks } from '../../views/checks/checks.js';
import type { StandingDecision } from '../../views/run/standing-decisions.js';
import { nameShown } from '../../views/name-shown.js';
import { seesTotal } from '../../access/viewer.js';
import { type Sight, seesFingerprint, visible } from '../../access/visible.js';

const money = z.string().meta({ description: 'Pounds and pence, exact.', examples: ['1557.04'] });
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
    company: z.string(),
    companyId: z.string(),
    year: z.number().int(),
    period: z.number().int(),
    datedOn: z.string(),
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
      .object({ gross: money, net: money, taxAuthority: money, pension: money.optional(), other: money.optional() })
      .optional()
      .meta({ description: 'Absent where they would show what a person is paid; `pension` and `other` apart.' }),
    holds: z.array(remark),
    warnings: z.array(remark),
    postedAt: z.string().optional(),
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
          asAt: z.string().optional(),
        }),
      )
      .optional()
      .meta({ description: 'Only when one run is read.' }),
    booksReadAt: z.string().optional().meta({
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
          ...{ words: z.string(), whom: z.string(), actor: z.string(), at: z.string(), reason: z.string() },
          whyNotTakenBack: z.string().optional().meta({ description: 'Absent: it may be taken back.' }),
        }),
      )
      .optional()
      .meta({ description: 'What stands decided for it. Only when one run is read; needs the right to see pay.' }),
    plan: z.looseObject({ kind: z.string() }).optional().meta({ description: 'Why it waits, and what may be done.' }),
    journal: z.object({ datedOn: z.string(), description: z.string(), lines: z.array(line) }).optional(),
    paid: z
      .array(
        z.object({
          ...{ user: z.string(), name: z.string(), role: z.string(), director: z.boolean() },
          ...{ gross: money, tax: money, employeeNi: money, employerNi: money, net: money },
        }),
      )
      .optional(),
  })
  .meta({ id: 'PayRunDetail', description: '`journal` and `paid` need the right to see pay.' });

/** The answers that pages and month files show too. */
export const checked = (checks: RunChecks) => ({
  checks: checkNames.map((check) => {
    const { answer, of, asAt } = checks[check];
    return { check, question: runChecks[check].question, answer, of, asAt: asAt?.toISOString() };
  }),
  booksReadAt: checks.books.asAt?.toISOString(),
  booksFinding: checks.books.finding,
});

export const decisionsView = (standing: readonly StandingDecision[]) =>
  standing.map(({ id, short, words, whom, actor, at, reason, whyNot }) => ({
    ...{ id, short, words, whom, actor, at: at.toISOString(), reason },
    whyNotTakenBack: whyNot,
  }));

export function viewOf(company: string, run: PayRunRecord, principal: Principal): z.infer<typeof payRunView> {
  const sight = visible(run, principal);
  return {
    company,
    companyId: run.companyId,
    year: run.year,
    period: run.period,
    datedOn: run.datedOn,
    state: run.state,
    reason: run.reason ?? undefined,
    tag: run.tag,
    fingerprint: seesFingerprint(principal) ? (run.fingerprint ?? undefined) : undefined,
    journalSet: run.journalSet ?? undefined,
    payslips: run.payslips,
    totals: sight === 'state' ? undefined : totalsOf(run, principal),
    holds: run.state === 'held' ? remarksOf(run.holdCodes, run.mapped?.holds, sight) : [],
    warnings: remarksOf(run.warningCodes, run.mapped?.warnings, sight),
    postedAt: run.postedAt?.toISOString(),
    signedOffBy: run.signedOffBy ? nameShown(run.signedOffBy) : undefined,
  };
}

export function detailOf(company: string, run: PayRunRecord, principal: Principal): z.infer<typeof payRunDetail> {
  const common = { ...viewOf(company, run, principal), policyVersion: run.policyVersion };
  if (visible(run, principal) !== 'people') return { ...common, plan: run.plan ? { kind: run.plan.kind } : undefined };
  const { mapped } = run;
  return {
    ...common,
    plan: run.plan ? { ...run.plan } : undefined,
    journal: mapped
      ? {
          datedOn: mapped.datedOn,
          description: mapped.description,
          lines: mapped.lines.map((each) => ({
            ...each,
            from: each.from && [...each.from],
            why: each.why?.map((one) => ({ ...one })),
          })),
        }
      : undefined,
    paid: mapped?.paid.map((person) => ({ ...person })),
  };
}

function totalsOf(run: PayRunRecord, principal: Principal) {
  const { gross, net, taxAuthority, pension, other } = run;
  return {
    gross: gross.toString(),
    net: net.toString(),
    taxAuthority: taxAuthority.toString(),
    ...(seesTotal(principal, run, 'pension') && { pension: pension.toString() }),
    ...(seesTotal(principal, run, 'other') && { other: other.toString() }),
  };
}

/** Messages contain people's names and amounts. */
function remarksOf(codes: readonly string[], remarks: readonly StoredRemark[] | undefined, sight: Sight) {
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
  return sight === 'people' ? all : all.map(({ code }) => ({ code }));
}
