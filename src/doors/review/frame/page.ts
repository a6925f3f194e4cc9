import type { ComponentChild } from 'preact';

export type Section = 'board' | 'clients' | 'hmrc-due' | 'log' | 'people';

/** What a controller answers: a page, a part of one, or a redirect. */
export interface Page {
  readonly title: string;
  readonly section?: Section;
  /** What was typed into the finder. */
  readonly find?: string;
  readonly body: ComponentChild;
  /** Reloads the page after this time when there are no scripts. */
  readonly refreshSeconds?: number;
  /** 200 unless given. */
  readonly status?: number;
}

/** Replaces a part of the page that is shown. */
export interface Part {
  readonly part: ComponentChild;
}

/** After a form: 303, with a sentence about what was done. */
export interface Redirect {
  readonly redirect: string;
  readonly flash?: string;
}

export type PageAnswer = Page | Part | Redirect;
