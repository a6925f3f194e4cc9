// What a test file may not leave behind in a process that runs other files after it: their tests would pass or fail by
// the order in which they ran.
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';

/** Sockets and files close in their own time after they were told to. */
const closingMaxMs = 10_000;
const stepMs = 20;

/** Packages that are loaded for the first time keep globals of their own. */
const ofPackages = /^(typeorm|Swagger|__)/;

/** What keeps a process running, but for the pipes and the channel to its parent. */
const kept = () => {
  const counts = new Map();
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
};

const listeners = () => new Map(process.eventNames().map((event) => [String(event), process.listenerCount(event)]));

export function whatIsThere() {
  return {
    kept: kept(),
    listeners: listeners(),
    env: { ...process.env },
    globals: new Set(Object.getOwnPropertyNames(globalThis)),
    cwd: process.cwd(),
    timing: [Date.now, setTimeout, setInterval, globalThis.fetch],
  };
}

/** In words; puts back what can be put back, so that one file's fault is told once. */
export async function whatIsLeft(before) {
  const changed = [];
  for (const name of new Set([...Object.keys(before.env), ...Object.keys(process.env)])) {
    if (before.env[name] === process.env[name]) continue;
    changed.push(`environment variable ${name}`);
    if (before.env[name] === undefined) delete process.env[name];
    else process.env[name] = before.env[name];
  }
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (before.globals.has(name) || ofPackages.test(name)) continue;
    changed.push(`global ${name}`);
    delete globalThis[name];
  }
  if (process.cwd() !== before.cwd) {
    changed.push(`working directory ${process.cwd()}`);
    process.chdir(before.cwd);
  }
  const timing = [Date.now, setTimeout, setInterval, globalThis.fetch];
  if (timing.some((one, index) => one !== before.timing[index])) changed.push('a global function that was replaced');
  for (const [event, count] of listeners()) {
    const more = count - (before.listeners.get(event) ?? 0);
    if (more > 0) changed.push(`${more} listener${more === 1 ? '' : 's'} for ${event}`);
  }
  return [...changed, ...(await handlesLeft(before.kept))];
}

async function handlesLeft(before) {
  await turn();
  for (let waited = 0; ; waited += stepMs) {
    const more = [...kept()].filter(([kind, count]) => count > (before.get(kind) ?? 0));
    if (more.length === 0) return [];
    if (waited >= closingMaxMs) return more.map(([kind, count]) => `open ${kind} × ${count - (before.get(kind) ?? 0)}`);
    await wait(stepMs, undefined, { ref: false });
  }
}
