import { companyById } from '../../companies/companies.js';
import type { Database } from '../../ground/database.js';
import { canonicalJson } from '../canonical-json.js';
import type { Chapter } from '../chapter.js';
import {
  evidenceSignedElsewhere,
  filesListed,
  filesName,
  type SignedEvidence,
  type SignerElsewhere,
  sha256,
} from '../evidence-file.js';
import { type Month, readMonth } from '../month-facts.js';
import { type About, type MonthFile, monthFile, pageNames } from '../month-file.js';
import { signatureBlocks } from '../record-in-words.js';
import { pdfOf } from './pdf.js';
import { xlsxOf } from './xlsx.js';
import { zipOf } from './zip.js';

export const monthFileFormats = ['pdf', 'xlsx', 'zip'] as const;
export type MonthFileFormat = (typeof monthFileFormats)[number];

/** Which month is read, from where, and whether its file shows pay: that was decided before. */
export interface MonthAsked {
  readonly kind: 'month';
  readonly databaseUrl: string;
  readonly companyId: string;
  readonly month: Month;
  readonly pay: boolean;
  readonly format: MonthFileFormat;
}

/** A file to be made; it holds nothing but data, since another thread makes it. */
export type FileJob =
  | MonthAsked
  | { readonly kind: 'pages'; readonly file: MonthFile; readonly format: MonthFileFormat }
  /** Its files are moved to the thread with it: the caller can no longer use them. */
  | { readonly kind: 'zip'; readonly files: Readonly<Record<string, Uint8Array>> };

export interface Made {
  readonly file: Uint8Array;
}

export interface MonthMade extends Made {
  readonly shows: About['shows'];
}

/** How a database is opened: the process knows its tables, evidence does not. */
export type Opening = (databaseUrl: string) => Promise<Database>;

export async function doneOf(job: FileJob, signer: SignerElsewhere, open: Opening): Promise<Made | MonthMade> {
  switch (job.kind) {
    case 'zip':
      return { file: zipOf(job.files) };
    case 'pages':
      return { file: await inFormat(job.file, job.format, signer) };
    case 'month': {
      const file = await readFile(job, open);
      return { file: await inFormat(file, job.format, signer), shows: file.about.shows };
    }
  }
}

/** On a connection of its own: while 2,000 people are read, the service goes on reading and writing on its own. */
async function readFile({ databaseUrl, companyId, month, pay }: MonthAsked, open: Opening): Promise<MonthFile> {
  const database = await open(databaseUrl);
  try {
    const company = await database.read((rows) => companyById(rows, companyId));
    const facts = await readMonth(database, company, month);
    return monthFile({ ...facts, pay });
  } finally {
    await database.close();
  }
}

async function inFormat(file: MonthFile, format: MonthFileFormat, signer: SignerElsewhere): Promise<Uint8Array> {
  const evidence = await evidenceSignedElsewhere(file.about, file.pages, signer);
  const chapters = chaptersOf(file, evidence);
  if (format === 'pdf') return pdfOf(file.about, chapters);
  if (format === 'xlsx') return xlsxOf(chapters);
  const files = {
    'evidence.json': Buffer.from(canonicalJson(evidence)),
    'month-file.pdf': await pdfOf(file.about, chapters),
    'month-file.xlsx': await xlsxOf(chapters),
  };
  const hashes = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, sha256(bytes)]));
  const list = await evidenceSignedElsewhere({ ...file.about, holds: filesListed }, hashes, signer);
  return zipOf({ ...files, [filesName]: Buffer.from(canonicalJson(list)) });
}

function chaptersOf({ pages }: MonthFile, evidence: SignedEvidence): readonly Chapter[] {
  return pageNames.map((name) => {
    const { title, blocks } = pages[name];
    return { title, blocks: name === 'record' ? [...blocks, ...signatureBlocks(evidence)] : blocks };
  });
}
