import { type Counting, decisionsIn } from '../../journal/policy/decided.js';
import { type DecisionScope, isOfOnePerson, isOfOneRun } from '../../journal/policy/decision.js';
import { Money } from '../../journal/nouns/money.js';
import { type PayPeriod, pathOf } from '../../journal/nouns/pay-run.js';
import { isPaidIn } from '../../journal/nouns/pay-key.js';
import { usersIn } from '../../journal/nouns/users-with.js';
import type { Decision } from '../../record/runs/decision.entity.js';
import { PayPeriodRecord } from '../../record/runs/pay-period.entity.js';
import type { PayRunRecord } from '../../record/runs/pay-run.entity.js';
import { type RulesRecord, rulesFor } from '../../sync/story/map-runs.js';
import type { RunRef } from '../act.js';
import { type FieldAct, onlyOne } from './decide-field.js';
import { personNamed } from './person-named.js';
import { type PreviewTools, recordedRules } from './recorded-payroll.js';
import { runFound } from './run-found.js';

export type Tried = Pick<FieldAct, 'field' | 'as' | 'scope' | 'user'>;

/** The record as it would be after a decision. */
export function withTried<Of extends RulesRecord>(
  record: Of,
  { run: { tag }, at }: { readonly run: Pick<PayRunRecord, 'tag'>; readonly at: Date },
  { field, as: treatment, scope, user }: Tried,
): Of {
  const { company } = record;
  if (scope === 'company') {
    const treatments = { ...company.policy.treatments, [field]: treatment };
    return { ...record, company: { ...company, policy: { ...company.policy, treatments } } };
  }
  const tried: Decision = {
    id: '',
    kind: 'treatment',
    scope,
    field,
    treatment,
    reason: '',
    actor: '',
    at,
    endedAt: null,
    companyId: company.id,
    connectionId: company.connectionId,
    tag: isOfOneRun(scope) ? tag : null,
    userPath: isOfOnePerson(scope) && user !== undefined ? pathOf(user) : null,
    holdCode: null,
    fingerprint: null,
    figures: null,
    onDate: null,
  };
  return { ...record, decisions: [...record.decisions, tried] };
}

/** A person whose payslip has a pay item, and the decision that counts for it. */
export interface HavingField {
  readonly user: string;
  readonly name: string;
  /** As payroll has it; of all that person's payslips. */
  readonly amount: string;
  readonly now: Counting | undefined;
}

/** Those of a pay run who have a pay item. */
export interface Having {
  readonly everybody: readonly HavingField[];
  /** The people a decision would cover in this pay run: not those for whom a narrower one counts. */
  answeredBy(tried: Omit<Tried, 'field'>): readonly HavingField[];
}

/** The people with a pay item in this pay run; none if its payslips are no longer kept. */
export async function havingField(tools: PreviewTools, ref: RunRef): Promise<(field: string) => Having> {
  const { company } = ref;
  const run = await tools.database.read((rows) => runFound(rows, ref));
  const record = await recordedRules(tools, company, run);
  const { companyId, year, period } = run;
  const kept = await tools.database.read((rows) => rows.findOneBy(PayPeriodRecord, { companyId, year, period }));
  return havingIn({ record, run, period: kept?.document?.period(year), at: tools.database.clock.now() });
}

interface Known {
  readonly record: RulesRecord;
  readonly run: Pick<PayRunRecord, 'tag' | 'datedOn' | 'mapped'>;
  readonly period: PayPeriod | undefined;
  readonly at: Date;
}

export function havingIn({ record, run, period, at }: Known): (field: string) => Having {
  const names = new Map(run.mapped?.paid.map(({ user, name }) => [user, name]));
  const counting = (of: RulesRecord) => {
    const { policy, decided } = rulesFor(of, run.tag);
    return decisionsIn(policy, decided, run.tag);
  };
  const now = counting(record);
  return (field) => {
    const everybody = [...new Set(period && usersIn(period, run, field))].map((user) => ({
      user,
      name: names.get(user) ?? pathOf(user),
      amount: period ? amountIn(period, run, { field, user }) : '',
      now: now(field, pathOf(user)),
    }));
    const meantAlone = (scope: DecisionScope) =>
      isOfOnePerson(scope) ? onlyOne(run, field, new Set(everybody.map(({ user }) => user))) : undefined;
    return {
      everybody,
      answeredBy: (tried) => {
        const user = tried.user === undefined ? meantAlone(tried.scope) : personNamed('', run, tried.user);
        const after = counting(withTried(record, { run, at }, { ...tried, field, user }));
        const isMeant = (one: string) => user === undefined || pathOf(one) === pathOf(user);
        return everybody.filter((one) => isMeant(one.user) && after(field, pathOf(one.user))?.scope === tried.scope);
      },
    };
  };
}

/** "£40.00"; what is not exact money, as it is written. */
function amountIn(
  { payslips }: PayPeriod,
  run: Pick<PayRunRecord, 'datedOn' | 'tag'>,
  { field, user }: { readonly field: string; readonly user: string },
): string {
  const own = payslips.filter((slip) => isPaidIn(run, slip) && slip.user === user);
  const flaw = own.flatMap(({ flaws }) => flaws).find((one) => one.field === field);
  if (flaw) return flaw.value;
  return Money.sum(
    own.map(({ figures, wholeTexts }) => figures.get(field) ?? wholeTexts?.get(field) ?? Money.zero),
  ).inPounds();
}
