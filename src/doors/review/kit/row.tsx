import type { ComponentChildren, HTMLAttributes } from 'preact';

interface RowProps extends HTMLAttributes<HTMLLIElement> {
  readonly who: string;
  readonly when?: ComponentChildren;
  /** Where to act on it. */
  readonly href: string;
  readonly act: string;
  /** Tells its link from those of other rows with the same client. */
  readonly which?: string;
}

/** A line of a list of clients: who, when, what, and the link to the act. */
export function Row({ who, when, href, act, which = '', children, ...row }: RowProps) {
  return (
    <li class="row" {...row}>
      <span class="row-who">{who}</span>
      <span class="row-when">{when}</span>
      <span class="row-what">{children}</span>
      <a class="row-act" href={href}>
        {act}
        <span class="sr-only">{` ${who}${which}`}</span>
      </a>
    </li>
  );
}
