import { momentInWords } from '../../ground/london.js';
import { dayInWords, monthInWords } from '../../journal/nouns/dates.js';
import { notMailed } from '../../record/messages/client-mail.entity.js';
import type { FileColumn } from '../files/csv.js';
import type { AskedState, ClientAsked, MailShown } from './clients-asked.js';

/** Never an approval unless it is one. */
export const askedWords: Readonly<Record<AskedState, string>> = {
  not_asked: 'Not asked',
  no_answer: 'Not answered',
  asks: 'Asks',
  approved: 'Approved',
  void: 'Void: the figures have changed since',
  ended: 'The link has ended',
};

const kinds = { ask: 'E-mail', reminder: 'Reminder' } as const;

/** "Reminder not sent: the figures had changed" */
export function mailInWords({ kind, state, why }: MailShown): string {
  if (state === 'waiting') return `${kinds[kind]} is about to be sent`;
  if (state === 'sent') return `${kinds[kind]} sent`;
  return `${kinds[kind]} not sent: ${why === undefined ? 'not known why' : notMailed[why]}`;
}

const at = (time: Date | undefined): string => (time === undefined ? '' : momentInWords(time));

export const askedColumns: readonly FileColumn<ClientAsked>[] = [
  { heading: 'Client', value: ({ company }) => company },
  { heading: 'Tax month', value: ({ year, period }) => monthInWords(year, period) },
  { heading: 'Pay dates', value: ({ runs }) => runs.map(({ datedOn }) => dayInWords(datedOn)).join(', ') },
  { heading: 'Needed before posting', value: ({ isNeeded }) => (isNeeded ? 'yes' : 'no') },
  { heading: 'Answer', value: ({ state }) => askedWords[state] },
  { heading: 'Asked', value: ({ askedAt }) => at(askedAt) },
  { heading: 'Asked by', value: ({ askedBy }) => askedBy },
  { heading: 'Link opens until', value: ({ state, expiresAt }) => (state === 'no_answer' ? at(expiresAt) : '') },
  { heading: 'Answered', value: ({ at: answered }) => at(answered) },
  { heading: 'Answered by', value: ({ by }) => by },
  { heading: 'Words', value: ({ words }) => words },
  { heading: 'E-mail', value: ({ mail }) => (mail === undefined ? '' : `${mailInWords(mail)}, ${at(mail.at)}`) },
  { heading: 'Reminded', value: ({ remindedAt }) => at(remindedAt) },
];
