// Preloaded into a measured service: says, when asked, for how long its event loop did not turn since it was last asked,
// for how much of that the loop's thread was ready and had no processor, and the processor time so far. Seen from outside, a late answer may also be
// that of another process, or of the threads that make files.
import { readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

// Threads are started with the same arguments.
if (isMainThread) {
  let last = now();
  let longest = { heldMs: 0, unservedMs: 0 };
  setInterval(() => {
    const { at, unserved } = now();
    if (at - last.at > longest.heldMs) longest = { heldMs: at - last.at, unservedMs: unserved - last.unserved };
    last = { at, unserved };
  }, 1).unref();
  process.on('message', () => {
    process.send({ ...longest, cpuMs: cpuMsNow() });
    longest = { heldMs: 0, unservedMs: 0 };
  });
  process.channel.unref();
}

/** Of all its threads, in the kernel's own nanoseconds rather than its ticks of 10 ms. */
function cpuMsNow() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function now() {
  return { at: performance.now(), unserved: unservedMs() };
}

/** Linux tells it in nanoseconds: time on a processor, time waiting for one. */
function unservedMs() {
  if (process.platform !== 'linux') return 0;
  return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
}
