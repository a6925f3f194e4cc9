import { type Command, Option } from 'commander';
import type { INestApplicationContext } from '@nestjs/common';
import type { Rights, Role } from '../../access/principal.js';
import type { Column } from './output.js';

export interface RightsOptions {
  role: Role;
  pay?: boolean;
  company?: string[];
}

/** What a token or link allows someone to do and see. */
export function withRightsOptions(command: Command, role: Role): Command {
  return command
    .addOption(
      new Option('--role <role>', 'viewer: looks; reviewer: posts and decides; admin: policies and companies too')
        .choices(['viewer', 'reviewer', 'admin'])
        .default(role),
    )
    .option('--pay', 'may see what each person is paid (reviewers and admins do, unless --no-pay)')
    .option('--no-pay', 'sees no amount of payroll')
    .option('--company <company...>', 'only these companies; all of them, including later ones, when none is named');
}

export const rightsColumns: readonly Column<Omit<Rights, 'name'>>[] = [
  { heading: 'Role', value: ({ role }) => role },
  { heading: 'Sees pay', value: ({ pay }) => (pay ? 'yes' : 'no') },
  { heading: 'Companies', value: ({ companies }) => companies?.length ?? 'all' },
];

export async function rightsFrom(
  rooms: INestApplicationContext,
  name: string,
  { role, pay, company }: RightsOptions,
): Promise<Rights> {
  const { seesPayByDefault } = await import('../../access/principal.js');
  const companies = (await companyIds(rooms, company)) ?? null;
  return { name, role, pay: pay ?? seesPayByDefault(role), companies };
}

export async function companyIds(
  rooms: INestApplicationContext,
  named: readonly string[] | undefined,
): Promise<readonly string[] | undefined> {
  const { Companies } = await import('../../companies/companies.js');
  const companies = rooms.get(Companies);
  return named && Promise.all(named.map(async (one) => (await companies.find(one)).id));
}
