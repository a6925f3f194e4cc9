import type { Parts } from '../rule.js';

const anchors = 'src/evidence/check-anchors.ts';
const walk = 'src/record/log/chain-walk.ts';
const endOfChain = 'the end of a chain: %s';

export const ofEvidence: Parts = {
  'What proves the log': [
    [
      'one-root',
      'An anchor that is there twice has one root.',
      [
        anchors,
        "if (before.number === anchor.number && before.root !== anchor.root) yield 'is there twice, with two roots';",
        '',
      ],
      'evidence/anchors',
      'are of one line: none is there twice with two roots, and each follows the one before',
    ],
    [
      'anchors-in-line',
      'Each anchor follows the root of the one before.',
      [anchors, 'before.number + 1 === anchor.number && before.root !== anchor.previous', 'false'],
      'evidence/anchors',
      'are of one line: none is there twice with two roots, and each follows the one before',
    ],
    [
      'no-gap-of-anchors',
      'An anchor that is missing between two is missed.',
      [anchors, 'if (before.number + 1 < anchor.number) yield', 'if (false) yield'],
      'evidence/anchors',
      'are of one line: none is there twice with two roots, and each follows the one before',
    ],
    [
      'note-of-the-end',
      'A log whose note of its end is gone is not whole.',
      [walk, 'if (seq > 0 && ends.some((end) => end.seq === 0))', 'if (false)'],
      'record/chain-walk',
      endOfChain,
    ],
    [
      'two-notes-agree',
      'The two notes of a log’s end name the same entry.',
      [walk, 'else if (ends.some((end) => end.seq !== ends[0]?.seq))', 'else if (false)'],
      'record/chain-walk',
      endOfChain,
    ],
    [
      'end-cut-off',
      'A log that ends before the later of its two notes was cut off.',
      [walk, 'Math.max(...ends.map(({ seq }) => seq))', 'Math.min(...ends.map(({ seq }) => seq))'],
      'record/chain-walk',
      endOfChain,
    ],
    [
      'own-hash',
      'The last entry has the hash that was noted of it.',
      [walk, 'if (ends.some((end) => end.seq === seq && end.hash !== hash))', 'if (false)'],
      'record/chain-walk',
      'an end of other contents is not the entry that was written last',
    ],
    [
      'zip-without-date',
      'A ZIP with another date than ours is not ours, though both its headers have it.',
      [
        'src/evidence/formats/zip.ts',
        'zip.readUInt32LE(line + 12) !== noTimeWritten',
        'zip.readUInt32LE(line + 12) < 0',
      ],
      'evidence/verify-evidence',
      'another date, in both headers alike',
    ],
    [
      'connection-there',
      'The connection that a company names is there.',
      ['src/record/log/log-verify.ts', 'found.there === null', 'found.there === undefined'],
      'record/tampering',
      'a connection that got another id',
    ],
  ],
};
