import type { Company } from '../companies/company.js';
import type { Database } from '../ground/database.js';
import { installation } from '../record/log/log-entry.entity.js';
import { PayRunRecord } from '../record/runs/pay-run.entity.js';
import { PostingLog } from '../record/log/posting-log.js';
import { monthFileName } from '../views/files/file-names.js';
import { allShown, monthShown, monthSight } from '../views/board/month-sight.js';
import { canonicalJson } from './canonical-json.js';
import type { Chapter, Table } from './chapter.js';
import { paymentsStatement, paymentsTable } from './chapters/reconciliation.js';
import { filesListed, filesName, type SignedEvidence, sha256, signedEvidence } from './evidence-file.js';
import { pdfOf } from './formats/pdf.js';
import { xlsxOf } from './formats/xlsx.js';
import { zipOf } from './formats/zip.js';
import { type Month, nothingRecordedOf, readMonth } from './month-facts.js';
import { type MonthFile, monthFile, pageNames } from './month-file.js';
import { signatureBlocks } from './record-in-words.js';
import type { Signer, SigningKeys } from './signing-keys.js';

export const monthFileFormats = ['pdf', 'xlsx', 'zip'] as const;
export type MonthFileFormat = (typeof monthFileFormats)[number];

export const contentTypes: Readonly<Record<MonthFileFormat, string>> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
};

/** Who the file is made for, and through which door: what they may not see is not in it. */
export interface Reader {
  readonly pay: boolean;
  readonly actor: string;
  readonly trigger: string;
}

/** A company's tax month as a file that can be verified by itself. */
export class MonthFiles {
  constructor(
    private readonly database: Database,
    private readonly keys: SigningKeys,
  ) {}

  /** Made from one moment of the record. The log of the installation notes who took it. */
  async make(company: Company, month: Month, reader: Reader, format: MonthFileFormat): Promise<Buffer> {
    const facts = await readMonth(this.database, company, month);
    const viewer = { pay: reader.pay, companies: [company.id] };
    const runs = [...facts.runs, ...facts.before];
    const shown = await this.database.read((rows) => monthShown(rows, viewer, runs));
    const file = monthFile({ ...facts, sight: monthSight(runs, viewer), shown });
    const bytes = await inFormat(file, await this.keys.signer(), format);
    await this.#noteRead(company, month, { ...reader, format, shows: file.about.shows });
    return bytes;
  }

  /** Every month with anything recorded, the earliest first: what a client who leaves is given. */
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
    return zipOf(files);
  }

  /** The payments of a month, for the client who is asked to approve them. */
  async payments(company: Company, month: Month): Promise<{ readonly payments: Table; readonly statement: string }> {
    const facts = { ...(await readMonth(this.database, company, month)), sight: 'people', shown: allShown } as const;
    return { payments: paymentsTable(facts), statement: paymentsStatement(facts) };
  }

  async #noteRead(company: Company, { year, period }: Month, read: Reader & { format: string; shows: string }) {
    const { actor, trigger, format, shows } = read;
    await this.database.work((rows) =>
      new PostingLog(this.database).append(rows, {
        ...{ companyId: installation, actor, trigger, act: 'month_file', outcome: 'done' },
        ref: company.id,
        answer: `${year}-${String(period).padStart(2, '0')}, ${format}, ${shows}`,
      }),
    );
  }
}

async function inFormat(file: MonthFile, signer: Signer, format: MonthFileFormat): Promise<Buffer> {
  const evidence = signedEvidence(file.about, file.pages, signer);
  const chapters = chaptersOf(file, evidence);
  if (format === 'pdf') return pdfOf(file.about, chapters);
  if (format === 'xlsx') return xlsxOf(chapters);
  const files = {
    'evidence.json': Buffer.from(canonicalJson(evidence)),
    'month-file.pdf': await pdfOf(file.about, chapters),
    'month-file.xlsx': await xlsxOf(chapters),
  };
  const hashes = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, sha256(bytes)]));
  const list = signedEvidence({ ...file.about, holds: filesListed }, hashes, signer);
  return zipOf({ ...files, [filesName]: Buffer.from(canonicalJson(list)) });
}

function chaptersOf({ pages }: MonthFile, evidence: SignedEvidence): readonly Chapter[] {
  return pageNames.map((name) => {
    const { title, blocks } = pages[name];
    return { title, blocks: name === 'record' ? [...blocks, ...signatureBlocks(evidence)] : blocks };
  });
}

/** "Ash Ltd 2025-10 month file.pdf" */
export function monthFileNamed({ name }: Pick<Company, 'name'>, month: Month, format: MonthFileFormat): string {
  return `${monthFileName(name, month, 'month file')}.${format}`;
}
