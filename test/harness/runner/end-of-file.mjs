// What the harness and the rigs do after each test, and at the end of each file. Their modules are loaded once a process:
// an `afterAll` at their top would belong to the first file alone.
const afterTests = [];
const atEnds = [];

/** Does this after every test that is still to come. */
export function afterEachTest(act) {
  afterTests.push(act);
}

/** Does this after the last test of every file that is still to come. */
export function atEndOfFile(act) {
  atEnds.push(act);
}

/** Called by the runner before each file. */
export default function beforeFile() {
  afterEach(() => all(afterTests));
  afterAll(() => all(atEnds));
}

/** Each is done, also after another has failed. */
async function all(acts) {
  const results = await Promise.allSettled(acts.map(async (act) => act()));
  const failed = results.find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
}
