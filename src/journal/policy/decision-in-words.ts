import { type FieldTreatment, kindOf } from './decision.js';
import { Money } from '../nouns/money.js';
import type { SplitPart } from '../nouns/split.js';
import { wordsOf } from './treatments.js';

const treatmentWords = {
  hold: 'held until a person decides',
  pay: 'pay',
  deduct: 'deducted',
  deduct_to_tax_authority: 'deducted for HMRC',
  employer_cost_to_tax_authority: "employer's cost, owed to HMRC",
  information: 'information only',
} as const;

/** "Attachment of earnings: deducted, £1.00 to 049, the rest to 815" */
export function decisionInWords(field: string, decision: FieldTreatment): string {
  return `${wordsOf(field)}: ${treatmentInWords(decision)}`;
}

/** "deducted, to 816" */
export function treatmentInWords(decision: FieldTreatment): string {
  const words = treatmentWords[kindOf(decision)];
  if (typeof decision === 'string') return words;
  const accounts = 'split' in decision ? decision.split.map(partInWords).join(', ') : `to ${decision.account}`;
  return `${words}, ${accounts}`;
}

function partInWords(part: SplitPart): string {
  return 'rest' in part ? `the rest to ${part.account}` : `${Money.parse(part.amount).inPounds()} to ${part.account}`;
}
