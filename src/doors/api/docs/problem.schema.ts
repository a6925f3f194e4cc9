import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';

const meanings = {
  400: 'The request is not valid.',
  401: 'No token, or a token that is not accepted.',
  403: 'The token’s role does not allow it.',
  404: 'It does not exist, or this token does not reach it.',
  409: 'It has changed since it was read, or cannot be done in its present state.',
  412: 'The policy has been changed by someone else.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  422: 'It is understood but cannot be done: the answer has the reason.',
  428: 'The header If-Match is missing.',
  502: 'The accounting service does not answer as it should.',
  429: 'Too many wrong tokens from this address, or too much at once; see Retry-After.',
} as const;

export type Status = keyof typeof meanings;

/** Documents how a route may refuse, in addition to the refusals of every route. */
export function ApiProblems(...statuses: readonly Status[]) {
  const all: Status[] = [...new Set<Status>([400, 401, 403, 429, ...statuses])];
  return applyDecorators(
    ...all.map((status) =>
      ApiResponse({
        status,
        description: meanings[status],
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      }),
    ),
  );
}
