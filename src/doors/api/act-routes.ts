import { applyDecorators, Body, HttpCode, Param, Post, type Type } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type * as z from 'zod';
import { Allow, Who } from '../../access/access.js';
import { ReadsPay } from '../../access/pay-reads.js';
import type { Principal } from '../../access/principal.js';
import type { Act } from '../../acts/act.js';
import { roleOf, runActNames, type RunActName, runActOf, summaryOf } from '../../acts/run-acts.js';
import { ApiProblems } from './docs/problem.schema.js';
import { Idempotent } from './idempotency.interceptor.js';

/** A parsed body. */
export type GivenAct = Omit<Act, 'who'>;

/** A controller whose acts are routes: it finds the run, does the act and answers. */
export interface DoesActs<Address> {
  act(name: RunActName, at: Address, given: GivenAct, who: Principal): Promise<unknown>;
}

interface Routes {
  /** The address below which each act is a POST. */
  readonly at: string;
  readonly address: z.ZodType;
  readonly answer: z.ZodType;
  readonly only?: 'ofAdjustments';
}

/** Gives a controller one route for each act of the table. */
export function withActRoutes<Address>(
  controller: Type<DoesActs<Address>>,
  { at, address, answer, only }: Routes,
): void {
  const prototype = controller.prototype as object;
  for (const name of runActNames) {
    const row = runActOf(name);
    if (only !== undefined && row[only] !== true) continue;
    const { [name]: method } = {
      [name](this: DoesActs<Address>, place: Address, given: GivenAct, who: Principal) {
        return this.act(name, place, given, who);
      },
    };
    Object.defineProperty(prototype, name, { value: method, configurable: true, writable: true });
    Reflect.defineMetadata('design:paramtypes', [Object, Object, Object], prototype, name);
    Param({ schema: address })(prototype, name, 0);
    Body({ schema: row.body })(prototype, name, 1);
    Who()(prototype, name, 2);
    applyDecorators(
      Post(`${at}/${name}`),
      HttpCode(200),
      Allow(roleOf(name)),
      // It answers with the run or the adjustment.
      ReadsPay(only === 'ofAdjustments' ? 'adjustments' : 'pay run'),
      Idempotent(),
      ApiOperation({ summary: summaryOf(row) }),
      ApiOkResponse({ standardSchema: answer }),
      ApiProblems(404, 409, 413, 415, 422),
    )(prototype, name, Object.getOwnPropertyDescriptor(prototype, name) ?? {});
  }
}
