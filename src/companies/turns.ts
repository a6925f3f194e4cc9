/** The first of every group, then the second of every group, and so on; otherwise in the order given. */
export function inTurns<One>(all: readonly One[], groupOf: (one: One) => string): readonly One[] {
  const taken = new Map<string, number>();
  const turns: One[][] = [];
  for (const one of all) {
    const turn = taken.get(groupOf(one)) ?? 0;
    taken.set(groupOf(one), turn + 1);
    (turns[turn] ??= []).push(one);
  }
  return turns.flat();
}
