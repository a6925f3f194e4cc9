import { problemTypeOf } from './problem-types.js';

/** 1 failed · 2 wrong usage or configuration · 3 done, but a person is needed. */
export type FailureExitCode = 1 | 2 | 3;

interface ProblemInit {
  /** The kind of trouble, in the same words every time. */
  title: string;
  /** What happened, and to which company. */
  detail: string;
  /** What a person can do now. */
  todo: string;
  /** HTTP status. */
  status?: number;
  exitCode?: FailureExitCode;
  /** The URI of the problem type (RFC 9457), if it is not the title's. */
  type?: string;
  cause?: unknown;
}

/** Trouble that was foreseen, in words for people and fields for programs. */
export class Problem extends Error {
  readonly title: string;
  readonly detail: string;
  readonly todo: string;
  readonly status: number;
  readonly exitCode: FailureExitCode;
  readonly type: string;

  constructor({ title, detail, todo, status = 500, exitCode = 1, type = problemTypeOf(title), cause }: ProblemInit) {
    super(`${title}: ${detail}`, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.title = title;
    this.detail = detail;
    this.todo = todo;
    this.status = status;
    this.exitCode = exitCode;
    this.type = type;
  }
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

/** Anything thrown, as a Problem. What was not foreseen is a bug, and is called that. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return new Problem({
    title: 'Something went wrong that was not foreseen',
    detail: error instanceof Error ? error.message : String(error),
    todo: 'Run the same again with LOG_LEVEL=debug and report what it prints.',
    cause: error,
  });
}
