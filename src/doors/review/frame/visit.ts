import { createParamDecorator, type ExecutionContext, Injectable, type PipeTransform } from '@nestjs/common';
import type { SignedInRequest } from '../../../access/access.js';
import type { Principal } from '../../../access/principal.js';
import { Reach } from '../../../access/reach.js';
import { notHere } from '../../../access/refusals.js';
import type { Who } from '../../../acts/act.js';
import { whoOf } from '../../../acts/who-of.js';
import type { Company } from '../../../companies/company.js';
import type { Problem } from '../../../ground/problem.js';
import { word } from '../../../views/lists/lists.js';

/** Someone at a page of one client. */
export interface Visit {
  readonly company: Company;
  readonly principal: Principal;
  /** The same person, as acts name who acts. */
  readonly who: Who;
}

/** What each page of one client is made from. */
export interface ClientPageProps extends Pick<Visit, 'company' | 'principal'> {
  /** Why what was asked is refused. */
  readonly problem?: Problem;
}

interface Named {
  readonly named: unknown;
  readonly principal: Principal;
}

@Injectable()
class WithinReach implements PipeTransform<Named, Promise<Visit>> {
  constructor(private readonly reach: Reach) {}

  async transform({ named, principal }: Named): Promise<Visit> {
    const { data } = word.safeParse(named);
    if (data === undefined) throw notHere('such company');
    return { company: await this.reach.company(principal, data), principal, who: whoOf(principal, 'page') };
  }
}

const namedInPath = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const { params, principal } = context.switchToHttp().getRequest<SignedInRequest>();
  return { named: params.company, principal };
});

/** Of the company that the path names as `:company`, among those that the viewer may see. */
export const AtClient = () => namedInPath(WithinReach);
