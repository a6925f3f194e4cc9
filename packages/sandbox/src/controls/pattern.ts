/** Whether a path fits: `*` stands for anything. Each part between two `*` is matched as early as possible, which leaves the most room for those after it. */
export function fits(pattern: string, path: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return path === pattern;
  let at = first.length;
  for (const part of rest) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return path.startsWith(first) && path.endsWith(last) && path.length - last.length >= at;
}
