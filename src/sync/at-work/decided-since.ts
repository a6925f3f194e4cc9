import { Problem } from '../../ground/problem.js';

/** Someone has decided something since this sync read the decisions: it sends nothing more and starts again. */
export class DecidedSince extends Problem {
  constructor(company: string) {
    super('decided-since', {
      detail: `${company}: each time this sync was about to send something, someone had just decided something new about the company or its practice. It started again each time, and then gave up. Nothing was sent against a decision.`,
      todo: 'Nothing to do: the next sync does what is decided by then.',
    });
  }
}
