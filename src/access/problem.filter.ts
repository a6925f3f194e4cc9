import { type ArgumentsHost, Catch, type ExceptionFilter, Logger, NotFoundException } from '@nestjs/common';
import type { Response } from 'express';
import { Problem, problem, type ProblemDetails, problemDetails } from '../ground/problem.js';
import type { SignedInRequest } from './access.js';
import type { Principal } from './principal.js';
import { SignInNeeded } from './refusals.js';

/** Renders a problem as a page; `principal` is absent when no one is signed in. */
export type ProblemPage = (problem: ProblemDetails, request: { path: string; principal?: Principal }) => string;

/** Thirty files wait for two threads, and most take less than a second. */
const filesBusySeconds = 30;

/** Answers every error of the app: as JSON to programs (/api, /health, /metrics), as a page to people. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  readonly #log = new Logger('Problem');

  constructor(
    private readonly page: ProblemPage,
    /** What the routes at a path take; empty where there is none. */
    private readonly methodsAt: (path: string) => readonly string[] = () => [],
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<SignedInRequest>();
    const response = host.switchToHttp().getResponse<Response>();
    // Only Nest's router throws it: no route takes this method at this path. Nothing was looked up.
    const allowed = error instanceof NotFoundException ? this.methodsAt(request.path) : [];
    if (allowed.length > 0) response.setHeader('Allow', allowed.join(', '));
    if (allowed.length > 0 && request.method === 'OPTIONS') return void response.status(204).end();
    const problem = allowed.length > 0 ? methodRefused(request, allowed) : problemOf(error);
    if (problem.status >= 500) this.#log.error(error instanceof Error ? error : new Error(String(error)));
    // A stream that breaks off must not look complete.
    if (response.headersSent) return void response.destroy();

    response.setHeader('Cache-Control', 'no-store');
    response.status(problem.status);
    if (problem.kind === 'files-busy') response.setHeader('Retry-After', String(filesBusySeconds));
    const details = problemDetails(problem);
    if (isForPrograms(request.path)) {
      if (problem.status === 401) response.setHeader('WWW-Authenticate', 'Bearer realm="counterfoil"');
      response.type('application/problem+json').send(JSON.stringify(details));
      return;
    }
    if (error instanceof SignInNeeded) {
      // htmx would put the redirect's target into a part of the page; this header makes it leave the page.
      if (request.get('HX-Request')) return void response.setHeader('HX-Redirect', '/sign-in').end();
      return response.redirect(303, '/sign-in');
    }
    response.type('html').send(this.page(details, { path: request.path, principal: request.principal }));
  }
}

const methodRefused = ({ method, path }: SignedInRequest, allowed: readonly string[]) =>
  isForPrograms(path)
    ? problem('method-not-allowed', {
        detail: `This address does not take ${method}. Nothing was done.`,
        todo: `It takes ${allowed.join(', ')}; /api/docs shows what for.`,
      })
    : problem('method-not-allowed', {
        detail: 'This address is for what a page’s button sends, or for a link alone. Nothing was done.',
        todo: 'Go back, and use the page’s own button or link.',
      });

function isForPrograms(path: string): boolean {
  return /^\/(api|health|metrics)(\/|$)/.test(path);
}

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const status = statusOf(error) ?? 500;
  const known = ofStatus[status] ?? (status < 500 ? unreadable : unforeseen);
  return problem(known.kind, { detail: known.detail, todo: known.todo, cause: error });
}

/** The exceptions of Nest and of the body parsers both have a status. */
function statusOf(error: unknown): number | undefined {
  const { status } = (error ?? {}) as { status?: unknown };
  return typeof status === 'number' && status >= 400 && status <= 599 ? status : undefined;
}

type Known = Pick<Problem, 'kind' | 'detail' | 'todo'>;

const unreadable: Known = {
  kind: 'request-unreadable',
  detail: 'The request could not be read.',
  todo: 'Send a body that is valid JSON, as /api/docs shows it.',
};

/** An unexpected error's message may contain anything, so it goes to the log and not into the answer. */
const unforeseen: Known = {
  kind: 'unforeseen',
  detail: 'The request was not completed. The service’s log has the reason, under the answer’s X-Request-Id.',
  todo: 'Look whether it took effect before you send it again, and report what you find in the log.',
};

/** What exceptions that are not ours say, by status. */
const ofStatus: Readonly<Record<number, Known>> = {
  404: {
    kind: 'not-found',
    detail: 'There is nothing at this address.',
    todo: 'Check the address; /api/docs lists what there is.',
  },
  413: { kind: 'body-too-large', detail: 'The body is larger than is accepted here.', todo: 'Send less at once.' },
  415: {
    kind: 'unsupported-body',
    detail: 'The body has a type that this route does not read.',
    todo: 'Send JSON, with Content-Type: application/json.',
  },
  429: {
    kind: 'too-many-requests',
    detail: 'Too many requests came at once.',
    todo: 'Wait a minute, then send it again.',
  },
  503: {
    kind: 'not-ready',
    detail: 'The service cannot do its work at this moment. Its log has the reason.',
    todo: 'Try again in a minute.',
  },
};
