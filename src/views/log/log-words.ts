import { dayInWords, monthInWords } from '../../journal/nouns/dates.js';
import { decisionInWords } from '../../journal/policy/decision-in-words.js';
import { placeInTag } from '../../journal/nouns/identity.js';
import { openWords } from '../../record/control-words.js';
import { answerCharactersMax } from '../../record/runs/stored-text.js';
import { actNames, acts, type LogAct, rowOf } from '../../record/acts.js';
import type { Decided, Why } from './log-reasons.js';
import type { LogRow } from './log-view.js';
import { adjustmentInWords, holdWords, inSentence, scopeWords } from '../words/words.js';

/** What the log of a company can name: the installation's own chain is shown on no page. */
export const logActs: readonly string[] = actNames.filter((act) => rowOf(act).chain === undefined);

const named = (act: string) => (Object.hasOwn(acts, act) ? rowOf(act as LogAct) : undefined);

/** A filter by act finds it at every stage, such as requested and refused: it names the act, not a stage. */
export const actNamed = (act: string): string => namedActs[act] ?? named(act)?.asks ?? actInWords({ act });

interface Entry {
  readonly act: string;
  readonly outcome?: string;
  readonly journalSet?: string;
  readonly adjustment?: string;
}

export function actInWords(entry: Entry): string {
  const words = plainActInWords(entry);
  return entry.adjustment === undefined ? words : `${adjustmentInWords(entry.adjustment)}: ${inSentence(words)}`;
}

function plainActInWords({ act, outcome = 'done', journalSet }: Entry): string {
  const { words = act.replaceAll('_', ' '), asks = words, moves } = named(act) ?? {};
  if (act === 'controls' && outcome === 'accepted') return 'Difference accepted';
  // Nothing of this run has been posted yet: it only waits for another run.
  if (act === 'changed' && outcome === 'found' && journalSet === undefined) return 'Waits for another pay run';
  if (act === 'sign_off' && outcome === 'withdrawn') return 'Sign-off withdrawn';
  if (act === 'hmrc_paid' && outcome === 'withdrawn') return 'Taken back: HMRC is not said to be paid';
  if (act === 'client_mail' && outcome === 'failed') return 'E-mail to the client not sent';
  if (act === 'client_link' && outcome === 'withdrawn') return 'Link to the client withdrawn';
  if (act === 'client_link' && outcome === 'ended') return 'Link to the client ended: another was answered or sent';
  if (outcome === 'asked') return `${asks} requested`;
  if (outcome === 'in_doubt') return `${inDoubtWords[act] ?? words}, awaiting confirmation`;
  if (outcome === 'refused' && act === 'settle') return 'Checked: refused by the books';
  if (outcome === 'refused' && moves !== 'nothing') return `${words}: refused by the books`;
  if (outcome === 'released') return 'Checked: was not posted';
  if (outcome === 'failed') return `${words}: failed`;
  return words;
}

const namedActs: Readonly<Record<string, string>> = {
  remove: 'Removal',
  settle: 'Check whether it was posted',
  changed: 'Payroll changed, or waiting for another pay run',
  sign_off: 'Sign-off',
  client_link: 'Link to the client',
  client_mail: 'E-mail to the client',
  controls: 'Control accounts',
} satisfies Partial<Record<LogAct, string>>;

const inDoubtWords: Readonly<Record<string, string>> = {
  post: 'Journal sent',
  amend: 'Amendment sent',
  reverse: 'Reversal sent',
  remove: 'Removal sent',
  settle: 'Checked',
} satisfies Partial<Record<LogAct, string>>;

/** "journal set 37" from its address in the books. */
export function setInWords(url: string): string {
  return `journal set ${url.slice(url.lastIndexOf('/') + 1)}`;
}

const problemWords: Readonly<Record<string, string>> = {
  missing: 'missing from the books',
  edited: 'altered in the books',
  doubled: 'in the books twice',
  foreign: 'in the books with our reference, and was not recorded',
};

/** An entry's technical answer, in words for a reader who has never seen the program. */
export function answerInWords({ act, outcome, answer }: Entry & { readonly answer?: string }): string {
  // `to` has it already.
  if (answer === undefined || act === 'assign') return '';
  if (act === 'controls' && outcome !== 'failed') return controlsInWords(answer);
  if (act === 'verify') return answer.split(', ').map(findingInWords).join(' · ');
  if (outcome === 'in_doubt' && answer.startsWith('the service answered')) return `no clear answer: ${answer}`;
  if (outcome === 'in_doubt') return `the service did not answer: ${noAnswerWords[answer] ?? answer}`;
  return answer;
}

/** What the network library reports when a connection breaks off. */
const noAnswerWords: Readonly<Record<string, string>> = {
  'other side closed': 'the connection broke off',
  'socket hang up': 'the connection broke off',
  terminated: 'the connection broke off',
};

/** "902 no payment posted (8)" for eight people. An entry may have been cut, and its last words with it. */
function controlsInWords(answer: string): string {
  const all = answer.split(', ');
  const isCut = answer.length >= answerCharactersMax;
  const times = new Map<string, number>();
  for (const text of isCut ? all.slice(0, -1) : all) {
    const { words, count } = controlInWords(text);
    times.set(words, (times.get(words) ?? 0) + count);
  }
  const found = [...times].map(([words, count]) => (count === 1 ? words : `${words} (${count})`));
  return [...found, ...(isCut ? ['and more'] : [])].join(' · ');
}

/** "814 needs_a_journal", "902 no_payment_posted 8". Older entries have the eight one by one. */
function controlInWords(text: string): { readonly words: string; readonly count: number } {
  const [account = '', state = '', count = '1'] = text.split(' ');
  if (account === 'causes') return { words: state === '1' ? 'one cause' : `${state} causes`, count: 1 };
  const words = openWords[state as keyof typeof openWords];
  // What a person named an open part: "814 left_on_account".
  if (words === undefined) return { words: text.replaceAll('_', ' '), count: 1 };
  return { words: `${account} ${inSentence(words)}`, count: Number(count) };
}

/** "edited counterfoil:2027-05:2026-09-30" */
function findingInWords(text: string): string {
  const [problem = '', tag = ''] = text.split(' ');
  const datedOn = placeInTag(tag)?.datedOn;
  return `${datedOn === undefined ? tag : `paid ${dayInWords(datedOn)}`} ${problemWords[problem] ?? problem}`.trim();
}

/** Why an entry was written; "as decided" is the sync that carries out what a person decided. */
const triggerWords: Readonly<Record<string, string>> = {
  schedule: 'schedule',
  month_close: 'month close',
  api: 'API',
  page: 'page',
  command: 'command',
  settle: 'settling',
  act: 'as decided',
  client: 'client',
  verify: 'recheck',
};

const namesMax = 3;

/** A run may pay many people of one name: names the first ones and counts the rest. */
function paidInWords(names: readonly string[] = []): readonly string[] {
  if (names.length === 0) return [];
  const more = names.length > namesMax ? ` and ${names.length - namesMax} more` : '';
  return [`${names.length === 1 ? 'payslip' : 'payslips'} of ${names.slice(0, namesMax).join(', ')}${more}`];
}

/** Only where the actor does not say it: "schedule" acts by schedule. */
function triggerInWords({ trigger, actor }: LogRow): readonly string[] {
  const words = triggerWords[trigger] ?? trigger;
  return words === actor ? [] : [words];
}

/** What was decided, what held it, what the service answered, whose payslip a search found, and why it ran. */
export const detailsInWords = (row: LogRow): readonly string[] =>
  [
    ...decidedInWords(row.decided),
    ...row.holdCodes.map((code) => inSentence(holdWords[code] ?? code)),
    ...aboutInWords(row),
    answerInWords(row),
    ...paidInWords(row.pays),
    ...triggerInWords(row),
  ].filter(Boolean);

/** To whom, for which month, and which settings: what an entry refers to. */
export function aboutInWords({
  to,
  clientOf,
  changed = [],
  decision,
}: Pick<Why, 'to' | 'clientOf' | 'changed' | 'decision'>): readonly string[] {
  return [
    ...(to === undefined ? [] : [`to ${to}`]),
    ...(clientOf === undefined ? [] : [`payments of ${monthInWords(clientOf.year, clientOf.period)}`]),
    ...changed,
    ...(decision === undefined ? [] : [`decision ${decision}`]),
  ];
}

/** What was decided, about what and for whom. */
export function decidedInWords(decided: Decided | undefined): readonly string[] {
  if (decided === undefined) return [];
  const { kind, scope, hold, field, as, on } = decided;
  return [
    ...(hold === undefined ? [] : [`approved: ${inSentence(holdWords[hold] ?? hold)}`]),
    ...(field === undefined || as === undefined ? [] : [decisionInWords(field, as)]),
    ...(kind === 'treatment' ? [scopeWords[scope]] : []),
    ...(on === undefined ? [] : [`dated ${dayInWords(on)}`]),
  ];
}
