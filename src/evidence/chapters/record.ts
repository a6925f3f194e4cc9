import type { Block, Chapter } from '../chapter.js';
import type { Seen } from '../month-facts.js';

/** What ties this file to the record it was made from. */
export function recordChapter(facts: Seen): Chapter {
  const { end, pay } = facts;
  return {
    title: 'Record check',
    blocks: [
      {
        kind: 'text',
        words:
          'This is not a certificate. It shows that these pages are what was recorded, and that no one has changed them since. It cannot show whether the payroll itself is right.',
      },
      {
        kind: 'facts',
        title: 'The log that vouches for it',
        facts: [
          { label: 'Last entry', value: String(end.seq), as: 'count' },
          { label: 'Written', value: end.at.toISOString(), as: 'moment' },
          { label: 'Its hash', value: end.hash, as: 'hash' },
        ],
      },
      // With few payslips, amounts could be found by trying them against a fingerprint.
      ...(pay ? [fingerprints(facts)] : []),
    ],
  };
}

function fingerprints({ runs, postings }: Seen): Block {
  return {
    kind: 'table',
    table: {
      title: 'Fingerprints',
      empty: 'None.',
      columns: [
        { id: 'of', title: 'Of', kind: 'text', width: 40 },
        { id: 'fingerprint', title: 'Fingerprint', kind: 'hash', width: 60 },
      ],
      rows: [
        ...runs.flatMap(({ tag, fingerprint }) =>
          fingerprint === null ? [] : [{ of: `Payroll, ${tag}`, fingerprint }],
        ),
        ...postings.map(({ tag, fingerprint }) => ({ of: `Journal, ${tag}`, fingerprint })),
      ],
    },
  };
}
