import type { Row, Table } from '../chapter.js';
import { monthFingerprint } from '../../record/runs/month-figures.js';
import type { Seen } from '../month-facts.js';

const answers = { approved: 'Approved', query: 'Asks' } as const;

/** What the client was asked and answered. A change of the figures makes an answer void. */
export function clientTable({ approvals, pay, ...figures }: Seen): Table {
  const now = monthFingerprint(figures);
  return {
    title: 'The client’s answer',
    empty: 'The client was not asked.',
    columns: [
      { id: 'at', title: 'Asked', kind: 'moment', width: 16 },
      { id: 'by', title: 'By', kind: 'text', width: 16 },
      { id: 'answer', title: 'Answer', kind: 'text', width: 22 },
      { id: 'who', title: 'Client', kind: 'text', width: 18 },
      { id: 'when', title: 'Answered', kind: 'moment', width: 16 },
      ...(pay ? ([{ id: 'words', title: 'Words', kind: 'text', width: 24 }] as const) : []),
    ],
    rows: approvals.map((one): Row => {
      const unanswered = one.endedAt === null ? 'No answer' : 'Ended without an answer';
      const words = one.answer === null ? unanswered : answers[one.answer];
      return {
        at: one.askedAt.toISOString(),
        by: one.askedBy,
        answer: one.fingerprint === now ? words : `${words}; the figures have changed since`,
        who: one.answeredBy ?? '',
        when: one.answeredAt?.toISOString() ?? '',
        ...(pay && { words: one.words ?? '' }),
      };
    }),
  };
}
