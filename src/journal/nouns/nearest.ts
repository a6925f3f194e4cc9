const namesMax = 3;

/** The names that a person may have meant by what they typed. */
export function nearest(typed: string, names: readonly string[]): readonly string[] {
  const wanted = typed.toLowerCase();
  const distanceMax = Math.max(2, Math.floor(wanted.length / 3));
  return names
    .map((name) => ({ name, distance: name.toLowerCase().includes(wanted) ? 0 : distance(wanted, name.toLowerCase()) }))
    .filter((one) => one.distance <= distanceMax)
    .sort((a, b) => a.distance - b.distance || a.name.localeCompare(b.name))
    .slice(0, namesMax)
    .map((one) => one.name);
}

/** Levenshtein distance: letters changed, added or removed. */
function distance(a: string, b: string): number {
  let before = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (before[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(change, (before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    before = row;
  }
  return before[b.length] ?? 0;
}
