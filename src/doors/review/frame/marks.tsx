import { type ComponentChildren, Fragment } from 'preact';
import { Money } from '../../../journal/nouns/money.js';
import type { RunState } from '../../../record/runs/pay-run.entity.js';
import type { FigureName, Part } from '../../../views/words/figures.js';
import { amount } from './words.js';
import { signed, stateWords } from '../../../views/words/words.js';

/** A state in words as well as in colour, never in colour alone. */
export function State({ state, words }: { readonly state: RunState; readonly words?: string }) {
  return <span class={`state is-${state}`}>{words ?? stateWords[state]}</span>;
}

/** An amount, and what it is. Of which pay run, month, account or person: the `data-of` around it, joined. */
interface FigureProps {
  /** Left out where the element around it says what it is. */
  readonly is?: FigureName;
  readonly of: { toString(): string };
  /** The last part of what it is of. */
  readonly at?: string;
  /** As a difference: "+£120.00", or "+120.00" where the heading names the currency. */
  readonly signed?: 'pounds' | 'plain';
  readonly pounds?: boolean;
}

/** The one place where pages print money. */
export function Figure({ is, of, at, ...how }: FigureProps) {
  if (is === undefined && at === undefined) return <>{figureInWords(of, how)}</>;
  return (
    <span data-is={is} data-of={at}>
      {figureInWords(of, how)}
    </span>
  );
}

function figureInWords(
  of: FigureProps['of'],
  { signed: sign, pounds }: Pick<FigureProps, 'signed' | 'pounds'>,
): string {
  if (sign === undefined && !pounds) return amount(of);
  const money = Money.parse(of.toString());
  if (sign === undefined) return money.inPounds();
  return sign === 'pounds' ? signed(money) : signed(money).replace('£', '');
}

/** A sentence whose amounts say what they are. */
export function Parted({ of }: { readonly of: readonly Part[] }) {
  return (
    <>
      {of.map((part, index) =>
        typeof part === 'string' ? (
          part
        ) : (
          <Figure key={index} is={part.is} of={part.of} {...(part.signed && { signed: 'pounds' as const })} />
        ),
      )}
    </>
  );
}

/** A sentence as it was recorded, such as a hold's: its amounts are words by now. */
export function Said({ children }: { readonly children: ComponentChildren }) {
  return <span data-is="said">{children}</span>;
}

interface AmountProps extends Pick<FigureProps, 'is' | 'at' | 'signed'> {
  readonly of?: { toString(): string };
  /** What the figure is, for when its heading is not visible. */
  readonly label?: string;
  /** Further style classes. */
  readonly kind?: string;
  /** A mark after the figure. */
  readonly children?: ComponentChildren;
}

export function HiddenFigure() {
  return (
    <span class="hidden-figure" title="Amounts are shown to people who may see pay">
      –
    </span>
  );
}

/** Money in a column of its own; a dash with an explanation when the viewer may not see it. */
export function Amount({ is, of, at, signed: sign, label, kind, children }: AmountProps) {
  const style = kind === undefined ? 'n' : `n ${kind}`;
  if (of === undefined) {
    return (
      <td class={style} data-label={label}>
        <HiddenFigure />
      </td>
    );
  }
  return (
    <td class={style} data-label={label} data-is={is} data-of={at}>
      {figureInWords(of, { signed: sign })}
      {children}
    </td>
  );
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
    <>
      <span class="printonly muted">
        part {part + 1} of {parts}
      </span>
      <nav class="parts noprint" aria-label={label}>
        {partsNear(part, parts).map((index, at, all) => (
          <Fragment key={index}>
            {at > 0 && index - (all[at - 1] as number) > 1 ? <span class="muted">…</span> : null}
            <a
              href={`${path}${path.includes('?') ? '&' : '?'}part=${index + 1}`}
              aria-current={index === part ? 'page' : undefined}
            >
              {index + 1}
            </a>
          </Fragment>
        ))}
      </nav>
    </>
  );
}

/** Those around the one shown, the first and the last: a pay run of 2,000 people has 200. */
const partsNear = (part: number, parts: number): readonly number[] =>
  Array.from({ length: parts }, (_, index) => index).filter(
    (index) => index === 0 || index === parts - 1 || Math.abs(index - part) <= partsAround,
  );

const partsAround = 4;

/** The link to the next page of a list. */
export function More({ href, words }: { readonly href: string | undefined; readonly words: string }) {
  if (href === undefined) return null;
  return (
    <p class="more">
      <a href={href}>{words} ›</a>
    </p>
  );
}
