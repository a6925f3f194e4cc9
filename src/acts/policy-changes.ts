import { Injectable } from '@nestjs/common';
import { Companies } from '../companies/companies.js';
import type { Company } from '../companies/company.js';
import { Database } from '../ground/database.js';
import type { Policy } from '../journal/policy.js';
import { PostingLog } from '../record/posting-log.js';

interface PolicyChangeMade {
  readonly policy: Policy;
  readonly actor: string;
  readonly trigger: 'api' | 'page' | 'command';
  readonly reason: string;
}

/** A new policy and the line in the log that tells of it, together or not at all. */
@Injectable()
export class PolicyChanges {
  constructor(
    private readonly database: Database,
    private readonly companies: Companies,
    private readonly log: PostingLog,
  ) {}

  /** `seen` is the company as whoever changes it read it. */
  async make(seen: Company, { policy, actor, trigger, reason }: PolicyChangeMade): Promise<Company> {
    return this.database.work(async (em) => {
      const expectedVersion = seen.policyVersion;
      const changed = await this.companies.setPolicy(seen.id, { policy, actor, reason, expectedVersion });
      if (changed.policyVersion === seen.policyVersion) return changed;
      await this.log.append(em, {
        companyId: seen.id,
        trigger,
        actor,
        act: 'policy',
        outcome: 'done',
        policyVersion: changed.policyVersion,
        ref: `policy ${changed.policyVersion}`,
        carries: [['policy', String(changed.policyVersion)]],
      });
      return changed;
    });
  }
}
