// npm run bench [-- PART …] [sqlite | postgres]: all parts of bench/parts.ts, or those named.
// npm run bench -- against COMMIT [PART …] [sqlite | postgres]: this release and that of a commit, in turns.
// With --tiny, whose figures mean nothing: does it still run?
import { against } from './against.js';
import type { DatabaseKind, Measurement } from './measurement.js';
import { kinds, parts } from './parts.js';
import { Processes } from './processes.js';
import { report } from './report.js';

const isTiny = process.argv.includes('--tiny');
const asked = process.argv.slice(2).filter((word) => word !== '--tiny');
const commit = asked[0] === 'against' ? asked.splice(0, 2)[1] : undefined;
const wrong = asked.filter((word) => !(word in parts) && !kinds.includes(word as DatabaseKind));
if (wrong.length > 0) {
  console.error(`There is no ${wrong.join(', ')} to measure: ${[...Object.keys(parts), ...kinds].join(', ')}.`);
  process.exit(2);
}
const isAsked = (word: string, all: readonly string[]) =>
  !all.some((one) => asked.includes(one)) || asked.includes(word);
const named = Object.entries(parts).flatMap(([name, part]) => {
  const on = part.databases.filter((kind) => isAsked(kind, kinds));
  const isLeftOut = !isAsked(name, Object.keys(parts)) || (part.databases.length > 0 && on.length === 0);
  return isLeftOut ? [] : [{ name, part, on }];
});

if (commit === undefined) {
  const measured = await measureAll();
  // As a part of `against`, which prints both.
  if (process.send) process.send(measured);
  else report(measured);
} else await against(commit, named);

async function measureAll(): Promise<readonly Measurement[]> {
  const stage = new Processes();
  const found: Measurement[] = [];
  try {
    for (const { name, part, on } of named)
      for (const kind of on.length > 0 ? on : [undefined]) {
        console.error(`Measuring ${[name, kind].filter(Boolean).join(' on ')} ...`);
        // One without a database looks at none.
        found.push(...(await part[isTiny ? 'tiny' : 'measure'](stage, kind ?? 'sqlite')));
      }
  } finally {
    await stage.close();
  }
  return found;
}
