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
import { type MonthFile, pageNames } from '../month-file.js';
import { signatureBlocks } from '../record-in-words.js';
import { pdfOf } from './pdf.js';
import { xlsxOf } from './xlsx.js';
import { zipOf } from './zip.js';

export const monthFileFormats = ['pdf', 'xlsx', 'zip'] as const;
export type MonthFileFormat = (typeof monthFileFormats)[number];

/** A file to be made; it holds nothing but data, since another thread makes it. */
export type FileJob =
  | { readonly kind: 'month'; readonly file: MonthFile; readonly format: MonthFileFormat }
  | { readonly kind: 'zip'; readonly files: Readonly<Record<string, Uint8Array>> };

export async function doneOf(job: FileJob, signer: SignerElsewhere): Promise<Uint8Array> {
  return job.kind === 'zip' ? zipOf(job.files) : inFormat(job.file, job.format, signer);
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
