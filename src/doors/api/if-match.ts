import { problem } from '../../ground/problem.js';

/** The ETag of a company's policy, and of what is part of it. */
export const tagOf = (policyVersion: number) => `"${policyVersion}"`;

/** No version: whoever names it has read something else. */
const noVersion = 0;

/** The version that a program has read, by its If-Match; the act refuses any but the present one. */
export function versionSeen(match: string | undefined): number {
  if (match === undefined) throw matchMissing();
  return Number(/^"([1-9]\d{0,8})"$/.exec(match)?.[1] ?? noVersion);
}

const matchMissing = () =>
  problem('if-match-missing', {
    detail: 'Without If-Match two people could overwrite one another.',
    todo: 'Read it, and send its ETag back as If-Match.',
  });
