import { createParamDecorator, type ExecutionContext, Injectable, type PipeTransform } from '@nestjs/common';
import type { SignedInRequest } from '../../../access/access.js';
import type { Principal } from '../../../access/principal.js';
import { Reach } from '../../../access/reach.js';
import { notHere } from '../../../access/refusals.js';
import type { Company } from '../../../companies/company.js';
import { word } from '../../../views/lists/lists.js';

interface Named {
  readonly named: unknown;
  readonly principal: Principal;
}

@Injectable()
class WithinReach implements PipeTransform<Named, Promise<Company>> {
  constructor(private readonly reach: Reach) {}

  async transform({ named, principal }: Named): Promise<Company> {
    const { data } = word.safeParse(named);
    if (data === undefined) throw notHere('such company');
    return this.reach.company(principal, data);
  }
}

const namedInPath = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const { params, principal } = context.switchToHttp().getRequest<SignedInRequest>();
  return { named: params.company, principal };
});

/** The company that the path names as `:company`, among those that the viewer may see. */
export const CompanyNamed = () => namedInPath(WithinReach);
