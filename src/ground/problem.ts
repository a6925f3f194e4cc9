import { type FailureExitCode, type ProblemName, problems, problemTypePath } from './problems.js';

export interface ProblemWords {
  /** What happened, and to which company. */
  readonly detail: string;
  /** What a person can do now. */
  readonly todo: string;
  readonly cause?: unknown;
}

/** Foreseen trouble, in words for people and fields for programs. Everything but its words is in problems.ts. */
export class Problem extends Error {
  readonly kind: ProblemName;
  readonly title: string;
  readonly detail: string;
  readonly todo: string;
  readonly status: number;
  readonly exitCode: FailureExitCode;
  /** Where its kind is described (RFC 9457). */
  readonly type: string;

  /** For classes whose problems are caught by their class; all others are made by `problem`. */
  protected constructor(kind: ProblemName, { detail, todo, cause }: ProblemWords) {
    const { title, type } = problems[kind];
    super(`${title}: ${detail}`, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.kind = kind;
    this.title = title;
    this.detail = detail;
    this.todo = todo;
    this.status = type.status;
    this.exitCode = type.exitCode;
    this.type = problemTypePath(type.slug);
  }

  static of(kind: ProblemName, words: ProblemWords): Problem {
    return new Problem(kind, words);
  }
}

/** `throw problem('payroll-changed', { detail, todo })` */
export const problem = (kind: ProblemName, words: ProblemWords): Problem => Problem.of(kind, words);

export function isProblem(error: unknown, kind: ProblemName): error is Problem {
  return error instanceof Problem && error.kind === kind;
}

/** As a record, a log and a terminal show it. */
export function problemWords({ title, detail, todo }: Problem) {
  return { title, detail, todo };
}

/** The body of an `application/problem+json` answer (RFC 9457), with `todo` as an extension member. */
export interface ProblemDetails {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly todo: string;
}

export function problemDetails({ type, title, status, detail, todo }: Problem): ProblemDetails {
  return { type, title, status, detail, todo };
}

/** Anything thrown, as a Problem. What was not foreseen is a bug, and says so. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return problem('unforeseen', {
    detail: error instanceof Error ? error.message : String(error),
    todo: 'Run the same again with LOG_LEVEL=debug and report what it prints.',
    cause: error,
  });
}
