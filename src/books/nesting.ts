/** Nothing that the service sends has more than a handful of levels. */
const levelsMax = 64;
const [quote, backslash] = [0x22, 0x5c];

/**
 * Whether brackets lie deeper than in any answer, before it is parsed: each level of 64 MB of them costs a hundred
 * bytes, some 6 GB in all.
 */
export function isNestedTooDeeply(json: string): boolean {
  // A proxy's page is no JSON, and its brackets mean nothing.
  if (!/^\s{0,100}[[{]/.test(json)) return false;
  let levels = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === quote) at = endOfString(json, at);
    // [ and { differ in one bit, and so do ] and }.
    else if ((code | 0x20) === 0x7b && ++levels > levelsMax) return true;
    else if ((code | 0x20) === 0x7d) levels--;
  }
  return false;
}

/** Where the text that begins there ends; the end of all where it never does. */
function endOfString(json: string, from: number): number {
  for (let at = json.indexOf('"', from + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let escapes = 0;
    while (json.charCodeAt(at - 1 - escapes) === backslash) escapes++;
    if (escapes % 2 === 0) return at;
  }
  return json.length;
}
