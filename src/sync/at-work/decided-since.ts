import { Problem } from '../../ground/problem.js';

/** Someone has decided something since this sync read the decisions: it sends nothing more and starts again. */
export class DecidedSince extends Problem {
  constructor(company: string) {
    super('decided-since', {
      detail: `${company}: each time this sync was about to send something, someone had just decided something new about the company or its practice. It started over from there, and gave up in the end. Nothing was sent against what was decided.`,
      todo: 'Nothing to do: the next sync does what stands decided by then.',
    });
  }
}
