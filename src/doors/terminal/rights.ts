import { type Command, Option } from 'commander';
import type { INestApplicationContext } from '@nestjs/common';
import { type Rights, type Role, roles } from '../../access/principal.js';

export interface RightsOptions {
  role: Role;
  pay?: boolean;
  company?: string[];
}

/** What a token, a link or a person allows someone to do and see. */
export function rightsOptions(role?: Role) {
  const least = new Option(
    '--role <role>',
    'viewer: looks; reviewer: posts and decides; admin: policies and companies too',
  ).choices([...roles]);
  return {
    role: [role === undefined ? least : least.default(role)],
    pay: [
      new Option('--pay', 'may see what each person is paid (reviewers and admins do, unless --no-pay)'),
      new Option('--no-pay', 'sees no amount of payroll'),
    ],
    companies: [
      new Option(
        '--company <company...>',
        'only these companies; all of them, including later ones, when none is named',
      ),
    ],
  };
}

export function withRightsOptions(command: Command, role: Role): Command {
  for (const option of Object.values(rightsOptions(role)).flat()) command.addOption(option);
  return command;
}

/** In tables. */
export const rightsShown = {
  Role: 'role',
  'Sees pay': 'pay',
  Companies: ({ companies }: { readonly companies?: readonly string[] }) => String(companies?.length ?? 'all'),
} as const;

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
