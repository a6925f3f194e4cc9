import { applyDecorators, createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { Request } from 'express';
import type { Principal, Role } from './principal.js';

/** A route names who may call it, or the guard refuses everybody. */
export const ACCESS = 'access';
export const EVERYWHERE = 'everywhere';
export type Access = Role | 'public';

/** This role, and those who may more. */
export const Allow = (role: Role) =>
  applyDecorators(SetMetadata(ACCESS, role satisfies Access), ApiExtension('x-role', role));
/** The same, and they must reach every company: what they do is about more than one. */
export const AllowEverywhere = (role: Role) => applyDecorators(Allow(role), SetMetadata(EVERYWHERE, true));
export const Public = () => SetMetadata(ACCESS, 'public' satisfies Access);

export interface SignedInRequest extends Request {
  principal?: Principal;
  /** Whether the token or session that it came with is still good: for an answer that goes on for minutes. */
  isStillIn?: () => Promise<boolean>;
}

/** The Principal of this request; undefined only on a public route where nobody is signed in. */
export const Who = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<SignedInRequest>().principal,
);
