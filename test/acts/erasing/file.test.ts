import { expect, it } from '@jest/globals';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openDatabase } from '../../../src/app/open-database.js';
import type { Clock } from '../../../src/ground/clock.js';
import { leaveCompany } from '../../../src/acts/companies/leave-company.js';
import { eraseCompany } from '../../../src/acts/erasing/erase-company.js';
import { erasePerson } from '../../../src/acts/erasing/erase-person.js';
import { migratedUrl } from '../../harness/databases.js';
import { marked, namesOfHis } from './marked.js';

const who = { actor: 'ann', trigger: 'page', companies: null } as const;
const dayMs = 86_400_000;

it.each(['a person', 'a client'])(
  '%s who was erased stands neither in the free space of the file nor in its log',
  async (whom) => {
    const databaseUrl = await migratedUrl('sqlite');
    const folder = dirname(databaseUrl.slice('sqlite:'.length));
    const inFiles = async () => {
      const names = await readdir(folder);
      const files = await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const));
      return files
        .filter(([, bytes]) => namesOfHis.some((one) => bytes.includes(one.split(' ').at(-1) ?? one)))
        .map(([name]) => name);
    };
    const books = await marked((clock?: Clock) => openDatabase({ databaseUrl }, clock as Clock), namesOfHis[1]);
    const { db: database, log } = books;
    expect((await inFiles()).length).toBeGreaterThan(0);
    books.clock.advance(400 * dayMs);
    const company = await books.rig.companies.find(books.company.id);
    const tools = { database, companies: books.rig.companies, log };
    if (whom === 'a person') await erasePerson(tools, company, { who, person: namesOfHis[0] });
    else await eraseCompany(tools, await leaveCompany(tools, company, { who }), who);
    expect(await inFiles()).toEqual([]);
    await database.close();
    expect(await inFiles()).toEqual([]);
  },
);
