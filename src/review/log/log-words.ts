import { decisionInWords } from '../../journal/decision-in-words.js';
import type { Decided } from '../../views/log-reasons.js';
import { fullDay, holdWords, scopeWords } from '../frame/words.js';

/** What the log's acts and outcomes are called on the pages. */
const actWords: Readonly<Record<string, string>> = {
  fetch: 'Payroll read',
  map: 'Pay runs worked out',
  post: 'Posted',
  amend: 'Amended',
  reverse: 'Reversed',
  remove: 'Removed',
  adopt: 'Found in books',
  settle: 'Checked: was posted',
  hold: 'Held',
  ready: 'Ready to post',
  drift: 'Books altered since posting',
  changed: 'Payroll changed since posting',
  refused: 'Refused',
  approve: 'Approved',
  decide: 'Decided',
  ignore: 'Ignored',
  adjust: 'PAYE adjustment entered',
  recover: 'Recovery decided',
  rerun: 'Payroll read again',
  sign_off: 'Signed off',
  policy: 'Policy changed',
  pause: 'Paused',
  resume: 'Resumed',
  leave: 'Company left',
  connect: 'Connected',
  verify: 'Books rechecked',
  month_close: 'Month closed',
  erase: 'Erased',
  signing_key: 'Signing key',
  month_file: 'Month file taken',
  anchor: 'Log anchored',
  read_pay: 'Pay read',
  client_approval: 'Client approval',
};

export const logActs = Object.keys(actWords);

/** Of a person's act the log tells that it was asked for; what came of it is the next line. */
export const triggerWords: Readonly<Record<string, string>> = {
  schedule: 'schedule',
  month_close: 'month close',
  api: 'API',
  page: 'page',
  command: 'command',
  settle: 'settling',
  act: 'a decision',
  verify: 'recheck',
};

interface Entry {
  readonly act: string;
  readonly outcome?: string;
  readonly journalSet?: string;
}

export function actInWords({ act, outcome = 'done', journalSet }: Entry): string {
  const words = actWords[act] ?? act.replaceAll('_', ' ');
  // Nothing of it was ever posted: it only waits for the pay run beside it.
  if (act === 'changed' && outcome === 'found' && journalSet === undefined) return 'Waits for another pay run';
  if (outcome === 'asked') return `${askedWords[act] ?? words} requested`;
  if (outcome === 'in_doubt') return `${inDoubtWords[act] ?? words}, awaiting confirmation`;
  if (outcome === 'refused') return `${words}: refused by the books`;
  if (outcome === 'released') return 'Checked: was not posted';
  if (outcome === 'failed') return `${words}: failed`;
  return words;
}

const askedWords: Readonly<Record<string, string>> = { post: 'Posting', amend: 'Amendment', reverse: 'Reversal' };

const inDoubtWords: Readonly<Record<string, string>> = {
  post: 'Journal sent',
  amend: 'Amendment sent',
  reverse: 'Reversal sent',
  remove: 'Removal sent',
  settle: 'Checked',
};

/** "journal set 37" from its address in the books. */
export function setInWords(url: string): string {
  return `journal set ${url.slice(url.lastIndexOf('/') + 1)}`;
}

/** What was decided, of what and for whom. */
export function decidedInWords(decided: Decided | undefined): readonly string[] {
  if (decided === undefined) return [];
  const { kind, scope, hold, field, as, on } = decided;
  return [
    ...(hold === undefined ? [] : [`approved: ${(holdWords[hold] ?? hold).toLowerCase()}`]),
    ...(field === undefined || as === undefined ? [] : [decisionInWords(field, as)]),
    ...(kind === 'treatment' ? [scopeWords[scope]] : []),
    ...(on === undefined ? [] : [`dated ${fullDay(on)}`]),
  ];
}
