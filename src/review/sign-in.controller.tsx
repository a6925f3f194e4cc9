import { Controller, Get, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public, Who } from '../api/access.js';
import type { Principal } from '../api/principal.js';
import type { PageAnswer } from './page.js';
import { PageInterceptor } from './page.interceptor.js';
import { SignInPage } from './sign-in.page.js';

@ApiExcludeController()
@UseInterceptors(PageInterceptor)
@Controller('sign-in')
export class SignInPageController {
  @Public()
  @Get()
  show(@Who() principal: Principal | undefined): PageAnswer {
    return principal === undefined ? { title: 'Sign in', body: <SignInPage /> } : { redirect: '/' };
  }
}
