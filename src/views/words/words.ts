import type { Verdict } from '../../journal/decide/decide.js';
import type { HoldCode, WarningCode } from '../../journal/nouns/holds.js';
import type { DecisionScope } from '../../journal/policy/decision.js';
import type { RunState } from '../../record/runs/pay-run.entity.js';

/** What pages and month files call things. Only people read these: no code depends on them. */

export const stateWords: Readonly<Record<RunState, string>> = {
  in_doubt: 'Checking whether it posted',
  drift: 'Books altered since posting',
  changed: 'Payroll changed since posting',
  refused: 'Refused by the books',
  held: 'Held',
  ready: 'Ready to post',
  posted: 'Posted',
  agrees: 'Agrees with the books',
  differs: 'Differs from the books',
  overdue: 'Pay date passed, FPS not accepted',
  nothing: 'Nothing to post',
  not_ready: 'Not due yet',
  before_cutover: 'Before cut-over',
  moved: 'Moved: paid from elsewhere',
  ignored: 'Ignored',
};

/** What a dry run says of a pay run. */
export const wouldWords: Readonly<Record<Verdict['do'], string>> = {
  wait: stateWords.in_doubt,
  record: 'Found in the books',
  post: 'Would be posted',
  amend: 'Would be amended',
  reverse: 'Would be reversed',
  remove: 'Its second journal would be removed',
  changed: stateWords.changed,
  drift: stateWords.drift,
  give_up: 'Gone from the books',
  held: 'Would be held',
  posted: 'Posted already',
  ready: 'Would wait for a person to post it',
  check: 'Would be compared with the books',
  nothing: stateWords.nothing,
  // Due or overdue: a dry run judges payroll, not the day.
  not_ready: 'Not filed with HMRC yet',
  before_cutover: stateWords.before_cutover,
  moved: stateWords.moved,
  ignored: stateWords.ignored,
};

/** Why a posted run waits for a decision. */
export const changedWhys: Readonly<Record<string, string>> = {
  amount: 'Its figures are no longer those posted',
  hold: 'It would be held now',
  nothing: 'It has nothing to post any more',
  gone: 'Payroll no longer has it',
  not_filed: 'It is no longer filed',
  neighbour: 'Another pay run comes first',
};

export const holdWords: Readonly<Record<string, string>> & Readonly<Record<HoldCode, string>> = {
  ambiguous_field: 'Pay item needs coding',
  unknown_money_field: 'Unrecognised pay item',
  possible_double_count: 'Possible duplicate pension',
  possible_duplicate_payslip: 'Possible duplicate payslip',
  allowance_exceeds_employer_ni: 'Employment allowance above employer’s NI',
  allowance_above_maximum: 'Employment allowance above the year’s maximum',
  allowance_not_claimed: 'Employment allowance not claimed',
  negative_allowance: 'Negative employment allowance',
  negative_employer_ni: 'Negative employer’s NI',
  negative_gross: 'Negative gross pay',
  negative_net_pay: 'Negative net pay',
  unsupported_role: 'Director or employee?',
  unknown_user: 'Employee not in the company',
  payslip_date_outside_tax_year: 'Dated outside its tax year',
  accounts_closed: 'Final accounts are closed',
  not_exact_money: 'Amount not in whole pence',
  missing_account: 'Account missing from the chart',
  split_exceeds_amount: 'Split of more than the amount',
  director_allocated: 'Director’s cost allocated elsewhere',
  already_in_books: 'Already in the books',
  unexplained_movement: 'Unexplained movement in the books',
  reversed: 'Reversed, not reposted',
  net_pay_differs: 'Net pay differs from the file’s',
  taxable_and_ni_pay_differ: 'Taxable pay and NI pay differ',
  employer_ni_improbable: 'Employer’s NI is improbable',
  employee_ni_improbable: 'Employee’s NI is improbable',
  ni_missing: 'No NI in the file',
  who_is_who: 'Who is who?',
  year_to_date_differs: 'Year to date differs',
  paid_by_difference: 'May be paid by a difference',
  notional_pay: 'Notional pay',
  off_payroll_worker: 'Off-payroll worker',
  person_unmapped: 'Not matched to anyone in the books',
  employer_pension_unknown: 'Employer’s pension not known',
  pension_total_differs: 'Pensions differ from the provider’s total',
  relief_at_source_unknown: 'Is the pension among the deductions?',
  totals_differ: 'Totals differ',
  column_unknown: 'Column not mapped',
  levy_account_unknown: 'Account of the levy not known',
  cis_not_set_off: 'CIS suffered is set off by companies only',
  return_before_unknown: 'The return before it is missing',
  paid_by_two_sources: 'Paid by two sources',
  appeared_after_move: 'Appeared after payroll moved',
};

/** Together with those of guard and sync: every code has words. */
export const warningWords: Readonly<Record<string, string>> & Readonly<Record<WarningCode, string>> = {
  negative_tax: 'Tax refund',
  role_differs_from_ni_calc_type: 'Role and NI method differ',
  statutory_recovery_not_posted: 'Statutory pay recovered from HMRC is not posted',
  recovery_to_decide: 'Statutory pay to be recovered: decide the rate',
  date_outside_tax_month: 'Paid outside its tax month',
  allowance_caught_up: 'Employment allowance caught up',
  sole_director_claims_allowance: 'Employment allowance of a sole director',
  employer_pension_equals_sacrificed: 'Employer’s pension equals the sacrificed pension',
  not_filed: 'Not filed with HMRC',
  check_not_made: 'A check was not made',
  period_differs: 'Period and pay date differ',
  employee_ni_improbable: 'Employee’s NI is improbable',
  ni_off_each_period: 'NI is a little off each period',
  allowance_worked_out: 'Employment allowance is worked out',
};

/** Who a decision applies to. */
export const scopeWords = {
  payslip: 'this person, in this pay run only',
  run: 'this pay run, everyone in it who has it',
  person: 'this person, from now on',
  company: 'this company, from now on',
  practice: 'every company of the practice',
} as const satisfies Record<DecisionScope, string>;

/** "+£120.00" */
export function signed(money: { inPounds(): string; isNegative(): boolean }): string {
  const text = money.inPounds();
  return money.isNegative() ? text.replace('-', '−') : `+${text}`;
}

/** In the middle of a sentence: "posted", "unrecognised pay item"; HMRC and FPS keep their capitals. */
export function inSentence(words: string): string {
  return /^\p{Lu}\p{Lu}/u.test(words) ? words : words.charAt(0).toLowerCase() + words.slice(1);
}

/** "Apprenticeship levy 2" */
export function adjustmentInWords(name: string): string {
  const [kind = '', number = ''] = name.split('-');
  const words = kindsInWords[kind] ?? kind;
  return number === '' || number === '1' ? words : `${words} ${number}`;
}

const kindsInWords: Readonly<Record<string, string>> = {
  recovery: 'Statutory pay recovered',
  levy: 'Apprenticeship levy',
  class1a: 'Class 1A NI',
  other: 'PAYE adjustment',
};
