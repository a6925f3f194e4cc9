import type { ComponentChild } from 'preact';

export type Section = 'board' | 'companies' | 'log' | 'year-end' | 'reconciliation' | 'people';

/** What a controller answers: a page, a part of one, or the way to another. */
export interface Page {
  readonly title: string;
  readonly section?: Section;
  readonly body: ComponentChild;
  /** Without script the page asks again after so long. */
  readonly refreshSeconds?: number;
  /** Where it is not 200. */
  readonly status?: number;
}

/** Takes the place of a part of the page that is shown. */
export interface Part {
  readonly part: ComponentChild;
}

/** After a form: 303, with a word on what was done. */
export interface Redirect {
  readonly redirect: string;
  readonly flash?: string;
}

export type PageAnswer = Page | Part | Redirect;
