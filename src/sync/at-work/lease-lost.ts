import { Problem } from '../../ground/problem.js';

/** Another process works on the books now, and settles whatever was sent. */
export class LeaseLost extends Problem {
  constructor(company: string) {
    super('lease-lost', {
      detail: `${company}: this process was away for longer than its lease, so it sends nothing more.`,
      todo: 'Nothing to do: the next sync, or the process that took over, goes on.',
    });
  }
}
