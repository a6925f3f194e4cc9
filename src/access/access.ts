import { applyDecorators, createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { Request } from 'express';
import type { Principal, Role } from './principal.js';

/** A route without one of these is refused by the guard. */
export const ACCESS = 'access';
export const EVERYWHERE = 'everywhere';
export type Access = Role | 'public';

/** This role and every higher one. */
export const Allow = (role: Role) =>
  applyDecorators(SetMetadata(ACCESS, role satisfies Access), ApiExtension('x-role', role));
/** Like `Allow`, and only for someone who reaches every company, because the route is about more than one. */
export const AllowEverywhere = (role: Role) => applyDecorators(Allow(role), SetMetadata(EVERYWHERE, true));
export const Public = () => SetMetadata(ACCESS, 'public' satisfies Access);

export interface SignedInRequest extends Request {
  principal?: Principal;
  /** Whether the token or session of this request is still valid: asked again during an answer that takes minutes. */
  isStillIn?: () => Promise<boolean>;
}

/** The principal of this request; undefined only on a public route where no one is signed in. */
export const Who = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<SignedInRequest>().principal,
);
