import type { ComponentChildren } from 'preact';
import type { RunState } from '../../../record/runs/pay-run.entity.js';
import { amount } from './words.js';
import { stateWords } from '../../../views/words.js';

/** A state in words as well as in colour, never in colour alone. */
export function State({ state, words }: { readonly state: RunState; readonly words?: string }) {
  return <span class={`state is-${state}`}>{words ?? stateWords[state]}</span>;
}

interface AmountProps {
  readonly of?: { toString(): string };
  /** What the figure is, for when its heading is not visible. */
  readonly label?: string;
  /** A mark after the figure. */
  readonly children?: ComponentChildren;
}

export function HiddenFigure() {
  return (
    <span class="hidden-figure" title="You may see totals only, and none that fewer than three people stand behind">
      –
    </span>
  );
}

/** Money in a column of its own; a dash with an explanation when the viewer may not see it. */
export function Amount({ of, label, children }: AmountProps) {
  if (of === undefined) {
    return (
      <td class="n" data-label={label}>
        <HiddenFigure />
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

interface PartsProps {
  readonly label: string;
  /** From 0. */
  readonly part: number;
  readonly parts: number;
  /** The page's address, which may have a query. */
  readonly path: string;
}

/** The parts of a list that is in memory already. */
export function Parts({ label, part, parts, path }: PartsProps) {
  if (parts === 1) return null;
  return (
    <nav class="parts noprint" aria-label={label}>
      {Array.from({ length: parts }, (_, index) => (
        <a
          key={index}
          href={`${path}${path.includes('?') ? '&' : '?'}part=${index + 1}`}
          aria-current={index === part ? 'page' : undefined}
        >
          {index + 1}
        </a>
      ))}
    </nav>
  );
}

/** The link to the next page of a list. */
export function More({ href, words }: { readonly href: string | undefined; readonly words: string }) {
  if (href === undefined) return null;
  return (
    <p class="more">
      <a href={href}>{words} ›</a>
    </p>
  );
}
