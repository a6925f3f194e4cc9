import { Injectable } from '@nestjs/common';
import { Companies } from '../companies/companies.js';
import type { Company } from '../companies/company.js';
import { Problem } from '../ground/problem.js';
import { type Principal, reaches } from './principal.js';
import { notHere } from './refusals.js';

/** Finds companies by name, among those that a principal may see. */
@Injectable()
export class Reach {
  constructor(private readonly companies: Companies) {}

  /**
   * By id, subdomain or name. An unknown company and one out of reach get the same answer, which names no company; a person
   * at the terminal may read the database, and is told what is there.
   */
  async company(principal: Principal, named: string): Promise<Company> {
    if (principal.via === 'terminal') return this.companies.find(named);
    const found = await this.companies.find(named, principal.companies).catch((error: unknown) => {
      if (error instanceof Problem && error.status === 404) return undefined;
      throw error;
    });
    if (!found || !reaches(principal, found.id)) throw notHere('such company');
    return found;
  }

  /** The company ids that a list is limited to: the named company, or all within reach. */
  async narrowed(principal: Principal, named?: string): Promise<Pick<Principal, 'pay' | 'companies'>> {
    const { pay, companies } = principal;
    if (named === undefined) return { pay, companies };
    return { pay, companies: [(await this.company(principal, named)).id] };
  }
}
