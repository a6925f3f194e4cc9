import type { Block } from './chapter.js';
import type { SignedEvidence } from './evidence-file.js';

/** The signature itself: printed after the pages, since it cannot be part of what is signed. */
export function signatureBlocks({ hashes, signature }: Pick<SignedEvidence, 'hashes' | 'signature'>): readonly Block[] {
  return [
    {
      kind: 'facts',
      title: 'Hashes of the pages (SHA-256)',
      facts: Object.entries(hashes).map(([page, value]) => ({ label: page, value, as: 'hash' })),
    },
    {
      kind: 'facts',
      title: 'Signature',
      facts: [
        { label: 'Key', value: signature.key.kid, as: 'hash' },
        { label: 'Ed25519', value: signature.value, as: 'hash' },
      ],
    },
    {
      kind: 'text',
      title: 'How to check it',
      words:
        'evidence.json, in the ZIP of this month file, holds these pages word for word and is what was signed. `counterfoil evidence verify FILE --key KEYS` checks it on any computer, without a database and without a network; KEYS is what `counterfoil key public` prints where the file was made, also at /.well-known/counterfoil-signing-key. The log itself: `counterfoil log verify`.',
    },
  ];
}
