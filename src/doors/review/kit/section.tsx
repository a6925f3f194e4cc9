import type { ComponentChildren, HTMLAttributes } from 'preact';
import type { Problem } from '../../../ground/problem.js';
import { Said } from '../frame/marks.js';

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

/** Why what was asked is refused, if it is. */
export function ProblemNote({ problem }: { readonly problem?: Pick<Problem, 'title' | 'detail' | 'todo'> }) {
  if (problem === undefined) return null;
  return (
    <div class="problem" role="alert">
      <h2>{problem.title}</h2>
      <p>
        <Said>{withCode(problem.detail)}</Said>
      </p>
      <p>
        <Said>{withCode(problem.todo)}</Said>
      </p>
    </div>
  );
}

/** Text between backticks is for typing: terminals and the API show it like that, pages as code. */
export const withCode = (words: string) =>
  words.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));

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
