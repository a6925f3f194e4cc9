import { Controller, Get, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public, Who } from '../../access/access.js';
import { OidcSignIn } from '../../access/oidc/oidc-sign-in.js';
import type { Principal } from '../../access/principal.js';
import type { PageAnswer } from '../frame/page.js';
import { PageInterceptor } from '../frame/page.interceptor.js';
import { SignInPage } from './sign-in.page.js';

@ApiExcludeController()
@UseInterceptors(PageInterceptor)
@Controller('sign-in')
export class SignInPageController {
  constructor(private readonly oidc: OidcSignIn) {}

  @Public()
  @Get()
  show(@Who() principal: Principal | undefined): PageAnswer {
    return principal === undefined
      ? { title: 'Sign in', body: <SignInPage byIssuer={this.oidc.isOffered} /> }
      : { redirect: '/' };
  }
}
