import { inflateSync } from 'node:zlib';

/** What is printed in a PDF of ours, piece by piece as it was set. Its fonts are embedded, with numbers for letters. */
export function textsInPdf(pdf: Uint8Array): readonly string[] {
  const source = Buffer.from(pdf).toString('latin1');
  const objects = new Map(
    [...source.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, number = '', body = '']) => [number, body]),
  );
  const letters = new Map<string, ReadonlyMap<string, string>>();
  for (const [, font = '', number = ''] of source.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const [, unicode = ''] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(number) ?? '') ?? [];
    letters.set(font, lettersOf(streamOf(objects.get(unicode) ?? '')));
  }
  return [...objects.values()].flatMap((body) => textsIn(streamOf(body), letters));
}

function streamOf(body: string): string {
  const [, dictionary = '', bytes = ''] = /^([\s\S]*?)\nstream\n([\s\S]*)\nendstream$/.exec(body) ?? [];
  if (bytes === '' || /\/Subtype \/(?:Type1C|CIDFontType0C|Image)|\/Length1/.test(dictionary)) return '';
  return dictionary.includes('/FlateDecode') ? inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1') : bytes;
}

/** `<0000> <0002> [<0041> <0066 0069> <0020>]`: from a number on, the letters of each. */
function lettersOf(map: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, from = '', list = ''] of map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi))
    for (const [at, [, units = '']] of [...list.matchAll(/<([0-9a-f ]*)>/gi)].entries())
      found.set((Number.parseInt(from, 16) + at).toString(16).padStart(4, '0'), fromUnits(units));
  return found;
}

const fromUnits = (units: string): string =>
  (units.replaceAll(' ', '').match(/.{4}/g) ?? [])
    .map((unit) => String.fromCharCode(Number.parseInt(unit, 16)))
    .join('');

function textsIn(content: string, letters: ReadonlyMap<string, ReadonlyMap<string, string>>): readonly string[] {
  const texts: string[] = [];
  let font: ReadonlyMap<string, string> | undefined;
  for (const [, name, array] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name !== undefined) font = letters.get(name);
    else {
      const numbers = [...(array ?? '').matchAll(/<([0-9a-f]*)>/gi)].map(([, one = '']) => one).join('');
      texts.push((numbers.match(/.{4}/g) ?? []).map((one) => font?.get(one.toLowerCase()) ?? '').join(''));
    }
  }
  return texts;
}
