import { Injectable } from '@nestjs/common';
import type { Books } from '../books/books.js';
import type { Policy } from '../journal/policy.js';
import type { Company, Life } from './company.js';

export interface PolicyChange {
  readonly policy: Policy;
  readonly actor: string;
  readonly reason: string;
  /** Refused when the policy has moved on since it was read. */
  readonly expectedVersion?: number;
}

/** The companies we post for. */
@Injectable()
export class Companies {
  all(_filter?: { life?: Life | readonly Life[] }): AsyncIterable<Company> {
    throw new Error('being written');
  }
  find(_nameOrIdOrSubdomain: string): Promise<Company> {
    throw new Error('being written');
  }
  policyAt(_companyId: string, _version: number): Promise<Policy> {
    throw new Error('being written');
  }
  setPolicy(_companyId: string, _change: PolicyChange): Promise<Company> {
    throw new Error('being written');
  }
  books(_company: Company): Promise<Books> {
    throw new Error('being written');
  }
  /** After a sync: when, and what kept it from being done (null: nothing). */
  noteSynced(_companyId: string, _note: { at: Date; problem: string | null }): Promise<void> {
    throw new Error('being written');
  }
  noteVerified(_companyId: string, _note: { at: Date; findings: string | null }): Promise<void> {
    throw new Error('being written');
  }
  pause(_companyId: string): Promise<Company> {
    throw new Error('being written');
  }
  resume(_companyId: string): Promise<Company> {
    throw new Error('being written');
  }
  leave(_companyId: string): Promise<Company> {
    throw new Error('being written');
  }
}
