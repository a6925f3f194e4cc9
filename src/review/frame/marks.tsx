import type { ComponentChildren } from 'preact';
import type { RunState } from '../../record/pay-run.entity.js';
import { amount } from './words.js';
import { stateWords } from '../../views/words.js';

/** A state in words, with its colour beside it and never the colour alone. */
export function State({ state, words }: { readonly state: RunState; readonly words?: string }) {
  return <span class={`state is-${state}`}>{words ?? stateWords[state]}</span>;
}

interface AmountProps {
  readonly of?: { toString(): string };
  /** What it is, where its heading is not seen. */
  readonly label?: string;
  /** A mark behind the figure. */
  readonly children?: ComponentChildren;
}

/** Money in a column of its own; a dash with words where it may not be seen. */
export function Amount({ of, label, children }: AmountProps) {
  if (of === undefined) {
    return (
      <td class="n" data-label={label}>
        <span class="hidden-figure" title="You may see totals only, and none of fewer than three payslips">
          –
        </span>
      </td>
    );
  }
  return (
    <td class="n" data-label={label}>
      {amount(of)}
      {children}
    </td>
  );
}

export function Csrf({ token }: { readonly token?: string }) {
  return token === undefined ? null : <input type="hidden" name="csrf" value={token} />;
}

/** The way on in a list that is shown a page at a time. */
export function More({ href, words }: { readonly href: string | undefined; readonly words: string }) {
  if (href === undefined) return null;
  return (
    <p class="more">
      <a href={href}>{words} ›</a>
    </p>
  );
}
