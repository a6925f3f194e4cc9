const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * Closes on the first signal, within the given time; exits at once on the second. What is cut off is in doubt, not
 * lost.
 */
export function stopOnSignal(close: () => Promise<void>, withinSeconds: number): void {
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), withinSeconds * 1000).unref();
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of signals) process.on(signal, stop);
}
