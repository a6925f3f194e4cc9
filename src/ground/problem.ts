import { type FailureExitCode, type ProblemName, problems, problemTypePath } from './problems.js';

export const fieldCodes = [
  'missing',
  'unknown',
  'wrong_type',
  'wrong_format',
  'too_small',
  'too_big',
  'invalid',
] as const;
export type FieldCode = (typeof fieldCodes)[number];

/** What is wrong with one field of a request. */
export interface FieldError {
  /** A JSON pointer (RFC 6901), such as `/runs/0/fingerprint`; a parameter of the address is `/company`. */
  readonly pointer: string;
  readonly code: FieldCode;
  readonly detail: string;
}

export interface ProblemWords {
  /** What happened, and to which company. */
  readonly detail: string;
  /** What a person can do now. */
  readonly todo: string;
  readonly cause?: unknown;
  /** Of a request that is not valid. */
  readonly errors?: readonly FieldError[];
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
  readonly errors: readonly FieldError[] | undefined;

  /** For classes whose problems are caught by their class; all others are made by `problem`. */
  protected constructor(kind: ProblemName, { detail, todo, cause, errors }: ProblemWords) {
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
    this.errors = errors;
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

/** The body of an `application/problem+json` answer (RFC 9457); `todo` and `errors` are extension members. */
export interface ProblemDetails {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly todo: string;
  readonly errors?: readonly FieldError[];
}

export function problemDetails({ type, title, status, detail, todo, errors }: Problem): ProblemDetails {
  return { type, title, status, detail, todo, ...(errors && { errors }) };
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
