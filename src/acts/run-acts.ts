import * as z from 'zod';
import type { Role } from '../access/principal.js';
import { decisionScopes, treatmentNames } from '../journal/policy/decision.js';
import { recoveryRates } from '../journal/paye/recovery-rates.js';
import { acts } from '../record/acts.js';
import { date, word } from '../views/lists/lists.js';
import type { Act, Acted, RunRef, Who } from './act.js';
import type { ActTools } from './act-tools.js';
import { fingerprint, reason } from './act-body.js';

/**
 * The acts on a run, declared once: routes and OpenAPI, commands and the page's dispatch are made from these rows. Forms
 * and examples are written by hand. Who may do it, what it moves and its words in the log are in `record/acts.ts`, with
 * those of acts of every other kind.
 */
export interface RunAct<Given extends z.ZodType = z.ZodType> {
  /** What is asked for besides the run. */
  readonly body: Given;
  /** As `--help` has it, and the API with a capital letter. */
  readonly summary: string;
  /** What the page says afterwards. */
  readonly done: string;
  /** Of recoveries and adjustments too. */
  readonly ofAdjustments?: true;
  /** Loads its function when it is used: `--help` loads no database code. */
  does(tools: ActTools, ref: RunRef, given: z.output<Given> & { readonly who: Who }): Promise<Acted>;
}

const act = <Given extends z.ZodType>(row: RunAct<Given>): RunAct<Given> => row;

/** Every act needs a reason, and may send the fingerprint that the person saw. */
const seen = { reason, fingerprint: fingerprint.optional() };
export const plainBody = z.strictObject(seen).meta({ id: 'Act' });

const splitParts = z
  .array(
    z.union([
      z.strictObject({ account: word, amount: word.meta({ description: 'Pounds and pence, such as 1.00.' }) }),
      z.strictObject({ account: word, rest: z.literal(true) }),
    ]),
  )
  .min(2)
  .meta({ description: 'One amount over several accounts: fixed amounts in order, then the rest.' });

export const runActs = {
  rerun: act({
    body: plainBody,
    summary: 'read the month again and do what is due: never posts twice',
    done: 'payroll read again',
    ofAdjustments: true,
    does: async (tools, ref, given) => (await import('./runs/rerun.js')).rerun(tools, ref, given),
  }),
  post: act({
    body: plainBody,
    summary: 'post a run that is ready, or was reversed',
    done: 'posted',
    ofAdjustments: true,
    does: async (tools, ref, given) => (await import('./runs/post.js')).post(tools, ref, given),
  }),
  approve: act({
    body: z
      .strictObject({
        ...seen,
        hold: word.meta({ description: 'The code of the hold, such as already_in_books.' }),
        user: word.optional().meta({
          description:
            'Only what holds this person’s payslip: the user url, or the name as in the pay run. Without it every hold of that code.',
        }),
        difference: z.literal(true).optional().meta({
          description:
            'Of `year_to_date_differs`: posts the payment with what its year to date has and no file paid. Without it, the payment as it stands. Refused where the file does not tell the NI, loans and deductions of it.',
        }),
      })
      .meta({ id: 'Approve' }),
    summary: 'release one hold, for the run’s present figures',
    done: 'approved',
    ofAdjustments: true,
    does: async (tools, ref, { difference, ...given }) =>
      difference === true
        ? (await import('./payrolls/post-difference.js')).postDifference(tools, ref, given)
        : (await import('./approval/approve.js')).approve(tools, ref, given),
  }),
  decide: act({
    body: z
      .strictObject({
        ...seen,
        field: word.meta({ description: 'The payslip field, such as other_deductions.' }),
        as: z.union([
          z.enum(treatmentNames),
          z.strictObject({ as: z.enum(treatmentNames), account: word }),
          z.strictObject({ as: z.enum(treatmentNames), split: splitParts }),
        ]),
        for: z.enum(decisionScopes).meta({
          description:
            'How far it reaches: `payslip`, one person in this pay run; `run`, everybody in it who has the field; `person`, one person from now on; `company`; `practice`. The narrowest counts.',
        }),
        user: word.optional().meta({
          description:
            'For `payslip` and `person`, and refused for the others: the user url, or the name as in the pay run; not needed where only one person has the field.',
        }),
      })
      .meta({ id: 'Decide' }),
    summary: 'decide how a payslip field is treated, and for whom',
    done: 'decided',
    does: async (tools, ref, { for: scope, ...given }) =>
      (await import('./runs/decide-field.js')).decideField(tools, ref, { ...given, scope }),
  }),
  'take-back': act({
    body: z
      .strictObject({
        ...seen,
        decision: word.meta({
          description: 'As `decisions` of the pay run has it: the short id, or the whole one.',
          examples: ['1a2b3c4d', 'policy-7'],
        }),
      })
      .meta({ id: 'TakeBack' }),
    summary: 'take back a decision that has not been posted',
    done: 'taken back',
    does: async (tools, ref, given) => (await import('./runs/take-back.js')).takeBack(tools, ref, given),
  }),
  recover: act({
    body: z
      .strictObject({
        ...seen,
        rate: z
          .enum(recoveryRates)
          .meta({ description: 'usual: 92 %; small_employer: all of it plus the compensation.' }),
        user: word.optional().meta({ description: 'One person’s claims only, by user url.' }),
        field: word.optional().meta({ description: 'One kind of pay only, such as statutory_maternity_pay.' }),
      })
      .meta({ id: 'Recover' }),
    summary: 'decide at which rate HMRC repays statutory parental pay; then its recovery is posted',
    done: 'recovery decided',
    does: async (tools, ref, given) => (await import('./runs/decide-recovery.js')).decideRecovery(tools, ref, given),
  }),
  amend: act({
    body: plainBody,
    summary: 'change the set in the books to the present figures, with its date if the pay date moved',
    done: 'amended',
    ofAdjustments: true,
    does: async (tools, ref, given) => (await import('./runs/amend.js')).amend(tools, ref, given),
  }),
  reverse: act({
    body: z
      .strictObject({
        ...seen,
        on: date
          .optional()
          .meta({ description: 'The date of the reversal; by default the pay date, or the first open day.' }),
      })
      .meta({ id: 'Reverse' }),
    summary: 'post the negation of what is in the books; a changed run is then posted again',
    done: 'reversed',
    ofAdjustments: true,
    does: async (tools, ref, given) => (await import('./runs/reverse.js')).reverse(tools, ref, given),
  }),
  ignore: act({
    body: plainBody,
    summary: 'leave a run alone for good: never posted, amended or held',
    done: 'ignored from now on',
    ofAdjustments: true,
    does: async (tools, ref, given) => (await import('./runs/ignore.js')).ignore(tools, ref, given),
  }),
  'sign-off': act({
    body: z
      .strictObject({
        ...seen,
        withdraw: z.literal(true).optional().meta({ description: 'Take a sign-off back: it has to be given again.' }),
      })
      .meta({ id: 'SignOff' }),
    summary: 'record that a person has reviewed what was posted, or take that back',
    done: 'signed off',
    does: async (tools, ref, given) => (await import('./approval/sign-off.js')).signOff(tools, ref, given),
  }),
} as const;

export type RunActName = keyof typeof runActs;
export const runActNames = Object.keys(runActs) as readonly RunActName[];

/** Any of the acts, where its name is known only at run time. */
interface AnyRunAct extends Omit<RunAct, 'does'> {
  /** `given` is what its body names. */
  does(tools: ActTools, ref: RunRef, given: Act & object): Promise<Acted>;
}

type InLog<Name extends string> = Name extends `${infer Before}-${infer After}` ? `${Before}_${After}` : Name;

/** Where its name has a hyphen, the log has an underscore. */
export const actInLog = (name: RunActName) => name.replace('-', '_') as InLog<RunActName>;

export const roleOf = (name: RunActName): Role => acts[actInLog(name)].by;

export const runActOf = (name: RunActName): AnyRunAct => runActs[name] as unknown as AnyRunAct;
