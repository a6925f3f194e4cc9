import { fixedPartsShown, nameOfPart, nameOfRest } from './typed-decision.js';
import { Field } from '../kit/act-form.js';

const code = { inputMode: 'numeric', pattern: '[0-9]{3,4}(-[0-9]+)?', maxLength: 12 } as const;

/** One amount over several accounts, such as an attachment with £1.00 as the employer's fee. */
export function SplitBoxes({ typed }: { readonly typed: Readonly<Record<string, string>> }) {
  const names = Array.from({ length: fixedPartsShown }, (_, index) => index + 1);
  const filled = [...names.map((number) => nameOfPart('account', number)), nameOfRest].some((name) => typed[name]);
  return (
    <details class="split" open={filled}>
      <summary>Split it over several nominal codes</summary>
      <p class="muted">Fixed amounts first, then the code that takes the rest. Net pay stays as it is.</p>
      {names.map((number) => (
        <div key={number} class="split-part">
          <Field
            name={nameOfPart('amount', number)}
            label={`Amount ${number}`}
            inputMode="decimal"
            maxLength={16}
            value={typed[nameOfPart('amount', number)] ?? ''}
          />
          <Field
            name={nameOfPart('account', number)}
            label={`Nominal code ${number}`}
            {...code}
            value={typed[nameOfPart('account', number)] ?? ''}
          />
        </div>
      ))}
      <Field name={nameOfRest} label="Nominal code for the rest" {...code} value={typed[nameOfRest] ?? ''} />
    </details>
  );
}
