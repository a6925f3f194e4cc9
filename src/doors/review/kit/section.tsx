import type { ComponentChildren, HTMLAttributes } from 'preact';

interface SectionProps extends HTMLAttributes<HTMLElement> {
  readonly id: string;
  readonly heading: ComponentChildren;
  /** How many there are of what it lists. */
  readonly count?: number;
  /** They need a person. */
  readonly isLoud?: boolean;
  /** On the heading's line, at its end. */
  readonly aside?: ComponentChildren;
}

/** A part of a page, named by its heading, whose id is the section's with `-heading`. */
export function Section({ id, heading, count, isLoud, aside, children, ...section }: SectionProps) {
  const title = (
    <h2 id={`${id}-heading`}>
      {heading}
      {count === undefined ? null : ' '}
      {count === undefined ? null : <span class={isLoud ? 'figure loud' : 'figure'}>{count}</span>}
    </h2>
  );
  return (
    <section id={id} aria-labelledby={`${id}-heading`} {...section}>
      {aside === undefined ? (
        title
      ) : (
        <div class="section-line">
          {title}
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}

interface PageHeadingProps {
  readonly words: ComponentChildren;
  /** After them, smaller. */
  readonly small?: ComponentChildren;
  /** At the right: where else to go, files. */
  readonly children?: ComponentChildren;
}

export function PageHeading({ words, small, children }: PageHeadingProps) {
  return (
    <header class="page-heading">
      <h1>
        {words}
        {small === undefined ? null : <small>{small}</small>}
      </h1>
      {children}
    </header>
  );
}
