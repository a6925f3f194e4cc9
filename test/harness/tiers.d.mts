/** Left out of `--quick`, with what each starts. A folder stands for its files. */
export const started: Readonly<Record<string, string>>;
/** Run by `--long` alone, with what they take so long for. */
export const onceAnIssue: Readonly<Record<string, string>>;
/** For Jest's `testPathIgnorePatterns`. */
export function leftOutOf(tier?: string): string[];
