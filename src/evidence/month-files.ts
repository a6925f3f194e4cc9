import type { Company } from '../companies/company.js';
import type { Database } from '../ground/database.js';
import { taxYearInWords } from '../journal/dates.js';
import { monthSight } from '../views/month-sight.js';
import { canonicalJson } from './canonical-json.js';
import type { Chapter } from './chapter.js';
import { type SignedEvidence, sha256, signedEvidence } from './evidence-file.js';
import { pdfOf } from './formats/pdf.js';
import { xlsxOf } from './formats/xlsx.js';
import { zipOf } from './formats/zip.js';
import { type Month, readMonth } from './month-facts.js';
import { type MonthFile, monthFile, pageNames } from './month-file.js';
import { signatureBlocks } from './record-in-words.js';
import type { SigningKeys } from './signing-keys.js';

export const monthFileFormats = ['pdf', 'xlsx', 'zip'] as const;
export type MonthFileFormat = (typeof monthFileFormats)[number];

export const contentTypes: Readonly<Record<MonthFileFormat, string>> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
};

/** Who the file is made for: what they may not see is not in it. */
interface For {
  readonly pay: boolean;
}

/** A company's tax month as a file that proves itself. */
export class MonthFiles {
  constructor(
    private readonly database: Database,
    private readonly keys: SigningKeys,
  ) {}

  async make(company: Company, month: Month, { pay }: For, format: MonthFileFormat): Promise<Buffer> {
    const facts = await readMonth(this.database, company, month);
    const sight = monthSight([...facts.runs, ...facts.before], { pay, companies: [company.id] });
    const file = monthFile({ ...facts, sight });
    const signer = await this.keys.signer();
    const evidence = signedEvidence(file.about, file.pages, signer);
    const chapters = chaptersOf(file, evidence);
    if (format === 'pdf') return pdfOf(file.about, chapters);
    if (format === 'xlsx') return xlsxOf(chapters);
    const files = {
      'evidence.json': Buffer.from(canonicalJson(evidence)),
      'month-file.pdf': await pdfOf(file.about, chapters),
      'month-file.xlsx': await xlsxOf(chapters),
    };
    const pages = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, sha256(bytes)]));
    const list = signedEvidence({ ...file.about, holds: 'the hashes of the files beside it' }, pages, signer);
    return zipOf({ ...files, 'files.json': Buffer.from(canonicalJson(list)) });
  }
}

function chaptersOf({ pages }: MonthFile, evidence: SignedEvidence): readonly Chapter[] {
  return pageNames.map((name) => {
    const { title, blocks } = pages[name];
    return { title, blocks: name === 'record' ? [...blocks, ...signatureBlocks(evidence)] : blocks };
  });
}

/** "ash-ltd-2025-26-month-07.pdf" */
export function monthFileName(
  { name, id }: Pick<Company, 'name' | 'id'>,
  { year, period }: Month,
  format: string,
): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const month = String(period + 1).padStart(2, '0');
  return `${plain || id}-${taxYearInWords(year).replace('/', '-')}-month-${month}.${format}`;
}
