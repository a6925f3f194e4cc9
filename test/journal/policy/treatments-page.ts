import { readFileSync } from 'node:fs';
import {
  fieldRows,
  type LineRow,
  type Part,
  parts,
  periodFields,
  undocumentedPay,
} from '../../../src/journal/policy/treatments.js';
import { codeOf } from '../../../src/journal/policy/decided.js';
import { defaultPolicy } from '../../../src/journal/policy/policy.js';

/** docs/treatments.md, made from the table; a test keeps the two the same. */
export function treatmentsPage(): string {
  return `# What becomes of each payslip field

Made from \`src/journal/policy/treatments.ts\`; after changing the table, run its test with \`UPDATE_DOCS=1\`.
Accounts are the defaults: an employee's / a director's. 902 always names the person.
Any other field that holds a number is **held** when it is not zero, until a person decides what it is; so is text that
is money with two decimals once currency, spaces, commas, brackets and signs are taken away: \`(5.00)\`, \`£ 5.00\`, \`5.00-\`, \`5.00 GBP\`.
Not \`Plan 2\`, \`60\` or \`2026-01-31\`; digits alone become an amount once a person decides that their field is money.

Of the period itself these are read: ${[...periodFields].map((field) => `\`${field}\``).join(', ')}.
Any other number there is **held** in the pay run that bears the employment allowance. It is on no one's payslip, so it can only be decided to be information.

| field | words | treatment | debit | credit |
|---|---|---|---|---|
${fieldRows.map(({ field, words, part }) => `| ${field} | ${words} | ${parts[part].means} | ${accounts(part, 1)} | ${accounts(part, -1)} |`).join('\n')}

Held until decided too, though they have words of their own: ${undocumentedPay.map(({ field, words }) => `\`${field}\` (${words})`).join(', ')}.
Once they are decided to be pay, part of them comes back from HMRC, as below. Of other pay with *statutory* in its name (redundancy, guarantee) nothing does.

Net pay (902) is all pay less all that is deducted or given up from it.

## What a held field may be decided to be

| treatment | means | debit | credit |
|---|---|---|---|
${decided.map((part) => `| ${parts[part].treatment} | ${parts[part].means.replace('decided: ', '')} | ${accounts(part, 1)} | ${accounts(part, -1)} |`).join('\n')}

A decision may name another account, of a field that is not held too: it replaces the first one of its row (the cost account of an employer's cost).
A line on an account of persons (900 to 910) names the payslip's user, and stays that person's own in every layout.

${beyondThePayslip}`;
}

/** The chapter that is not made from the table: explanations and worked examples. */
const beyondThePayslip = readFileSync(new URL('beyond-the-payslip.md', import.meta.url), 'utf8');

const decided: readonly Part[] = [
  'pay',
  'deduction',
  'taxAuthorityDeduction',
  'employerCost',
  'information',
  'undecided',
];

function accounts(part: Part, sign: LineRow['sign']): string {
  const { net, lines } = parts[part];
  const codes = lines.filter((line) => line.sign === sign).map(({ account }) => bothCodes(account));
  // Take-home pay is made from the sums: pay raises it, and a deduction lowers the credit.
  if (net === 1 && sign === -1) codes.push('902');
  return [...new Set(codes)].join(', ') || '–';
}

function bothCodes(account: LineRow['account']): string {
  const [employee, director] = [codeOf(account, false, defaultPolicy), codeOf(account, true, defaultPolicy)];
  return employee === director ? employee : `${employee} / ${director}`;
}
