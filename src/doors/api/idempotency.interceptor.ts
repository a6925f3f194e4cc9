import { hash } from 'node:crypto';
import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
  SetMetadata,
  UseInterceptors,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiHeader } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { catchError, concatMap, from, map, type Observable, of, switchMap, throwError } from 'rxjs';
import type { SignedInRequest } from '../../access/access.js';
import { covers } from '../../access/principal.js';
import { replayRefused } from '../../access/refusals.js';
import { Problem, problem } from '../../ground/problem.js';
import { problemTypePath } from '../../ground/problems.js';
import { type Answered, type Asked, KeptAnswers } from '../../record/kept-answers.js';

const keyCharactersMax = 255;
const tryAgainSeconds = '1';

/** The same POST with the same Idempotency-Key is done once, and answered the same for a day. */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    @Inject(KeptAnswers) private readonly kept: KeptAnswers,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<SignedInRequest>();
    const key = request.get('Idempotency-Key');
    if (request.method !== 'POST' || key === undefined) return next.handle();
    const { principal } = request;
    if (principal === undefined) throw new Error('a route that anyone may call keeps no answers');
    const { role, pay, companies } = principal;
    const rights = { role, pay, companies };
    const asked = { scope: scopeOf(request), key: checked(key), requestHash: hashOf(request), rights };
    const isSecret = this.reflector.get<boolean | undefined>(ANSWERS_SECRET, context.getHandler()) ?? false;
    const response = http.getResponse<Response>();
    return from(this.kept.begin(asked)).pipe(
      switchMap((begun) => {
        switch (begun.is) {
          case 'new':
            return next.handle().pipe(
              concatMap((value) =>
                this.#ended(asked, begun.token, isSecret ? refused(notKept()) : done(response, value)).pipe(
                  map(() => value),
                ),
              ),
              catchError((error: unknown) =>
                this.#ended(asked, begun.token, refused(error)).pipe(concatMap(() => throwError(() => error))),
              ),
            );
          case 'answered':
            // A key repeats an answer, not the rights under which it was given.
            if (!covers(principal, begun.rights)) throw replayRefused(principal);
            response.setHeader('Idempotency-Replayed', 'true');
            return of(again(response, begun.answer));
          case 'erased':
            throw answerErased();
          case 'going on':
            response.setHeader('Retry-After', tryAgainSeconds);
            throw stillGoingOn();
          case 'another request':
            throw usedForAnother();
        }
      }),
    );
  }

  /** The act is done, so trouble with keeping its answer must not look like a failure. */
  #ended(asked: Asked, token: string, answer: Answered | undefined): Observable<unknown> {
    return from(this.kept.end(asked, token, answer)).pipe(catchError(() => of(undefined)));
  }
}

/** For a route that a client may call again because it lost the answer. */
export const Idempotent = () => idempotent(sameAnswer);

/**
 * For a route whose answer holds a link or a token: the answer is not kept, and a repeat is refused instead of making a
 * second link.
 */
export const IdempotentSecret = () =>
  applyDecorators(SetMetadata(ANSWERS_SECRET, true), idempotent('it is refused, because a link is not kept (409).'));

const ANSWERS_SECRET = 'counterfoil:answers-secret';
const sameAnswer = 'it gets the same answer, with `Idempotency-Replayed: true`.';

const idempotent = (repeated: string) =>
  applyDecorators(
    UseInterceptors(IdempotencyInterceptor),
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description: `A new UUID for every new request. The same request with the same key within a day is not done again: ${repeated}`,
      schema: { type: 'string', maxLength: keyCharactersMax },
    }),
  );

function done(response: Response, value: unknown): Answered {
  const location = response.getHeader('Location');
  return {
    status: response.statusCode,
    headers: location === undefined ? {} : { Location: String(location) },
    body: JSON.stringify(value),
  };
}

const conflict = 409;

/**
 * A conflict with payroll or the books would be refused again in the same way, so the refusal is kept. Any other error
 * did nothing, and the key may be used again.
 */
function refused(error: unknown): Answered | undefined {
  if (!(error instanceof Problem) || error.status !== conflict) return undefined;
  // Connected again, the company may be asked the same again.
  if (error.type === problemTypePath('connection-lost')) return undefined;
  const { kind, detail, todo } = error;
  return { status: conflict, headers: {}, body: JSON.stringify({ kind, detail, todo }) };
}

function again(response: Response, { status, headers, body }: Answered): unknown {
  if (status === conflict) {
    const { kind, ...words } = JSON.parse(body) as Pick<Problem, 'kind' | 'detail' | 'todo'>;
    throw problem(kind, words);
  }
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  return JSON.parse(body);
}

/** The token or session, so that no one can run into another's keys. */
function scopeOf({ headers }: Request): string {
  return hash('sha256', headers.authorization ?? headers.cookie ?? '', 'hex');
}

function hashOf({ method, originalUrl, body }: Request): string {
  return hash('sha256', JSON.stringify([method, originalUrl, body]), 'hex');
}

function checked(key: string): string {
  if (/^[\x21-\x7e]+$/.test(key) && key.length <= keyCharactersMax) return key;
  throw problem('wrong-request', {
    detail: `Idempotency-Key: 1 to ${keyCharactersMax} visible ASCII characters are expected.`,
    todo: 'Send a new UUID with every new request.',
  });
}

const notKept = () =>
  problem('answer-not-kept', {
    detail: 'The same request came before and was done. It was answered with a link, which is kept nowhere.',
    todo: 'Use the link you were given, or send a new key to have another made.',
  });

const answerErased = () =>
  problem('answer-not-kept', {
    detail: 'The same request came before and was done. Its answer named someone who was erased since.',
    todo: 'Read its subject: it is as the request left it.',
  });

const stillGoingOn = () =>
  problem('idempotency-key-in-use', {
    detail: 'The same request came before and is not answered yet.',
    todo: 'Send it again after Retry-After: the answer will be the same.',
  });

const usedForAnother = () =>
  problem('idempotency-key-reused', {
    detail: 'The same key came with another address or another body within a day. Nothing was done.',
    todo: 'Send a new key with every new request.',
  });
