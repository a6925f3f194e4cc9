import { notHere } from '../../access/refusals.js';

interface Run {
  readonly companyId: string;
  readonly tag: string;
}

/** A name for programs to keep: a pay run has its tag for good, and its company too. */
export const runId = ({ companyId, tag }: Run): string => Buffer.from(`${companyId} ${tag}`).toString('base64url');

export function runWithId(id: string): Run {
  const [companyId = '', tag = '', ...more] = Buffer.from(id, 'base64url').toString().split(' ');
  if (tag === '' || more.length > 0 || runId({ companyId, tag }) !== id) throw notHere('such pay run');
  return { companyId, tag };
}
