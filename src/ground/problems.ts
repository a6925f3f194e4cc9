/** 1 failed · 2 wrong usage or configuration · 3 done, but a person is needed. */
export type FailureExitCode = 1 | 2 | 3;

/**
 * A kind of problem that a program may have to distinguish: all of its problems have one status and one exit code.
 */
interface TypeOfProblem {
  readonly status: number;
  /** At the terminal. */
  readonly exitCode: FailureExitCode;
  /** For its page. */
  readonly means: string;
  /** For its page; each problem says more exactly what to do. */
  readonly todo: string;
  /** The title of each, by the name that code throws it by. A name exists once in all types. */
  readonly problems: Readonly<Record<string, string>>;
}

/**
 * Every problem there is. The key of a type is a contract: `/problems/<key>` is the problem's `type` (RFC 9457) and its
 * page. Titles use the same words every time; `detail` says whom it is about.
 */
export const problemTypes = {
  'invalid-request': {
    status: 400,
    exitCode: 2,
    means: 'The address, a header or the body is not as the description of the API has it. Nothing was done.',
    todo: 'Correct what `detail` names, and `errors` field by field, and send the request again.',
    problems: {
      'wrong-request': 'The request is not valid',
      'request-unreadable': 'The request cannot be read',
      'character-not-storable': 'The request holds a character that cannot be stored',
      'nothing-chosen': 'Nothing was chosen',
      'one-or-everybody': 'For one person, or for everyone?',
      'unknown-cursor': 'The place in the list is unknown',
      'tax-year-missing': 'The tax year is missing',
      'reason-too-long': 'The reason is too long',
      'not-a-date': 'That is not a date',
      'not-paid-yet': 'It cannot have been paid yet',
      'form-incomplete': 'The form is not complete',
      'answer-incomplete': 'The answer is not complete',
      'wrong-allocations': 'These allocations cannot be used',
      'note-without-words': 'A note needs words',
      'wrong-company-name': 'The company cannot be called that',
      'wrong-token-name': 'The name cannot be used',
      'wrong-adjustment': 'This adjustment cannot be posted',
      'wrong-decision': 'The decision is not valid',
      'amount-missing': 'An amount is needed',
      'debtor-missing': 'Whose debt is it?',
      'more-than-rounding': 'Too much to be rounding',
      'not-a-control-account': 'Not a control account',
      'not-a-practice': 'Not a practice',
      'sign-in-not-begun-here': 'This sign-in was not begun here',
    },
  },
  'if-match-missing': {
    status: 428,
    exitCode: 2,
    means: 'A change here must name the version that was read, and the request names none. Nothing was done.',
    todo: 'Read it, and send its `ETag` as `If-Match`.',
    problems: { 'if-match-missing': 'If-Match is missing' },
  },
  'wrong-usage': {
    status: 400,
    exitCode: 2,
    means: 'A command was given what it does not know, or lacks something. Nothing was done.',
    todo: '`--help` shows what the command takes.',
    problems: { 'wrong-usage': 'Wrong usage' },
  },
  'not-confirmed': {
    status: 400,
    exitCode: 1,
    means: 'This cannot be undone, so it needs your yes, and the answer was not yes. Nothing was done.',
    todo: 'Do it again, and confirm it as asked, if you are sure.',
    problems: { 'not-confirmed': 'Not confirmed' },
  },
  'reason-missing': {
    status: 400,
    exitCode: 2,
    means: 'Every act of a person is kept with its reason, and none was given. Nothing was done.',
    todo: 'Send `reason`.',
    problems: { 'reason-missing': 'A reason is needed' },
  },
  'invalid-policy': {
    status: 400,
    exitCode: 2,
    means: 'The policy names something that does not exist, or lacks something. The old one stays in force.',
    todo: 'Correct what `detail` names.',
    problems: { 'wrong-policy': 'The policy is not valid' },
  },
  'invalid-person': {
    status: 400,
    exitCode: 2,
    means: 'A name, an address or a text is not as it should be. Nothing was done.',
    todo: 'Correct what `detail` names.',
    problems: { 'wrong-person': 'The person’s details are not valid' },
  },
  'not-signed-in': {
    status: 401,
    exitCode: 1,
    means: 'The request carries no token, or one that is wrong, revoked or expired.',
    todo: 'Send `Authorization: Bearer TOKEN`; `counterfoil tokens create` makes one.',
    problems: { 'not-signed-in': 'Not signed in', 'token-refused': 'The token is not accepted' },
  },
  'link-gone': {
    status: 410,
    exitCode: 1,
    means: 'The link was used, is too old, or was not copied whole. Nothing was done.',
    todo: 'Ask for another one.',
    problems: {
      'sign-in-link-gone': 'This sign-in link does not work any more',
      'client-link-gone': 'This link does not work any more',
    },
  },
  'sign-in-refused': {
    status: 403,
    exitCode: 1,
    means: 'Who you are is known, or could be, but you are not let in.',
    todo: 'Ask an administrator.',
    problems: {
      'refused-by-issuer': 'The sign-in service did not let you in',
      'issuer-not-believed': 'The sign-in service’s answer is not accepted',
      'domain-refused': 'Not with this address',
      'unknown-here': 'No one here knows you yet',
      'not-let-in-any-more': 'You may not sign in any more',
    },
  },
  'sign-in-service-away': {
    status: 503,
    exitCode: 1,
    means: 'The issuer that knows who people are cannot be reached.',
    todo: 'Try again in a minute, or sign in by a link.',
    problems: { 'sign-in-service-away': 'The sign-in service does not answer' },
  },
  'not-allowed': {
    status: 403,
    exitCode: 1,
    means: 'The role or the reach of the token or person does not include this.',
    todo: 'Use a token with the role that `detail` names.',
    problems: {
      'not-allowed': 'Not allowed',
      'form-not-ours': 'The form was not sent from these pages, or it is too old',
    },
  },
  'not-found': {
    status: 404,
    exitCode: 2,
    means: 'It does not exist, or this token does not reach it: both have the same answer.',
    todo: 'Look it up in its list.',
    problems: {
      'not-found': 'Not found',
      'no-such-company': 'No such company',
      'no-such-pay-run': 'No such pay run',
      'no-such-decision': 'No such decision',
      'no-such-token': 'No such token',
      'no-such-session': 'No such session',
      'no-such-person': 'No such person',
      'no-such-adjustment': 'No such adjustment',
      'no-practice': 'No practice is connected',
      'no-payroll': 'There is no payroll',
      'no-payroll-of-month': 'There is no payroll of that month',
      'not-in-pay-run': 'No such person in this pay run',
      'not-paid': 'No one of that name was paid',
      'no-anchors': 'There are no anchors',
    },
  },
  'method-not-allowed': {
    status: 405,
    exitCode: 2,
    means: 'There is something at this address, and it does not take this method. Nothing was done.',
    todo: 'Use one of those that `Allow` lists.',
    problems: { 'method-not-allowed': 'Not in this way' },
  },
  ambiguous: {
    status: 409,
    exitCode: 2,
    means: 'The name fits several, and none was chosen. Nothing was done.',
    todo: 'Name it in full: a company by its id, a pay run by its pay date, a person by the user’s address.',
    problems: {
      'several-pay-runs': 'Several pay runs',
      'several-companies': 'The word means several companies',
      'which-person': 'Which person?',
      'several-people': 'Several people have that name',
    },
  },
  'name-taken': {
    status: 409,
    exitCode: 2,
    means: 'Another company, person or token has this name or sign-in, or the service itself. Nothing was done.',
    todo: 'Choose another.',
    problems: {
      'company-name-taken': 'The name is taken',
      'token-name-taken': 'There is a token of that name',
      'name-of-person': 'That is the name of a person',
      'name-reserved': 'That is a name the service itself uses',
      'person-detail-taken': 'That is taken',
      'sign-in-taken': 'This sign-in is someone else’s',
    },
  },
  'payroll-changed': {
    status: 409,
    exitCode: 1,
    means: 'Payroll has changed since the figures were looked at. Nothing was done.',
    todo: 'Read the pay run again and decide on what it shows now.',
    problems: {
      'payroll-changed': 'Payroll has changed since you opened it',
      'figures-changed': 'The figures have changed',
      'month-being-changed': 'The month is being changed',
      'difference-changed': 'The difference has changed since you opened it',
    },
  },
  'policy-changed': {
    status: 412,
    exitCode: 1,
    means: 'Someone else changed the policy since it was read. The newer one stays in force.',
    todo: 'Read the policy again and send its `ETag` as `If-Match`.',
    problems: { 'policy-changed': 'The policy has changed since you opened it' },
  },
  'act-not-possible-now': {
    status: 409,
    exitCode: 1,
    means: 'The pay run or the company is in a state in which this cannot be done. Nothing was done.',
    todo: 'Read its state; `detail` names what stands in the way.',
    problems: {
      'not-now': 'Not possible for this pay run now',
      'company-not-working': 'The company is not working',
      'company-left': 'The company was left',
      'company-not-left': 'The company has not been left',
      'nothing-to-erase': 'There is nothing left to erase',
      'nothing-to-approve': 'There are no payments to approve',
      'file-posted': 'What is in the file was posted',
      'payroll-source-fixed': 'Payroll of this company was posted already',
      'payroll-not-moved': 'Payroll cannot move from that day',
      'already-connected': 'These books are connected already',
      'client-link-answered': 'The link was answered',
      'still-may-sign-in': 'This person may still sign in',
      'adjustment-entered-already': 'This adjustment is entered already',
      'debt-entered-already': 'This debt is brought forward already',
      'import-under-way': 'Clients are being imported already',
    },
  },
  'still-being-settled': {
    status: 409,
    exitCode: 3,
    means: 'It is not known yet whether a journal reached the books. Nothing was done.',
    todo: 'Wait for the next sync to settle it, or look with `GET /api/pay-runs?state=in_doubt`.',
    problems: { 'still-being-settled': 'Something is still being settled' },
  },
  'client-approval-needed': {
    status: 409,
    exitCode: 3,
    means: 'The policy posts nothing before the client has approved the month as it is now. Nothing was done.',
    todo: 'Send the client a link, or let the policy ask after posting.',
    problems: { 'client-approval-needed': 'The client has not approved these payments' },
  },
  'second-administrator-needed': {
    status: 403,
    exitCode: 3,
    means:
      'One administrator alone neither turns two pairs of eyes off, nor changes who someone is that may review, nor gives them more rights. The request is recorded; nothing else was changed.',
    todo: '`todo` names who else can, or from when you can alone.',
    problems: { 'second-administrator-needed': 'A second administrator is needed' },
  },
  'second-person-needed': {
    status: 403,
    exitCode: 3,
    means: 'This needs two pairs of eyes: someone who has not done the rest must do it. Nothing was done.',
    todo: '`todo` names who else can.',
    problems: {
      'second-person-needed': 'A second person is needed',
      'unknown-pair-of-eyes': 'Two pairs of eyes: who is it?',
    },
  },
  'two-reviewers-needed': {
    status: 409,
    exitCode: 2,
    means: 'Two pairs of eyes cannot be asked for where fewer than two people may review. Nothing was changed.',
    todo: 'Add another reviewer or administrator who reaches the client first.',
    problems: { 'two-reviewers-needed': 'Two who may review are needed' },
  },
  'last-administrator': {
    status: 409,
    exitCode: 2,
    means: 'No one would be left who can add people. Nothing was changed.',
    todo: 'Make someone else an administrator of all companies first.',
    problems: { 'last-administrator': 'The last administrator stays' },
  },
  'not-theirs': {
    status: 409,
    exitCode: 2,
    means: 'The person is inactive, or does not reach the company. Nothing was changed.',
    todo: 'Name someone else, or let the person in again first.',
    problems: { 'not-theirs': 'Not theirs to do', 'person-inactive': 'This person is inactive' },
  },
  'owed-by-payroll': {
    status: 422,
    exitCode: 2,
    means:
      'Tax, NI, loans and pensions are owed as payroll reports them, and are not decided to be anything else. Nothing was done.',
    todo: 'Correct the amount in payroll, or name another account and keep what it is.',
    problems: { 'owed-by-payroll': 'Payroll itself owes this' },
  },
  'no-such-account': {
    status: 422,
    exitCode: 2,
    means: 'A nominal code was named that the chart of accounts lacks, as the books last listed it. Nothing was done.',
    todo: 'Name one that the chart has. If it was added since, have everything read again first (a sync with `full`).',
    problems: { 'no-such-account': 'No such account' },
  },
  'body-too-large': {
    status: 413,
    exitCode: 2,
    means: 'The body is larger than 512 KiB. Nothing was done.',
    todo: 'Send less at once.',
    problems: { 'body-too-large': 'The body is too large' },
  },
  'unsupported-body': {
    status: 415,
    exitCode: 2,
    means: 'The body is not JSON, or not the file that a route takes. Nothing was done.',
    todo: 'Send JSON, with `Content-Type: application/json`, or the type that `detail` names.',
    problems: { 'unsupported-body': 'The body is not of a type that is read here' },
  },
  'unreadable-file': {
    status: 400,
    exitCode: 2,
    means: 'A file is damaged, foreign, or not there. Nothing was done.',
    todo: 'Give another, as `detail` asks.',
    problems: {
      'file-unreadable': 'The file cannot be read',
      'key-file-unreadable': 'The key file cannot be read',
      'anchors-unreadable': 'The anchors cannot be read',
      'settings-unreadable': 'The list of settings cannot be read',
      'client-list-unreadable': 'The list of clients cannot be read',
      'allocations-unreadable': 'The list of allocations cannot be read',
      'wrong-scenario': 'The scenario cannot be used',
      'wrong-sandbox-file': 'The file cannot be used',
    },
  },
  'unreadable-document': {
    status: 400,
    exitCode: 1,
    means:
      'A payroll document is not JSON, or not as `counterfoil journal --help` shows it. Nothing was mapped from it.',
    todo: 'Correct what `detail` names; the other documents are still mapped.',
    problems: { 'document-unreadable': 'The document cannot be read' },
  },
  'refused-payroll-file': {
    status: 422,
    exitCode: 1,
    means:
      'A file of payroll (an FPS, an EPS, a payslip report) is not understood to its end. Nothing was taken from it.',
    todo: 'Correct what `detail` names, or have payroll make the file again.',
    problems: {
      'file-refused': 'The payroll file is refused',
      'columns-unknown': 'What the report’s columns are is not known',
    },
  },
  'unwritable-file': {
    status: 500,
    exitCode: 1,
    means: 'A file or folder cannot be written where it was asked for.',
    todo: 'Name a folder that is there, that this user may write to, and that has room.',
    problems: {
      'file-unwritable': 'The file cannot be written',
      'no-demo-folder': 'The demo needs a folder of its own',
    },
  },
  'idempotency-key-reused': {
    status: 422,
    exitCode: 2,
    means: 'The same key came with another request within a day. Nothing was done.',
    todo: 'Send a new key with every new request, and the old one only with the same request again.',
    problems: { 'idempotency-key-reused': 'The Idempotency-Key was used for something else' },
  },
  'idempotency-key-in-use': {
    status: 409,
    exitCode: 1,
    means: 'The same request is being answered right now.',
    todo: 'Send it again after `Retry-After`: the answer will be the same.',
    problems: { 'idempotency-key-in-use': 'The request with this Idempotency-Key is still going on' },
  },
  'answer-not-kept': {
    status: 409,
    exitCode: 1,
    means:
      'The same request with this key was done before, and its answer is not given again: it held a secret, or someone who was erased.',
    todo: 'Use what you were given the first time, or send a new key to have another made.',
    problems: { 'answer-not-kept': 'It was done, and its answer is not kept' },
  },
  'too-many-attempts': {
    status: 429,
    exitCode: 1,
    means: 'Too many wrong tokens came from this address, or too much was sent at once.',
    todo: 'Wait as long as `Retry-After` asks, or until what was sent before is answered.',
    problems: { 'too-many-attempts': 'Too many wrong attempts', 'too-many-requests': 'Too many requests' },
  },
  'books-unavailable': {
    status: 502,
    exitCode: 1,
    means:
      'The accounting service did not answer, or not as expected. What may have been posted is looked for before anything is sent again.',
    todo: 'Try again later. Nothing is posted twice.',
    problems: {
      'books-unreadable': 'The accounting service could not be read',
      'wrong-shape': 'The accounting service answered in an unknown shape',
      'no-such-record': 'The accounting service has no such record',
      'journal-not-sent': 'A journal could not be sent',
      'other-books-answered': 'Other books answered',
    },
  },
  'files-busy': {
    status: 503,
    exitCode: 1,
    means: 'This process is making as many files as it can at once, and the queue is full.',
    todo: 'Ask again after `Retry-After`.',
    problems: { 'files-busy': 'Too many files are being made' },
  },
  'limit-used-up': {
    status: 503,
    exitCode: 1,
    means: 'The accounting service allows no more requests for a while. What is left is done by the next sync.',
    todo: 'Try again later. Nothing is posted twice.',
    problems: { 'limit-used-up': 'The limit of requests is used up' },
  },
  'connection-lost': {
    status: 409,
    exitCode: 1,
    means: 'The books cannot be reached with the keys that are held. Nothing is fetched or posted for the company.',
    todo: 'Connect the company again.',
    problems: {
      'connect-again': 'The connection must be made again',
      'access-refused': 'The accounting service refused access',
      'no-keys': 'We hold no keys to these books',
    },
  },
  'not-connected': {
    status: 400,
    exitCode: 2,
    means: 'Access was not given, or the books are not those that were to be connected. Nothing was connected.',
    todo: 'Start again, with the right books.',
    problems: {
      'authorisation-declined': 'The accounting service did not authorise',
      'authorisation-not-begun-here': 'This authorisation was not begun here',
      'other-books': 'These are other books',
      'no-uk-payroll': 'The company has no UK payroll',
    },
  },
  'not-ready': {
    status: 503,
    exitCode: 1,
    means: 'The service cannot do its work at this moment.',
    todo: 'Try again. Where it lasts, `counterfoil doctor` shows what to mend.',
    problems: {
      'not-ready': 'Not ready',
      'database-unusable': 'The database cannot be used',
      'lease-lost': 'Another process took over',
      'decided-since': 'Decided since',
      'process-stopped': 'The process was stopped',
      'process-ended': 'The process ended before this sync did',
      'worker-ended': 'The sync ended its worker again and again',
      'payroll-being-changed': 'Payroll is being changed',
      'port-taken': 'The port is taken',
    },
  },
  configuration: {
    status: 500,
    exitCode: 2,
    means: 'The installation is not set up as it should be.',
    todo: 'Correct what `detail` names, where the service runs; `counterfoil doctor` checks everything.',
    problems: {
      'wrong-configuration': 'The configuration is wrong',
      'incomplete-configuration': 'The configuration is incomplete',
      'configuration-unreadable': 'The configuration cannot be read',
      'wrong-database': 'The database of DATABASE_URL cannot be used',
      'unknown-app': 'The accounting service does not know this app',
      'no-secret-key': 'No secret key is set',
      'other-secret-key': 'The secret key is another one',
      'port-forbidden': 'The port may not be used',
      'address-elsewhere': 'The address is not of this machine',
    },
  },
  'record-damaged': {
    status: 500,
    exitCode: 1,
    means: 'Something in the database is not as it was written. Nothing is posted from it.',
    todo: 'Restore the database from a backup; `counterfoil log verify` shows what was changed.',
    problems: { 'token-damaged': 'A stored token cannot be read', 'policy-gone': 'The policy is gone' },
  },
  unforeseen: {
    status: 500,
    exitCode: 1,
    means: 'A bug. Whether the request took effect is not known.',
    todo: 'Look before you send it again, and report what the log has under the answer’s `X-Request-Id`.',
    problems: { unforeseen: 'Something went wrong that was not foreseen' },
  },
} as const satisfies Readonly<Record<string, TypeOfProblem>>;

export type ProblemSlug = keyof typeof problemTypes;
export type ProblemName = { [Slug in ProblemSlug]: keyof (typeof problemTypes)[Slug]['problems'] }[ProblemSlug];

export interface ProblemType extends TypeOfProblem {
  readonly slug: ProblemSlug;
}

export const allProblemTypes: readonly ProblemType[] = Object.entries(problemTypes).map(([slug, type]) => ({
  slug: slug as ProblemSlug,
  ...type,
}));

/** '/problems/payroll-changed' */
export const problemTypePath = (slug: ProblemSlug): string => `/problems/${slug}`;

interface Named {
  readonly title: string;
  readonly type: ProblemType;
}

/** By the name of each problem. */
export const problems = Object.fromEntries(
  allProblemTypes.flatMap((type) => Object.entries(type.problems).map(([name, title]) => [name, { title, type }])),
) as Readonly<Record<ProblemName, Named>>;
