import { Problem } from '../../ground/problem.js';

/**
 * Why a sign-in at the issuer failed. The log gets the short word; neither it nor the page contains a token or code.
 */
export class SignInRefused extends Problem {
  constructor(
    readonly word: string,
    init: ConstructorParameters<typeof Problem>[0],
  ) {
    super(init);
  }
}

const again = 'Begin again at the sign-in page.';
const ask = 'Ask an administrator here.';

export const issuerAway = (cause: unknown) =>
  new SignInRefused('issuer away', {
    title: 'The sign-in service does not answer',
    detail: 'The service that knows who you are could not be reached, or failed.',
    todo: 'Try again in a minute. Meanwhile whoever runs this service can make a link: `counterfoil sign-in-link --person NAME`.',
    status: 503,
    cause,
  });

export const notBegunHere = () =>
  new SignInRefused('state', {
    title: 'This sign-in was not begun here',
    detail: 'It was begun in another browser, is older than ten minutes, or was used already.',
    todo: again,
    status: 400,
  });

export const refusedThere = (word: string) =>
  new SignInRefused(`issuer: ${word}`, {
    title: 'The sign-in service did not let you in',
    detail: `It answered "${word}".`,
    todo: `${again} If it happens again, ask whoever runs that service.`,
    status: 403,
  });

const checks: readonly (readonly [word: string, fits: (code: string, words: string) => boolean, detail: string])[] = [
  [
    'expired',
    (code) => code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
    'Its answer has expired, or is not good yet: a clock is wrong, there or here.',
  ],
  ['nonce', (_, words) => /nonce/i.test(words), 'Its answer belongs to another sign-in.'],
  ['audience', (_, words) => /"aud"|audience|"azp"/i.test(words), 'Its answer is for another application.'],
  ['issuer', (_, words) => /"iss"|issuer/i.test(words), 'Its answer comes from another service.'],
  [
    'signature',
    (_, words) => /signature|\balg\b|"alg"|unsigned|JWS|key/i.test(words),
    'Its answer is not signed by it.',
  ],
];

/** Of the library's error we keep only which check failed: its text may contain the token. */
export function notAccepted(error: unknown): SignInRefused {
  const { code = '', cause, message = '' } = (error ?? {}) as { code?: string; cause?: unknown; message?: string };
  const inner = (cause ?? {}) as { message?: string; cause?: { claim?: string } };
  const words = [message, inner.message ?? '', JSON.stringify(inner.cause?.claim ?? '')].join(' ');
  const [word, , detail] = checks.find(([, fits]) => fits(code, words)) ?? [
    'answer',
    undefined,
    'Its answer could not be read.',
  ];
  return new SignInRefused(word, {
    title: 'The sign-in service’s answer is not accepted',
    detail,
    todo: `${again} If it happens again, ${ask.toLowerCase()}`,
    status: 403,
  });
}

export const domainRefused = () =>
  new SignInRefused('domain', {
    title: 'Not with this address',
    detail: 'The domain of the address you signed in with is not one that is let in here.',
    todo: `Sign in with your address at work, or ${ask.toLowerCase()}`,
    status: 403,
  });

export const unknownHere = () =>
  new SignInRefused('unknown', {
    title: 'Nobody here knows you yet',
    detail: 'You signed in, but no person here is you.',
    todo: 'Ask an administrator to let you in. If you have signed in by a link before, do so again, then open /sign-in/issuer and press the button there: this sign-in is yours from then on.',
    status: 403,
  });

export const inactiveHere = () =>
  new SignInRefused('inactive', {
    title: 'You may not sign in any more',
    detail: 'An administrator has made you inactive.',
    todo: ask,
    status: 403,
  });

export const connectedElsewhere = () =>
  new SignInRefused('connected', {
    title: 'This sign-in is somebody else’s',
    detail: 'Another person here signs in by it.',
    todo: ask,
    status: 409,
  });
