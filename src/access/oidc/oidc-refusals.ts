import { Problem, type ProblemWords } from '../../ground/problem.js';
import type { ProblemName } from '../../ground/problems.js';

/**
 * Why a sign-in at the issuer failed. The log gets the short word; neither it nor the page contains a token or code.
 */
export class SignInRefused extends Problem {
  constructor(
    readonly word: string,
    kind: ProblemName,
    words: ProblemWords,
  ) {
    super(kind, words);
  }
}

const again = 'Begin again at the sign-in page.';
const ask = 'Ask an administrator here.';

export const issuerAway = (cause: unknown) =>
  new SignInRefused('issuer away', 'sign-in-service-away', {
    detail: 'The service that knows who you are could not be reached, or failed.',
    todo: 'Try again in a minute, or ask the person who runs this service for a link: `counterfoil sign-in-link --person NAME`.',
    cause,
  });

export const notBegunHere = () =>
  new SignInRefused('state', 'sign-in-not-begun-here', {
    detail:
      'It was begun in another browser, is older than ten minutes, or was used already; or the session that began it has ended.',
    todo: again,
  });

export const refusedThere = (word: string) =>
  new SignInRefused(`issuer: ${word}`, 'refused-by-issuer', {
    detail: `It answered "${word}".`,
    todo: `${again} If it happens again, ask the person who runs that service.`,
  });

const checks: readonly (readonly [word: string, fits: (code: string, words: string) => boolean, detail: string])[] = [
  [
    'expired',
    (code) => code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
    'Its answer has expired, or is not valid yet: a clock is wrong, there or here.',
  ],
  ['nonce', (_, words) => /nonce/i.test(words), 'Its answer belongs to another sign-in.'],
  ['audience', (_, words) => /"aud"|audience|"azp"/i.test(words), 'Its answer is for another application.'],
  ['subject', (_, words) => /"sub"/.test(words), 'Its answer does not say who you are.'],
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
  return new SignInRefused(word, 'issuer-not-believed', {
    detail,
    todo: `${again} If it happens again, ${ask.toLowerCase()}`,
  });
}

export const domainRefused = () =>
  new SignInRefused('domain', 'domain-refused', {
    detail: 'Addresses of the domain you signed in with may not sign in here.',
    todo: `Sign in with your work address, or ${ask.toLowerCase()}`,
  });

export const unknownHere = () =>
  new SignInRefused('unknown', 'unknown-here', {
    detail: 'You signed in, but no person here is you.',
    todo: 'Ask an administrator to let you in. If you have signed in by a link before, do so again, then open /sign-in/issuer and press the button there: this sign-in is yours from then on.',
  });

export const inactiveHere = () =>
  new SignInRefused('inactive', 'not-let-in-any-more', {
    detail: 'An administrator has made you inactive.',
    todo: ask,
  });

export const connectedElsewhere = () =>
  new SignInRefused('connected', 'sign-in-taken', {
    detail: 'Another person here signs in by it.',
    todo: ask,
  });
