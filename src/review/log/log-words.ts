/** What the log's acts and outcomes are called on the pages. */
const actWords: Readonly<Record<string, string>> = {
  fetch: 'Payroll read',
  map: 'Pay runs worked out',
  post: 'Posted',
  amend: 'Amended',
  reverse: 'Reversed',
  remove: 'Removed',
  adopt: 'Found in books',
  settle: 'Found in books after all',
  hold: 'Held',
  ready: 'Ready',
  drift: 'Books altered',
  changed: 'Payroll changed',
  refused: 'Refused',
  approve: 'Approved',
  decide: 'Decided',
  ignore: 'Ignored',
  adjust: 'PAYE adjustment entered',
  recover: 'Recovery decided',
  rerun: 'Read again',
  sign_off: 'Signed off',
  policy: 'Policy changed',
  pause: 'Paused',
  resume: 'Resumed',
  leave: 'Left',
  connect: 'Connected',
  verify: 'Books rechecked',
  month_close: 'Month closed',
  erase: 'Erased',
  signing_key: 'Signing key',
  month_file: 'Month file taken',
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

export function actInWords(act: string, outcome = 'done'): string {
  const words = actWords[act] ?? act.replaceAll('_', ' ');
  if (outcome === 'asked') return `${words}: asked for`;
  if (outcome === 'in_doubt') return `${words}? No answer yet`;
  if (outcome === 'refused') return `${words}: refused by the books`;
  if (outcome === 'released') return `${words}: not in the books`;
  if (outcome === 'failed') return `${words}: failed`;
  return words;
}

/** "journal set 37" from its address in the books. */
export function setInWords(url: string): string {
  return `journal set ${url.slice(url.lastIndexOf('/') + 1)}`;
}
