import type { Company } from '../companies/company.js';
import type { Database } from '../ground/database.js';
import { Problem } from '../ground/problem.js';
import { installation } from '../record/log/log-entry.entity.js';
import { PayRunRecord } from '../record/runs/pay-run.entity.js';
import { PostingLog } from '../record/log/posting-log.js';
import { monthFileName } from '../views/files/file-names.js';
import type { Table } from './chapter.js';
import { paymentsStatement, paymentsTable } from './chapters/reconciliation.js';
import { fileThreads } from './formats/threads.js';
import { growingZip } from './formats/zip.js';
import { type Month, nothingRecordedOf, readPayments } from './month-facts.js';
import { type MonthFileFormat, monthFileFormats } from './formats/job.js';
import type { SigningKeys } from './signing-keys.js';

export { type MonthFileFormat, monthFileFormats };

export const contentTypes: Readonly<Record<MonthFileFormat, string>> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
};

type Named = Pick<Company, 'id' | 'name'>;

/** The person the file is made for, and through which door: it leaves out what they may not see. */
export interface Reader {
  readonly pay: boolean;
  readonly actor: string;
  readonly trigger: string;
}

/** What became of each client, as it happens. */
export interface Told {
  did(): Promise<void>;
  leftOut(client: Named, why: Problem): Promise<void>;
}

/** A company's tax month as a file that can be verified by itself. */
export class MonthFiles {
  constructor(
    private readonly database: Database,
    private readonly keys: SigningKeys,
  ) {}

  /** Made from one moment of the record. The installation's log records who took it. */
  async make(company: Named, month: Month, reader: Reader, format: MonthFileFormat): Promise<Buffer> {
    const asked = { databaseUrl: this.database.url, companyId: company.id, month, pay: reader.pay, format };
    const { file, shows } = await fileThreads.make({ kind: 'month', ...asked }, await this.keys.signer());
    await this.#noteRead(company, month, { ...reader, format, shows });
    return bufferOf(file);
  }

  /** Every month with anything recorded, earliest first: what a client who leaves is given. */
  async months({ id: companyId }: Pick<Company, 'id'>): Promise<readonly Month[]> {
    return this.database.read((rows) =>
      rows
        .createQueryBuilder(PayRunRecord, 'r')
        .select('r.year', 'year')
        .addSelect('r.period', 'period')
        .distinct(true)
        .where(`r.kind = 'payroll' AND r.companyId = :companyId`, { companyId })
        .orderBy('r.year')
        .addOrderBy('r.period')
        .getRawMany<Month>(),
    );
  }

  /** One ZIP with the ZIP of each month, each of which can be verified by itself. */
  async makeAll(company: Company, reader: Reader): Promise<Buffer> {
    const months = await this.months(company);
    if (months.length === 0) throw nothingRecordedOf(company);
    const files: Record<string, Buffer> = {};
    for (const month of months)
      files[monthFileNamed(company, month, 'zip')] = await this.make(company, month, reader, 'zip');
    return bufferOf((await fileThreads.make({ kind: 'zip', files }, await this.keys.signer())).file);
  }

  /**
   * The file of a month of each of these clients, as a ZIP of ZIPs that is sent while it grows. A client whose file
   * cannot be made is left out, and a list at the end says so.
   */
  ofClients(clients: readonly Named[], month: Month, reader: Reader, tell: Told): AsyncIterable<Uint8Array> {
    return growingZip(this.#each(clients, month, reader, tell));
  }

  async *#each(clients: readonly Named[], month: Month, reader: Reader, tell: Told) {
    const used = new Map<string, number>();
    const leftOut: string[] = [];
    for (const client of clients) {
      const made = await this.make(client, month, reader, 'zip').catch(asLeftOut);
      if (made instanceof Problem) {
        leftOut.push(`${client.name}: ${made.title}. ${made.detail}`);
        await tell.leftOut(client, made);
        continue;
      }
      const name = monthFileNamed(client, month, 'zip');
      // Two names may be one on disk: what no file name may have is left out.
      const times = (used.get(name) ?? 0) + 1;
      used.set(name, times);
      yield { name: times === 1 ? name : name.replace(/[.]zip$/, ` (${times}).zip`), bytes: made };
      await tell.did();
    }
    if (leftOut.length > 0) yield { name: 'Left out.txt', bytes: Buffer.from(`${leftOut.join('\n')}\n`) };
  }

  /** The payments of a month, for the client who is asked to approve them. */
  async payments(company: Company, month: Month): Promise<{ readonly payments: Table; readonly statement: string }> {
    const facts = { ...(await readPayments(this.database, company, month)), pay: true };
    return { payments: paymentsTable(facts), statement: paymentsStatement(facts) };
  }

  async #noteRead(company: Named, { year, period }: Month, read: Reader & { format: string; shows: string }) {
    const { actor, trigger, format, shows } = read;
    await this.database.work((rows) =>
      new PostingLog(this.database).append(rows, {
        companyId: installation,
        actor,
        trigger,
        act: 'month_file',
        outcome: 'done',
        ref: company.id,
        answer: `${year}-${String(period).padStart(2, '0')}, ${format}, ${shows}`,
      }),
    );
  }
}

/** A foreseen problem of one client keeps no other from its file; a bug does. */
function asLeftOut(error: unknown): Problem {
  if (error instanceof Problem) return error;
  throw error;
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength);

/** "Ash Ltd 2025-10 month file.pdf" */
export function monthFileNamed({ name }: Pick<Company, 'name'>, month: Month, format: MonthFileFormat): string {
  return `${monthFileName(name, month, 'month file')}.${format}`;
}
