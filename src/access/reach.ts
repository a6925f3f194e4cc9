import { Injectable } from '@nestjs/common';
import { Companies } from '../companies/companies.js';
import type { Company } from '../companies/company.js';
import { Problem } from '../ground/problem.js';
import { type Principal, reaches } from './principal.js';
import { notHere } from './refusals.js';

/** A company as somebody names it, if it is one of theirs. */
@Injectable()
export class Reach {
  constructor(private readonly companies: Companies) {}

  /** By id, subdomain or name. Unknown and not theirs are one answer, which names no company. */
  async company(principal: Principal, named: string): Promise<Company> {
    const found = await this.companies.find(named, principal.companies).catch((error: unknown) => {
      if (error instanceof Problem && error.status === 404) return undefined;
      throw error;
    });
    if (!found || !reaches(principal, found.id)) throw notHere('such company');
    return found;
  }

  /** Ids to narrow a list by: the one that is named, or all that are theirs. */
  async narrowed(principal: Principal, named?: string): Promise<Pick<Principal, 'pay' | 'companies'>> {
    const { pay, companies } = principal;
    if (named === undefined) return { pay, companies };
    return { pay, companies: [(await this.company(principal, named)).id] };
  }
}
