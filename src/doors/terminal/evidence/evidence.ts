import type { Command } from 'commander';
import type { EvidenceVerdict } from '../../../evidence/verify-evidence.js';
import { oneLine } from '../../../ground/printable.js';
import { json, print } from '../output.js';

interface VerifyOptions {
  key?: string;
  json?: boolean;
}

export function register(program: Command): void {
  const evidence = program.command('evidence').description('files that prove themselves: verify one');
  evidence
    .command('verify')
    .description('check that an evidence file is what was signed, without a database and without a network')
    .argument('<file>', 'evidence.json, or the ZIP of a month file')
    .option('--key <file>', 'the public keys it must be signed with, as `counterfoil key public` prints them')
    .option('--json', 'answer {"valid", "signedBy"?, "about"?, "broken": [{"page"?, "detail"}]}')
    .addHelpText('after', '\nExit code 0 when it is valid, 3 when it is not.')
    .action(async (file: string, options: VerifyOptions) => verify(file, options));
}

async function verify(file: string, options: VerifyOptions): Promise<void> {
  const { readGiven } = await import('./given-file.js');
  const { verifyEvidence } = await import('../../../evidence/verify-evidence.js');
  const { readPublicKeys } = await import('../../../evidence/public-keys.js');
  const trusted = options.key === undefined ? undefined : readPublicKeys((await readGiven(options.key)).toString());
  const verdict = verifyEvidence(await readGiven(file), trusted);
  const valid = verdict.broken.length === 0;
  if (options.json) json({ valid, signedBy: verdict.signedBy?.kid, about: verdict.about, broken: verdict.broken });
  else print(inWords(verdict, trusted !== undefined));
  if (!valid) process.exitCode = 3;
}

/** A hostile file may have a million faults. */
const linesMax = 50;
const wordsMax = 300;

function inWords({ broken, about, signedBy }: EvidenceVerdict, isTrusted: boolean): string {
  const what = about === undefined ? '' : `${aboutInWords(about)}\n`;
  if (broken.length > 0) {
    const lines = broken
      .slice(0, linesMax)
      .map(({ page, detail }) => (page === undefined ? asWords(detail) : `The page "${asWords(page)}" ${detail}.`));
    const more = broken.length > linesMax ? [`and ${broken.length - linesMax} more`] : [];
    return `Not valid.\n${what}${[...lines, ...more].map((line) => `  ${line}`).join('\n')}`;
  }
  const who = isTrusted ? 'one of the keys given' : 'the key in the file itself';
  const caution = isTrusted
    ? ''
    : '\nOnly `--key` can show whose key that is: compare it with `counterfoil key public`.';
  return `${what}Valid: every page is as it was signed, with ${who}, ${signedBy?.kid}.${caution}`;
}

/** The file's keys are in alphabetical order; year and period are left out, because the month is there in words. */
function aboutInWords(about: object): string {
  const { company, month, shows, asAt, ...more } = about as Record<string, unknown>;
  const others = Object.entries(more).flatMap(([name, value]) => (name === 'holds' ? [value] : []));
  const recorded = typeof asAt === 'string' ? [`as recorded at ${asAt}`] : [];
  return [company, month, shows, ...others, ...recorded].filter(isText).map(asWords).join(', ');
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** On one line, so that a file's maker cannot print a line that looks like ours. */
const asWords = (text: string) => oneLine(text).slice(0, wordsMax);
