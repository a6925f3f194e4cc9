import {
  applyDecorators,
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Param,
  Patch,
  Post,
  Put,
  Query,
  Res,
  type Type,
} from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { ApiHeader, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import * as z from 'zod';
import { Allow, AllowEverywhere, Who } from '../../access/access.js';
import { ReadsPay } from '../../access/pay-reads.js';
import type { Principal, Role } from '../../access/principal.js';
import type { Declared, Parts } from '../../answers/answer.js';
import { named } from '../../answers/named.js';
import { ApiProblems, type Status } from './docs/problem.schema.js';
import { Idempotent, IdempotentSecret } from './idempotency.interceptor.js';
import { tagOf, versionSeen } from './if-match.js';

const verbs = { GET: Get, POST: Post, PUT: Put, PATCH: Patch, DELETE: Delete };
const usualStatus = 200;
const etag = { headers: { ETag: { schema: { type: 'string' as const } } } };

type Row = Declared<z.ZodObject, z.ZodType>;
type Fields = Readonly<Record<string, unknown>>;

/**
 * A controller with a route for each row. Nest, its guards and Swagger read decorators, so these are set on the methods
 * as they would stand in a class.
 */
export function routesOf(name: string, rows: readonly Row[]): Type {
  class Routes {
    readonly parts: Parts;
    constructor(moduleRef: ModuleRef) {
      this.parts = { get: (type) => moduleRef.get(type as Type, { strict: false }) };
    }
  }
  Object.defineProperty(Routes, 'name', { value: `${name}Controller` });
  Inject(ModuleRef)(Routes, undefined, 0);
  Controller()(Routes);
  for (const row of rows) addRoute(Routes, row);
  return Routes;
}

function addRoute(routes: { readonly prototype: { readonly parts: Parts } }, row: Row): void {
  const { method, path, address, rest, bodyOrQuery } = shapeOf(row);
  const { prototype } = routes;
  async function answer(
    this: { readonly parts: Parts },
    place: Fields,
    asked: Fields,
    who: Principal,
    response: Response,
  ) {
    const seen = row.isVersioned && method !== 'GET' ? versionSeen(response.req.headers['if-match']) : undefined;
    const given = await row.does({ parts: this.parts, who, seen }, { ...place, ...asked });
    if (row.isVersioned) response.setHeader('ETag', tagOf((given as { policyVersion: number }).policyVersion));
    const shown = named(row.gives, given);
    const location = row.location?.(shown);
    if (location !== undefined) response.setHeader('Location', location);
    return shown;
  }
  // Swagger finds a method's parameters by the name of its function.
  Object.defineProperty(answer, 'name', { value: row.name });
  Object.defineProperty(prototype, row.name, { value: answer, configurable: true, writable: true });
  Reflect.defineMetadata('design:paramtypes', [Object, Object, Object, Object], prototype, row.name);
  Param({ schema: address })(prototype, row.name, 0);
  bodyOrQuery({ schema: rest })(prototype, row.name, 1);
  Who()(prototype, row.name, 2);
  // If-Match is read from its request: Swagger would ask every client of every route for a parameter.
  Res({ passthrough: true })(prototype, row.name, 3);
  const { status = usualStatus, summary, description, of, isVersioned } = row;
  const [role, everywhere] = row.role.split(' ') as [Role, string?];
  applyDecorators(
    verbs[method](path),
    HttpCode(status),
    everywhere === undefined ? Allow(role) : AllowEverywhere(role),
    ApiTags(of),
    ApiOperation({ operationId: row.name, summary: sentence(summary), ...(description && { description }) }),
    ApiResponse({ status, standardSchema: row.gives, ...(isVersioned && etag) }),
    ApiProblems(...refusalsOf(row, method)),
    ...(row.showsPay === undefined ? [] : [ReadsPay(row.showsPay)]),
    ...(method === 'POST' ? [row.isSecret ? IdempotentSecret() : Idempotent()] : []),
    ...(isVersioned && method !== 'GET'
      ? [ApiHeader({ name: 'If-Match', required: true, description: 'The ETag of what was read.' })]
      : []),
  )(prototype, row.name, Object.getOwnPropertyDescriptor(prototype, row.name) ?? {});
}

/** What a route takes in its path, and what in its query or its body. */
function shapeOf({ at, takes }: Row) {
  const [method, path] = at.split(' ') as [keyof typeof verbs, string];
  const inPath = new Set([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name));
  const fields = Object.entries(takes.shape);
  const some = (isInPath: boolean) => Object.fromEntries(fields.filter(([name]) => inPath.has(name) === isInPath));
  const others = some(false);
  const all = z.strictObject(others).check(...((takes.def.checks ?? []) as z.core.$ZodCheck<Fields>[]));
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const isNothing = Object.keys(others).length === 0;
  const about = isNothing ? { id: 'Nothing', description: 'An empty object.' } : (takes.meta() ?? {});
  const mayBeEmpty = z.safeParse(all, {}).success;
  const body = mayBeEmpty ? all.default({}).meta(about) : all.meta(about);
  return {
    method,
    path,
    address: z.object(some(true)),
    rest: hasBody ? body : all,
    bodyOrQuery: hasBody ? Body : Query,
  };
}

function refusalsOf({ at, takes, isVersioned, refuses = [] }: Row, method: string): readonly Status[] {
  const names = at.includes(':') || 'company' in takes.shape || 'companies' in takes.shape;
  return [
    ...(names ? [404 as const] : []),
    ...(method === 'GET' ? [] : ([409, 413, 415, 422] as const)),
    ...(isVersioned && method !== 'GET' ? ([412, 428] as const) : []),
    ...refuses,
  ];
}

const sentence = (summary: string) => `${summary.slice(0, 1).toUpperCase()}${summary.slice(1)}`;
