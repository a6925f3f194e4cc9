// Says what goes on while people wait: on a terminal one line that moves, elsewhere a line as each thing begins, and every
// ten seconds that it goes on. Uses only what comes with Node.
const frameMs = 250;
const lineMs = 10_000;
const { stderr } = process;

/** What goes on now, with when it began and how much of it is done. */
const going = new Map();
let moving;

/** Shows the words until the work is done; `doneOf`, from 0 to 1, where that is known. */
export async function during(words, work, doneOf = () => undefined) {
  going.set(words, { from: performance.now(), doneOf });
  moving ??= setInterval(stderr.isTTY ? show : write, stderr.isTTY ? frameMs : lineMs);
  if (!stderr.isTTY) stderr.write(`${words} ...\n`);
  try {
    return await work;
  } finally {
    if (stderr.isTTY) stderr.write(`\r\x1b[K${words}: ${secondsSince(going.get(words).from)} s\n`);
    going.delete(words);
    if (going.size === 0) {
      clearInterval(moving);
      moving = undefined;
    }
  }
}

// A line that is broken in two would not be wiped whole.
const show = () => stderr.write(`\r\x1b[K${inWords().slice(0, stderr.columns - 1)}`);
const write = () => stderr.write(`${inWords()}\n`);

function inWords() {
  const parts = [...going].map(([words, { from, doneOf }]) => {
    const done = doneOf();
    const percent = done === undefined ? '' : ` ${Math.floor(done * 100)} %,`;
    return `${words} ...${percent} ${secondsSince(from)} s`;
  });
  return parts.join(' · ');
}

const secondsSince = (from) => Math.round((performance.now() - from) / 1000);
