/**
 * The kinds of problem that programs may have to distinguish. A slug is a contract: `/problems/<slug>` is the problem's
 * `type` and its page, even if the words of the title change. A title that is not listed has the type `about:blank`.
 */
export interface ProblemType {
  readonly slug: string;
  /** The titles of the problems of this type. */
  readonly titles: readonly (string | RegExp)[];
  readonly status: number;
  readonly means: string;
  readonly todo: string;
}

export const problemTypes: readonly ProblemType[] = [
  {
    slug: 'invalid-request',
    titles: ['The request is not as it should be', 'The request holds a character that cannot be stored', 'Nothing was chosen', 'For one person, or for everybody?', 'Bad Request', 'If-Match is missing', 'The place in the list is unknown', 'The tax year is missing', 'The reason is too long', 'That is not a date', 'The form is not complete', 'The answer is not complete', 'These allocations cannot be used', 'A note needs words', 'The company cannot be called that'], // biome-ignore format: one table
    status: 400,
    means: 'The address, a header or the body is not as the description of the API has it. Nothing was done.',
    todo: 'Correct what `detail` names and send the request again.',
  },
  {
    slug: 'reason-missing',
    titles: ['A reason is needed'],
    status: 400,
    means: 'Every act of a person is kept with its reason, and none was given. Nothing was done.',
    todo: 'Send `reason`.',
  },
  {
    slug: 'invalid-policy',
    titles: ['The policy is not as it should be'],
    status: 400,
    means: 'The policy names something that does not exist, or lacks something. The old one stays in force.',
    todo: 'Correct what `detail` names.',
  },
  {
    slug: 'not-signed-in',
    titles: [
      'Not signed in',
      'The token is not accepted',
      'This sign-in link does not work any more',
      'This link does not work any more',
      'This sign-in was not begun here',
      'The sign-in service did not let you in',
      'Nobody here knows you yet',
    ],
    status: 401,
    means: 'The request carries no token, or one that is wrong, revoked or expired.',
    todo: 'Send `Authorization: Bearer TOKEN`; `counterfoil tokens create` makes one.',
  },
  {
    slug: 'not-allowed',
    titles: [
      'Not allowed',
      'The form was not sent from these pages, or it is too old',
      'This person is inactive',
      'Not with this address',
      'The sign-in service’s answer is not accepted',
      'You may not sign in any more',
      'This sign-in is somebody else’s',
    ],
    status: 403,
    means: 'The role of whoever asks does not include this.',
    todo: 'Use a token with the role that `detail` names.',
  },
  {
    slug: 'not-found',
    titles: ['Not found', 'Not Found', 'No such company', 'No such pay run', 'No such decision', 'No such token', 'No such session', 'No practice is connected', 'Nothing is recorded', 'There is no payroll of that month', 'No such adjustment', 'No such journal set beside the pay runs', 'Nobody of that name was paid', 'There are no anchors', 'There are no payments to approve', 'No such person'], // biome-ignore format: one table
    status: 404,
    means: 'It does not exist, or this token does not reach it: both have the same answer.',
    todo: 'Look it up in its list.',
  },
  {
    slug: 'ambiguous',
    titles: ['Several pay runs', 'The word means several companies', 'Which person?', 'Several people have that name'],
    status: 409,
    means: 'What was named fits several, and none was chosen. Nothing was done.',
    todo: 'Name it in full: a company by its id, a pay run by its pay date, a person by the user’s address.',
  },
  {
    slug: 'payroll-changed',
    titles: [
      'Payroll has changed meanwhile',
      'Payroll is being changed',
      'The month is being changed',
      'The figures have changed',
    ],
    status: 409,
    means:
      'The fingerprint that was sent is not that of the pay run now: payroll has changed since it was looked at. Nothing was done.',
    todo: 'Read the pay run again and decide on what it shows now.',
  },
  {
    slug: 'act-not-possible-now',
    titles: [
      /^Cannot .* this pay run now$/,
      'The company is not working',
      'The company was left',
      'Not left',
      'The company has not been left',
      'There is nothing left to erase',
      'This person may still sign in',
      'This adjustment cannot be posted',
      'This adjustment is entered already',
      'This debt is brought forward already',
      'Too much to be rounding',
      'The difference is another one by now',
      'An amount is needed',
      'Whose debt is it?',
      /^Account .+ is not a control account$/,
      'The client has not approved these payments',
      'Clients are being imported already',
    ],
    status: 409,
    means: 'The pay run or the company is in a state in which this cannot be done. Nothing was done.',
    todo: 'Read its state; `detail` names what stands in the way.',
  },
  {
    slug: 'owed-by-payroll',
    titles: ['Payroll itself owes this'],
    status: 422,
    means:
      'Tax, NI, loans and pensions are owed as payroll reports them, and are not decided to be anything else. Nothing was done.',
    todo: 'Correct the amount in payroll, or name another account and keep what it is.',
  },
  {
    slug: 'no-such-account',
    titles: ['No such account'],
    status: 422,
    means: 'A nominal code was named that the chart of accounts lacks, as the books last listed it. Nothing was done.',
    todo: 'Name one that the chart has. If it was added since, have everything read again first (a sync with `full`).',
  },
  {
    slug: 'second-person-needed',
    titles: [/^Somebody else must (post|sign off)$/, 'Two pairs of eyes: who is it?'],
    status: 403,
    means: 'Two pairs of eyes are asked for: whoever did the rest does not do this. Nothing was done.',
    todo: '`todo` names who else can.',
  },
  {
    slug: 'last-administrator',
    titles: ['The last administrator stays'],
    status: 409,
    means: 'Nobody else could let people in. Nothing was changed.',
    todo: 'Make somebody else an administrator of all companies first.',
  },
  {
    slug: 'not-theirs',
    titles: ['Not theirs to do'],
    status: 409,
    means: 'The person is inactive, or does not reach the company. Nothing was changed.',
    todo: 'Name somebody else.',
  },
  {
    slug: 'invalid-person',
    titles: ['The person is not as they should be', 'Not a practice'],
    status: 400,
    means: 'A name, an address or a text is not as it should be. Nothing was done.',
    todo: 'Correct what `detail` names.',
  },
  {
    slug: 'sign-in-service-away',
    titles: ['The sign-in service does not answer'],
    status: 503,
    means: 'The issuer that knows who people are cannot be reached.',
    todo: 'Try again in a minute, or sign in by a link.',
  },
  {
    slug: 'still-being-settled',
    titles: ['Something is still being settled'],
    status: 409,
    means: 'It is not known yet whether a journal reached the books. Nothing was done.',
    todo: 'Wait for the next sync to settle it, or look with `GET /api/pay-runs?state=in_doubt`.',
  },
  {
    slug: 'policy-changed',
    titles: ['The policy has changed', 'The policy has changed meanwhile'],
    status: 412,
    means: 'Somebody else changed the policy since it was read. The newer one stays in force.',
    todo: 'Read the policy again and send its `ETag` as `If-Match`.',
  },
  {
    slug: 'body-too-large',
    titles: ['Payload Too Large', 'Content Too Large'],
    status: 413,
    means: 'The body is larger than 512 KiB. Nothing was done.',
    todo: 'Send less at once.',
  },
  {
    slug: 'unsupported-body',
    titles: ['Unsupported Media Type'],
    status: 415,
    means: 'The body is not JSON. Nothing was done.',
    todo: 'Send JSON, with `Content-Type: application/json`.',
  },
  {
    slug: 'unreadable-file',
    titles: [
      'The file cannot be read',
      'The file cannot be written',
      'The key file cannot be read',
      'The anchors cannot be read',
    ],
    status: 400,
    means: 'A file is damaged, foreign, or not there. Nothing was done.',
    todo: 'Give another, as `detail` asks.',
  },
  {
    slug: 'idempotency-key-reused',
    titles: ['The Idempotency-Key was used for something else'],
    status: 422,
    means: 'The same key came with another request within a day. Nothing was done.',
    todo: 'Send a new key with every new request, and the old one only with the same request again.',
  },
  {
    slug: 'idempotency-key-in-use',
    titles: ['The request with this Idempotency-Key is still going on'],
    status: 409,
    means: 'The same request is being answered right now.',
    todo: 'Send it again after `Retry-After`: the answer will be the same.',
  },
  {
    slug: 'too-many-attempts',
    titles: ['Too many wrong attempts', 'Too Many Requests'],
    status: 429,
    means: 'Too many wrong tokens came from this address.',
    todo: 'Wait as long as `Retry-After` asks.',
  },
  {
    slug: 'name-taken',
    titles: [
      'The name is taken',
      'The subdomain is the name of another company',
      'There is a token of that name',
      'That is the name of a person',
      'That is taken',
      'That is a name the service itself uses',
    ],
    status: 409,
    means: 'Another company, person or token has this name, or the service itself. Nothing was done.',
    todo: 'Choose another name.',
  },
  {
    slug: 'books-unavailable',
    titles: ['The accounting service could not be read', 'The accounting service answered in an unknown shape', 'The accounting service has no such record', 'A journal could not be sent', 'The limit of requests is used up', 'Other books answered'], // biome-ignore format: one table
    status: 502,
    means:
      'The accounting service did not answer, or not as expected. What may have been posted is looked for before anything is sent again.',
    todo: 'Try again later. Nothing is posted twice.',
  },
  {
    slug: 'connection-lost',
    titles: ['The connection must be made again', 'The accounting service refused access', 'The accounting service did not authorise', 'We hold no keys to these books', 'These are other books', 'This authorisation was not begun here', 'The company has no UK payroll', 'The accounting service does not know this app'], // biome-ignore format: one table
    status: 409,
    means: 'The books cannot be reached with the keys that are held. Nothing is fetched or posted for the company.',
    todo: 'Connect the company again.',
  },
  {
    slug: 'not-ready',
    titles: ['Not ready', 'The database cannot be used', 'Another process took over', 'Decided since', 'The process was stopped', 'The process ended before this sync did', 'The sync ended its worker again and again'], // biome-ignore format: one table
    status: 503,
    means: 'The service cannot do its work at this moment.',
    todo: 'Try again. Where it lasts, `counterfoil doctor` shows what to mend.',
  },
  {
    slug: 'configuration',
    titles: ['The configuration is wrong', 'The configuration is incomplete', 'The configuration cannot be read', 'No secret key is set', 'The secret key is another one', 'A stored token cannot be read', 'The policy is gone'], // biome-ignore format: one table
    status: 500,
    means: 'The installation is not set up as it should be.',
    todo: 'Who runs it mends what `detail` names; `counterfoil doctor` checks everything.',
  },
  {
    slug: 'unforeseen',
    titles: ['Something went wrong that was not foreseen'],
    status: 500,
    means: 'A bug. Whether the request took effect is not known.',
    todo: 'Look before you send it again, and report what the log has under the answer’s `X-Request-Id`.',
  },
];

/** '/problems/payroll-changed', or 'about:blank' for what programs need not distinguish. */
export function problemTypeOf(title: string): string {
  const found = problemTypes.find(({ titles }) =>
    titles.some((one) => (typeof one === 'string' ? one === title : one.test(title))),
  );
  return found === undefined ? 'about:blank' : problemTypePath(found.slug);
}

export const problemTypePath = (slug: string): string => `/problems/${slug}`;
