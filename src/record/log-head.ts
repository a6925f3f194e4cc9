/** The end of a chain as the log last wrote it, kept apart from the entries. */
export interface Head {
  readonly seq: number;
  readonly hash: string;
}

export const beginning: Head = { seq: 0, hash: '0'.repeat(64) };

const prefix = 'log-head:';

/** The name of the fact that holds it. */
export const headName = (companyId: string) => `${prefix}${companyId}`;
