import { fixedPartsShown, nameOfPart, nameOfRest } from './typed-decision.js';

const code = { inputmode: 'numeric', pattern: '[0-9]{3,4}(-[0-9]+)?', maxlength: 12 } as const;

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
          <label>
            Amount {number}
            <input
              name={nameOfPart('amount', number)}
              inputmode="decimal"
              maxlength={16}
              value={typed[nameOfPart('amount', number)] ?? ''}
            />
          </label>
          <label>
            Nominal code {number}
            <input name={nameOfPart('account', number)} {...code} value={typed[nameOfPart('account', number)] ?? ''} />
          </label>
        </div>
      ))}
      <label>
        Nominal code for the rest
        <input name={nameOfRest} {...code} value={typed[nameOfRest] ?? ''} />
      </label>
    </details>
  );
}
