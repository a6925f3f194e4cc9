/**
 * Runs up to `atOnce` at the same time; the results are in the order of the items. After a failure nothing more is
 * begun, and it is thrown at the end.
 */
export async function sideBySide<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  act: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results = new Map<number, Result>();
  const failures: unknown[] = [];
  let next = 0;
  const goOn = async (): Promise<void> => {
    for (let at = next++; at < items.length && failures.length === 0; at = next++) {
      await act(items[at] as Item).then(
        (result) => results.set(at, result),
        (error: unknown) => failures.push(error),
      );
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, goOn));
  if (failures.length > 0) throw failures[0];
  return items.map((_, at) => results.get(at) as Result);
}

/**
 * Statements of one unit of work that do not depend on each other. `Promise.all` would end the unit at the first
 * failure while the others go on: on SQLite, which has one connection, what they write then is committed after the
 * rollback.
 */
export async function together<const Statements extends readonly Promise<unknown>[]>(
  statements: Statements,
): Promise<{ -readonly [At in keyof Statements]: Awaited<Statements[At]> }> {
  try {
    return await Promise.all(statements);
  } finally {
    await Promise.allSettled(statements);
  }
}
