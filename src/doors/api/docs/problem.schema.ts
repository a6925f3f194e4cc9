import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import * as z from 'zod';
import { fieldCodes } from '../../../ground/problem.js';

/** RFC 9457, with what to do now. */
export const problemSchema = z
  .object({
    type: z.string().meta({
      description:
        'Its kind: `/problems/…`, which is also the address of a page about it; stable, even when the texts change.',
    }),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    todo: z.string().meta({ description: 'What to do now.' }),
    errors: z
      .array(
        z.object({
          pointer: z.string().meta({
            description:
              'The field, as a JSON pointer (RFC 6901); a parameter of the address or the query by its name. Empty: the whole body.',
            examples: ['/runs/0/fingerprint', '/company'],
          }),
          code: z.enum(fieldCodes).meta({ description: 'More may be added: treat an unknown one as `invalid`.' }),
          detail: z.string(),
        }),
      )
      .optional()
      .meta({ description: 'Of a request that is not valid: each field that is wrong, the first hundred of them.' }),
  })
  .meta({ id: 'Problem' });

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

type Status = keyof typeof meanings;

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
