import type { INestApplicationContext } from '@nestjs/common';
import type { AuditAnswer } from '../../../audit/answer.js';
import type { Company } from '../../../companies/company.js';
import type { Database } from '../../../ground/database.js';
import { taxYearInWords } from '../../../journal/nouns/dates.js';
import { inThousands, type Money } from '../../../journal/nouns/money.js';
import { byCommand, withRooms } from '../boot.js';
import { json, note, print, printProblem, progress, table } from '../output.js';

interface Asked {
  /** Absent is every company. */
  readonly company?: string;
  readonly year?: number;
  readonly json?: boolean;
}

interface Made {
  readonly company: Company;
  readonly answer: AuditAnswer & { readonly company: string; readonly readAt: string };
  readonly wrong: number;
  readonly misstated: Money;
}

/** Reads the year in the books of each company, and says what is wrong with it. Nothing is posted, whatever the mode. */
export async function auditCompanies(asked: Asked): Promise<void> {
  await withRooms(async (rooms) => {
    const { auditInWords } = await import('./audit-words.js');
    const { isClean } = await import('../../../audit/words.js');
    const { made, failed } = await eachAudited(rooms, asked);
    const wrong = made.some(({ answer }) => !isClean(answer));
    process.exitCode = failed ? 1 : wrong ? 3 : 0;
    const [only] = made;
    if (asked.json)
      return json(asked.company === undefined ? { items: made.map(({ answer }) => answer) } : only?.answer);
    if (asked.company !== undefined) return only === undefined ? undefined : print(auditInWords(only.answer));
    if (made.length === 0) return note('No company is connected yet: counterfoil connect --name NAME');
    print(
      table(worstFirst(made), [
        { heading: 'Company', value: ({ company }) => company.name },
        { heading: 'Year', value: ({ answer }) => taxYearInWords(answer.year) },
        { heading: 'Wrong', value: (one) => (one.wrong === 0 ? noneWrong(one) : one.wrong), right: true },
        { heading: 'Pounds out', value: ({ misstated }) => inThousands(misstated.toString()), right: true },
      ]),
    );
    if (wrong) print('\ncounterfoil audit COMPANY says what, and by how much each account is out.');
  });
}

const noneWrong = ({ answer: { runs } }: Made): string =>
  runs.some(({ verdict }) => verdict === 'not_judged') ? 'not judged' : 'nothing';

const worstFirst = (made: readonly Made[]): Made[] =>
  [...made].sort((a, b) => Number(b.misstated.toPence() - a.misstated.toPence()) || b.wrong - a.wrong);

async function eachAudited(
  rooms: INestApplicationContext,
  { company: named, year: asks }: Asked,
): Promise<{ readonly made: readonly Made[]; readonly failed: boolean }> {
  const { Companies } = await import('../../../companies/companies.js');
  const { Syncs } = await import('../../../sync/syncs.js');
  const parts = await import('../../../ground/database.js');
  const { today } = await import('../../../ground/clock.js');
  const { taxYearOf } = await import('../../../journal/nouns/dates.js');
  const { syncsToStart, syncedLives } = await import('../../../acts/start-sync.js');
  const companies = rooms.get(Companies);
  const database = rooms.get(parts.Database);
  const year = asks ?? taxYearOf(today(database.clock));
  const company = named === undefined ? undefined : await companies.find(named);
  const total = company ? 1 : await companies.count(syncedLives);
  const bar = progress('Auditing');
  const made: Made[] = [];
  let failed = false;
  for await (const { company: one, request } of syncsToStart(
    { companies },
    { who: await byCommand(rooms), company, audit: year },
  )) {
    const { problem } = await rooms.get(Syncs).run(one, request, {
      onProgress: ({ done }) => bar.report(total > 1 ? made.length : done, total > 1 ? total : 0, one.name),
    });
    if (problem === undefined) made.push(await auditOf(database, one, year));
    else {
      failed = true;
      printProblem(problem, false);
    }
  }
  bar.end();
  return { made, failed };
}

async function auditOf(database: Database, company: Company, year: number): Promise<Made> {
  const { AuditRecord } = await import('../../../record/audit.entity.js');
  const row = await database.read((rows) => rows.findOneByOrFail(AuditRecord, { companyId: company.id, year }));
  const { wrong, misstated, answer, readAt } = row;
  return {
    company,
    wrong,
    misstated,
    answer: { ...answer, company: company.name, readAt: readAt.toISOString() },
  };
}
