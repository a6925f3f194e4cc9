/** RFC 4180: cells may be quoted, and hold commas, line ends and doubled quotes then. Empty lines are left out. */
export function csvCells(csv: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  let cell = '';
  let quoted = false;
  let justClosed = false;
  const endLine = () => {
    line.push(cell);
    if (line.some((one) => one !== '')) lines.push(line);
    [line, cell] = [[], ''];
  };
  for (const [token] of csv.matchAll(/"|,|\r?\n|[^",\r\n]+|\r/g)) {
    // A quote that opens again at once was a doubled one.
    if (token === '"' && justClosed) cell += token;
    justClosed = token === '"' && quoted;
    if (token === '"') quoted = !quoted;
    else if (quoted) cell += token;
    else if (token === ',') {
      line.push(cell);
      cell = '';
    } else if (token.endsWith('\n')) endLine();
    else cell += token;
  }
  endLine();
  return lines;
}
