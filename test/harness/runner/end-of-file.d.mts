/** Does this after every test that is still to come. */
export function afterEachTest(act: () => unknown): void;
/** Does this after the last test of every file that is still to come. */
export function atEndOfFile(act: () => unknown): void;
/** Called by the runner before each file. */
export default function beforeFile(): void;
