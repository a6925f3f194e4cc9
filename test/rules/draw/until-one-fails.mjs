// Once a test has failed, all that come after it are skipped: the line was noticed.
import { addEventHandler } from 'jest-circus';

let hasFailed = false;

addEventHandler((event) => {
  if (event.name === 'test_fn_failure') hasFailed = true;
  if (event.name === 'test_start' && hasFailed) event.test.mode = 'skip';
});

/** Called by the runner before each file. */
export default function beforeFile() {}
