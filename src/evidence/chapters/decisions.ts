import type { Block, Chapter, Row } from '../chapter.js';
import type { LogLine, Seen } from '../month-facts.js';
import { actInWords, answerInWords } from '../../views/log/log-words.js';
import { policyInWords } from '../../views/words/policy-in-words.js';
import { capital, holdInWords } from '../words.js';

/** Everything out of the ordinary, why it was decided as it was, and the lines of the log. */
export function decisionsChapter(facts: Seen): Chapter {
  return {
    title: 'Decisions and exceptions',
    blocks: [exceptions(facts), decisions(facts), policy(facts), log(facts)],
  };
}

function exceptions({ runs, pay }: Seen): Block {
  const rows = runs.flatMap((run): Row[] => {
    const { holds = [], warnings = [] } = run.mapped ?? {};
    // The message of a hold may name a person and an amount.
    const of = (
      what: string,
      remarks: readonly { code: string; message: string }[],
      codes: readonly string[],
    ): Row[] =>
      pay && run.mapped !== null
        ? remarks.map(({ message }) => ({ paid: run.datedOn, what, words: message }))
        : codes.map((code) => ({ paid: run.datedOn, what, words: holdInWords(code) }));
    return [...of('Held', holds, run.holdCodes), ...of('Warning', warnings, run.warningCodes)];
  });
  return {
    kind: 'table',
    table: {
      title: 'Exceptions',
      empty: 'No hold and no warning.',
      columns: [
        { id: 'paid', title: 'Paid', kind: 'day', width: 12 },
        { id: 'what', title: 'Kind', kind: 'text', width: 10 },
        { id: 'words', title: 'What', kind: 'text', width: 76 },
      ],
      rows,
    },
  };
}

function decisions({ decisions: all, pay }: Seen): Block {
  return {
    kind: 'table',
    table: {
      title: 'Decisions',
      empty: 'No one had to decide anything.',
      columns: [
        { id: 'at', title: 'When', kind: 'moment', width: 16 },
        { id: 'who', title: 'Who', kind: 'text', width: 18 },
        { id: 'what', title: 'What', kind: 'text', width: 26 },
        ...(pay ? ([{ id: 'reason', title: 'Reason', kind: 'text', width: 40 }] as const) : []),
      ],
      rows: all.map(({ at, actor, kind, holdCode, field, reason }) => ({
        at: at.toISOString(),
        who: actor,
        what:
          kind === 'eyes'
            ? eyesInWords(field)
            : kind === 'person'
              ? `The only administrator changed a person who may review: ${field}`
              : [capital(kind.replaceAll('_', ' ')), ...aboutWhat(holdCode, field)].join(': '),
        ...(pay && { reason }),
      })),
    },
  };
}

const eyesInWords = (field: string | null): string =>
  field === 'two' ? 'The practice asks for two people' : 'The practice asks for two people no longer';

function aboutWhat(holdCode: string | null, field: string | null): string[] {
  const words = [
    ...(holdCode === null ? [] : [holdInWords(holdCode)]),
    ...(field === null ? [] : [field.replaceAll('_', ' ')]),
  ];
  return words.length === 0 ? [] : [words.join(', ')];
}

function policy({ company, pay }: Seen): Block {
  const { approval } = company;
  const facts = policyInWords({ ...company.policy, approval }, { people: pay });
  return { kind: 'facts', title: `How payroll is posted (policy version ${company.policyVersion})`, facts };
}

function log({ log: lines, logLeftOut, pay }: Seen): Block {
  return {
    kind: 'table',
    table: {
      title:
        logLeftOut === 0
          ? 'The log of the month'
          : `The log of the month: the first ${lines.length} lines; ${logLeftOut} more are in the log itself`,
      empty: 'None.',
      columns: [
        { id: 'seq', title: 'No.', kind: 'count', width: 6 },
        { id: 'at', title: 'When', kind: 'moment', width: 16 },
        { id: 'who', title: 'Who', kind: 'text', width: 14 },
        { id: 'what', title: 'What', kind: 'text', width: 32 },
        { id: 'about', title: 'About', kind: 'text', width: 32 },
      ],
      rows: lines.map((line) => ({
        seq: String(line.seq),
        at: line.at.toISOString(),
        who: line.actor,
        what: capital(actInWords(line)),
        about: [line.tag, answerInWords(line), ...policyChange(line, pay)].filter((part) => part).join(': '),
      })),
    },
  };
}

/** Why a policy was changed may name someone. */
const policyChange = ({ changed = [], reason }: LogLine, pay: boolean): readonly (string | undefined)[] => [
  changed.join(', '),
  pay ? reason : undefined,
];
