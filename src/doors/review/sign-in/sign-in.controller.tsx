import { Get, Inject, Param, Query } from '@nestjs/common';
import * as z from 'zod';
import { Allow, Public, Who } from '../../../access/access.js';
import { OidcSignIn } from '../../../access/oidc/oidc-sign-in.js';
import type { Principal } from '../../../access/principal.js';
import type { Config } from '../../../ground/config.js';
import { configKey } from '../../../ground/config.module.js';
import { given } from '../frame/query.js';
import type { PageAnswer } from '../frame/page.js';
import { Pages } from '../kit/pages.js';
import { AskedLinkPage, ConnectSignInPage, SignInPage } from './sign-in.page.js';

const query = z.object({ sent: given });
const code = z.string().regex(/^[\w-]{1,200}$/, 'the link is not whole');

@Pages('sign-in')
export class SignInPageController {
  constructor(
    private readonly oidc: OidcSignIn,
    @Inject(configKey) private readonly config: Pick<Config, 'mail'>,
  ) {}

  @Public()
  @Get()
  show(@Query({ schema: query }) { sent }: z.infer<typeof query>, @Who() principal: Principal | undefined): PageAnswer {
    return principal === undefined
      ? {
          title: 'Sign in',
          body: (
            <SignInPage
              byIssuer={this.oidc.isOffered}
              byMail={this.config.mail !== undefined}
              sent={sent !== undefined}
            />
          ),
        }
      : { redirect: '/' };
  }

  /** For someone who is already signed in here and starts a sign-in at the issuer. */
  @Allow('viewer')
  @Get('issuer/connect')
  connect(@Who() { name }: Principal): PageAnswer {
    return { title: 'Your organisation’s sign-in', body: <ConnectSignInPage name={name} /> };
  }

  /** A mail scanner opens links and presses no buttons, so the link only shows a button. */
  @Public()
  @Get('mail/:code')
  mailed(@Param('code', { schema: code }) given: string): PageAnswer {
    return { title: 'Sign in', body: <AskedLinkPage action={`/sign-in/mail/${given}`} /> };
  }

  /** A link that was followed on another site. */
  @Public()
  @Get('link/:code')
  linked(@Param('code', { schema: code }) given: string, @Who() principal: Principal | undefined): PageAnswer {
    const body = <AskedLinkPage action={`/sign-in/link/${given}`} from="another site" name={principal?.name} />;
    return { title: 'Sign in', body };
  }
}
