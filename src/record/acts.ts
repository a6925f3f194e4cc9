/**
 * Every act that the log can name, of whatever kind: who may do it, and what it moves. Made from these rows: what a
 * running sync must know of (`decided.ts`), what makes a reading of control accounts out of date, and what is said of it
 * then (`controls/show/readings.ts`), whom two pairs of eyes bar (`acts/approval/two-pairs-of-eyes.ts`), the words of the
 * log, and the roles of the table of routes. A line of the log cannot name an act that has no row.
 */
interface Named {
  /** As the log says it of what is done. */
  readonly words: string;
  /** Of an act that only asks: what it asks for. The sync that carries it out writes a line of its own. */
  readonly asks?: string;
  /** As a page says of a reading that it came after, behind “Since then”. Without it: something was changed. */
  readonly since?: string;
  /** In the chain of the installation, which belongs to no company and which no page shows. */
  readonly chain?: 'installation';
}

/** The lowest role that may, `everywhere` if it takes reach of every company; else who does it, or writes it. */
type ByPerson = 'viewer' | 'reviewer' | 'admin' | 'admin everywhere' | 'anyone' | 'terminal';
type ByOthers = 'client' | 'sync' | 'runner';

/** At its widest: whose figures it may move, or whether they are clean or in the books. */
type Moves = 'run' | 'month' | 'company' | 'practice';

interface MovesNothing {
  readonly by: ByPerson | ByOthers;
  readonly moves: 'nothing';
}

/** What a sync found, or a client said: neither is one of two pairs of eyes. */
interface MovedByOthers {
  readonly by: ByOthers;
  readonly moves: Moves;
  readonly only?: 'sending';
}

/**
 * Where the figures are not moved. Pausing stops what is sent, and changes no figure that a reading compares. A debt
 * brought forward is in the next reading, and in no journal.
 */
interface MovesNoFigure {
  readonly by: ByPerson;
  readonly moves: Moves;
  readonly only: 'sending' | 'reading';
}

/**
 * With two pairs of eyes, what a person who did it may not do to the same runs. Who posted may sign off only what
 * another person brought or changed; a reversal is posted too. An act that a person does and that moves figures bars
 * someone, or says why it bars no one: else this does not compile.
 */
interface MovesFigures {
  readonly by: ByPerson;
  readonly moves: Moves;
  readonly bars: 'sign-off' | 'post and sign-off';
}
interface BarsNoOne {
  readonly by: ByPerson;
  readonly moves: Moves;
  readonly barsNoOne: string;
}

type ActRow = Named & (MovesNothing | MovedByOthers | MovesNoFigure | MovesFigures | BarsNoOne);

export const acts = {
  // On a pay run or an adjustment.
  post: {
    words: 'Posted',
    asks: 'Posting',
    by: 'reviewer',
    moves: 'run',
    bars: 'sign-off',
    since: 'a journal was posted',
  },
  amend: {
    words: 'Amended',
    asks: 'Amendment',
    by: 'reviewer',
    moves: 'run',
    bars: 'post and sign-off',
    since: 'a journal was amended',
  },
  reverse: {
    words: 'Reversed',
    asks: 'Reversal',
    by: 'reviewer',
    moves: 'run',
    bars: 'sign-off',
    since: 'a journal was reversed',
  },
  approve: { words: 'Approved', by: 'reviewer', moves: 'run', bars: 'post and sign-off' },
  decide: { words: 'Decided', by: 'reviewer', moves: 'practice', bars: 'post and sign-off' },
  take_back: { words: 'Decision taken back', by: 'reviewer', moves: 'practice', bars: 'post and sign-off' },
  ignore: {
    words: 'Ignored',
    by: 'reviewer',
    moves: 'run',
    barsNoOne: 'leaving a run alone makes up no figure',
  },
  // Its recovery is a run of its own, of the same month.
  recover: { words: 'Recovery decided', by: 'reviewer', moves: 'month', bars: 'post and sign-off' },
  adjust: { words: 'PAYE adjustment entered', by: 'reviewer', moves: 'month', bars: 'post and sign-off' },
  // What it finds has lines of its own.
  rerun: { words: 'Payroll read again', by: 'reviewer', moves: 'nothing' },
  sign_off: { words: 'Signed off', by: 'reviewer', moves: 'nothing' },
  assign: { words: 'Assigned', by: 'reviewer', moves: 'nothing' },
  note: { words: 'Note added', by: 'reviewer', moves: 'nothing' },

  // What a sync found or did.
  fetch: { words: 'Payroll read', by: 'sync', moves: 'company', since: 'payroll was changed' },
  // Rows worked out; whatever moved them has a line of its own.
  map: { words: 'Pay runs worked out', by: 'sync', moves: 'nothing' },
  remove: { words: 'Removed', by: 'sync', moves: 'run', since: 'a journal was removed' },
  adopt: { words: 'Found in books', by: 'sync', moves: 'run', since: 'a journal was found in the books' },
  settle: { words: 'Checked: was posted', by: 'sync', moves: 'run', since: 'a journal was found in the books' },
  hold: { words: 'Held', by: 'sync', moves: 'run', since: 'a pay run was held' },
  ready: { words: 'Ready to post', by: 'sync', moves: 'run', since: 'a pay run became ready' },
  agrees: { words: 'Agrees with the books', by: 'sync', moves: 'nothing' },
  differs: { words: 'Differs from the books', by: 'sync', moves: 'nothing' },
  drift: {
    words: 'Books altered since posting',
    by: 'sync',
    moves: 'run',
    since: 'a journal was altered in the books',
  },
  changed: { words: 'Payroll changed since posting', by: 'sync', moves: 'run', since: 'payroll was changed' },

  // On a company.
  connect: {
    words: 'Connected',
    by: 'admin',
    moves: 'company',
    barsNoOne: 'its first policy is the usual one',
  },
  policy: {
    words: 'Policy changed',
    by: 'admin',
    moves: 'company',
    bars: 'post and sign-off',
    since: 'the policy was changed',
  },
  move_payroll: {
    words: 'Payroll moved',
    by: 'admin',
    moves: 'company',
    bars: 'post and sign-off',
    since: 'payroll was moved',
  },
  pause: { words: 'Paused', by: 'admin', moves: 'company', only: 'sending' },
  resume: { words: 'Resumed', by: 'admin', moves: 'company', only: 'sending' },
  leave: { words: 'Client left', by: 'admin', moves: 'company', only: 'sending' },
  ask_admin: { words: 'Second administrator', by: 'admin', moves: 'nothing' },
  // The rows that a reading comes from have fewer names and no payslips then.
  erase: { words: 'Erased', by: 'admin', moves: 'company', only: 'reading' },
  receive_file: {
    words: 'Payroll file received',
    by: 'reviewer',
    moves: 'company',
    bars: 'post and sign-off',
    since: 'a payroll file was received',
  },
  withdraw_file: {
    words: 'Payroll file withdrawn',
    by: 'reviewer',
    moves: 'company',
    bars: 'post and sign-off',
    since: 'a payroll file was taken back',
  },
  client_link: { words: 'Client asked to approve', by: 'reviewer', moves: 'nothing' },
  client_mail: { words: 'E-mail to the client', by: 'reviewer', moves: 'nothing' },
  client_asks: { words: 'Client asks', by: 'client', moves: 'nothing' },
  // It may ask to post what only waited for the client.
  client_approved: { words: 'Client approved', by: 'client', moves: 'month', only: 'sending' },

  // On its control accounts and its books.
  controls: { words: 'Control accounts read', by: 'reviewer', moves: 'nothing' },
  bring_forward: {
    words: 'Debt brought forward',
    by: 'reviewer',
    moves: 'company',
    only: 'reading',
    since: 'a debt was brought forward',
  },
  hmrc_paid: { words: 'HMRC said to be paid', by: 'reviewer', moves: 'nothing' },
  verify: { words: 'Books rechecked', by: 'reviewer', moves: 'nothing' },
  month_close: { words: 'Month closed', by: 'runner', moves: 'nothing' },

  // On the installation: its people, keys and evidence.
  approval: {
    words: 'Approval rule changed',
    by: 'admin everywhere',
    moves: 'practice',
    only: 'sending',
    chain: 'installation',
  },
  person: { words: 'Person', by: 'admin everywhere', moves: 'nothing', chain: 'installation' },
  session: { words: 'Session', by: 'viewer', moves: 'nothing', chain: 'installation' },
  token: { words: 'Token', by: 'terminal', moves: 'nothing', chain: 'installation' },
  link: { words: 'Sign-in link', by: 'anyone', moves: 'nothing', chain: 'installation' },
  sign_in: { words: 'Signed in', by: 'anyone', moves: 'nothing', chain: 'installation' },
  refuse: { words: 'Access refused', by: 'anyone', moves: 'nothing', chain: 'installation' },
  read_pay: { words: 'Pay read', by: 'viewer', moves: 'nothing', chain: 'installation' },
  digest: { words: 'Digest', by: 'runner', moves: 'nothing', chain: 'installation' },
  month_file: { words: 'Month file taken', by: 'viewer', moves: 'nothing', chain: 'installation' },
  anchor: { words: 'Log anchored', by: 'runner', moves: 'nothing', chain: 'installation' },
  // Made with the first thing that it signs, too.
  signing_key: { words: 'Signing key', by: 'terminal', moves: 'nothing', chain: 'installation' },
  secret_key: { words: 'Secret key rotated', by: 'terminal', moves: 'nothing', chain: 'installation' },
} as const satisfies Readonly<Record<string, ActRow>>;

export type LogAct = keyof typeof acts;

/** The acts whose rows have that column. */
export type ActWith<Column extends 'bars' | 'chain'> = {
  [Act in LogAct]: Column extends keyof (typeof acts)[Act] ? Act : never;
}[LogAct];

/** The acts that bar someone, and move a whole company or practice: each is looked for where it is kept. */
export type WideAct = {
  [Act in LogAct]: (typeof acts)[Act] extends { readonly bars: unknown; readonly moves: 'company' | 'practice' }
    ? Act
    : never;
}[LogAct];

export const actNames = Object.keys(acts) as readonly LogAct[];

/** With its columns that only some have. */
export const rowOf = (act: LogAct): ActRow & Partial<Pick<MovesFigures, 'bars'> & Pick<MovesNoFigure, 'only'>> =>
  acts[act];

/** What was done since a reading. The log may name an act that has no row any more. */
export const sinceInWords = (act: string): string =>
  (acts as Readonly<Record<string, Named | undefined>>)[act]?.since ?? 'something was changed';
