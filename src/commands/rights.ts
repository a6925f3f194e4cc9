import { type Command, Option } from 'commander';
import type { INestApplicationContext } from '@nestjs/common';
import type { Rights, Role } from '../access/principal.js';

export interface RightsOptions {
  role: Role;
  pay?: boolean;
  company?: string[];
}

/** What somebody who is let in may do and see: the same for tokens and links. */
export function withRightsOptions(command: Command, role: Role): Command {
  return command
    .addOption(
      new Option('--role <role>', 'viewer: looks; reviewer: posts and decides; admin: policies and companies too')
        .choices(['viewer', 'reviewer', 'admin'])
        .default(role),
    )
    .option('--pay', 'may see what each person is paid (reviewers and admins do, unless --no-pay)')
    .option('--no-pay', 'sees totals only')
    .option('--company <company...>', 'only these companies; all of them, and those to come, when none is named');
}

export async function rightsFrom(
  rooms: INestApplicationContext,
  name: string,
  { role, pay, company }: RightsOptions,
): Promise<Rights> {
  const { seesPayByDefault } = await import('../access/principal.js');
  const { Companies } = await import('../companies/companies.js');
  const companies = rooms.get(Companies);
  const ids = company && (await Promise.all(company.map(async (named) => (await companies.find(named)).id)));
  return { name, role, pay: pay ?? seesPayByDefault(role), companies: ids ?? null };
}
