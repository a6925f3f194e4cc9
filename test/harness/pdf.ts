import { inflateSync } from 'node:zlib';

/** A PDF as it is drawn and as it is read aloud. Reads what pdfkit writes: it is no reader of any PDF. */
export interface OpenedPdf {
  readonly title: string;
  /** The chapters, as a reader lists them. */
  readonly outline: readonly string[];
  /** "Document(P H1 Table(TR(2 TH) 5 TR(2 TD)))" */
  readonly tags: string;
  /** By page, in points from its upper left corner: "H1 42,69.7 Sans-Bold 17 Summary", "Artifact 42,80 to 553,80". */
  readonly pages: readonly (readonly string[])[];
}

interface Thing {
  readonly dict: string;
  readonly stream: string;
}

type Things = ReadonlyMap<string, Thing>;

export function openedPdf(file: Uint8Array): OpenedPdf {
  const things = thingsIn(Buffer.from(file).toString('latin1'));
  const all = [...things.values()];
  const one = (dict: RegExp) => all.find((thing) => dict.test(thing.dict))?.dict ?? '';
  const [, titleAt = ''] = /\/Title (\d+) 0 R/.exec(one(/\/Creator/)) ?? [];
  const outline = all.filter(({ dict }) => /\/Dest \[/.test(dict));
  return {
    title: textOf(things.get(titleAt)?.dict ?? ''),
    outline: outline.map(({ dict }) => textOf(/\/Title (\([^]*?[^\\]\))/.exec(dict)?.[1] ?? '')),
    tags: refsIn(one(/\/Type \/StructTreeRoot/), 'K')
      .map((id) => tagsOf(things, id))
      .join(' '),
    pages: refsIn(one(/\/Type \/Pages/), 'Kids').map((id) => drawnOn(things, things.get(id)?.dict ?? '')),
  };
}

function thingsIn(text: string): Things {
  const found = new Map<string, Thing>();
  for (const [, id = '', body = ''] of text.matchAll(/^(\d+) 0 obj\n([^]*?)\nendobj$/gm)) {
    const at = body.indexOf('\nstream\n');
    const dict = at < 0 ? body : body.slice(0, at);
    const bytes = Buffer.from(at < 0 ? '' : body.slice(at + 8, body.lastIndexOf('\nendstream')), 'latin1');
    const isPacked = dict.includes('/FlateDecode') && !dict.includes('/Length1');
    found.set(id, { dict, stream: (isPacked ? inflateSync(bytes) : bytes).toString('latin1') });
  }
  return found;
}

function refsIn(dict: string, key: string): readonly string[] {
  const [, list = ''] = new RegExp(`/${key} \\[?((?:\\d+ 0 R ?)+)`).exec(dict) ?? [];
  return [...list.matchAll(/(\d+) 0 R/g)].map(([, id = '']) => id);
}

/** UTF-16 with its mark, or plain letters. */
function textOf(literal: string): string {
  const bytes = Buffer.from(
    literal
      .trim()
      .slice(1, -1)
      .replaceAll(/\\(.)/gs, (_, letter: string) => ({ n: '\n', r: '\r' })[letter] ?? letter),
    'latin1',
  );
  return bytes[0] === 0xfe ? bytes.subarray(2).swap16().toString('utf16le') : bytes.toString('latin1');
}

function tagsOf(things: Things, id: string): string {
  const { dict } = things.get(id) ?? { dict: '' };
  const name = /\/S \/(\w+)/.exec(dict)?.[1] ?? '';
  const scope = /\/Scope \/(\w+)/.exec(dict)?.[1];
  const inner = refsIn(dict, 'K').map((child) => tagsOf(things, child));
  return `${scope ?? ''}${name}${inner.length === 0 ? '' : `(${counted(inner).join(' ')})`}`;
}

/** Those of a kind that follow one another are said once: "6 TD". */
function counted(tags: readonly string[]): readonly string[] {
  const firsts = tags.flatMap((tag, at) => (tag === tags[at - 1] ? [] : [at]));
  return firsts.map((at, index) => {
    const count = (firsts[index + 1] ?? tags.length) - at;
    return count === 1 ? (tags[at] as string) : `${count} ${tags[at]}`;
  });
}

function drawnOn(things: Things, page: string): readonly string[] {
  const height = Number(/\/MediaBox \[0 0 \S+ (\S+)\]/.exec(page)?.[1]);
  const [contents = ''] = refsIn(page, 'Contents');
  const [resources = ''] = refsIn(page, 'Resources');
  const fonts = fontsIn(things, things.get(resources)?.dict ?? '');
  const drawn: string[] = [];
  let [tag, font, size, at, width, from] = ['', '', '', '', '', ''];
  const point = (x: string, y: string, isText = false) => `${round(x)},${round(isText ? height - Number(y) : y)}`;
  for (const line of (things.get(contents)?.stream ?? '').split('\n')) {
    const words = line.split(' ');
    const [a = '', b = '', c = '', d = '', x = '', y = ''] = words;
    switch (words.at(-1) ?? '') {
      case '<<':
      case 'BMC':
        tag = a.slice(1);
        break;
      case 'Tm':
        at = point(x, y, true);
        break;
      case 'Tf':
        [font, size] = [a.slice(1), b];
        break;
      case 'w':
        width = a;
        break;
      case 'm':
        from = point(a, b);
        break;
      case 'l':
        drawn.push(`${tag} ${from} to ${point(a, b)}, ${width} wide`);
        break;
      case 're':
        drawn.push(`${tag} ${point(a, b)} box ${round(c)} by ${round(d)}, ${width} wide`);
        break;
      case 'TJ':
        drawn.push(`${tag} ${at} ${fonts.get(font)?.name} ${size} ${fonts.get(font)?.read(line)}`);
        break;
      case 'EMC':
        tag = '';
    }
  }
  return drawn.map((line) => line.trim());
}

const round = (text: string | number) => String(Math.round(Number(text) * 10) / 10);

interface Font {
  readonly name: string;
  readonly read: (line: string) => string;
}

function fontsIn(things: Things, resources: string): ReadonlyMap<string, Font> {
  return new Map(
    [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => {
      const { dict } = things.get(id) ?? { dict: '' };
      const [map = ''] = refsIn(dict, 'ToUnicode');
      return [
        name,
        { name: /\/BaseFont \/\w+\+(\S+)/.exec(dict)?.[1] ?? '', read: reading(things.get(map)?.stream ?? '') },
      ];
    }),
  );
}

/** Letters are written as their numbers in the font, which a list of the file translates. */
function reading(map: string): Font['read'] {
  const letters = [...map.matchAll(/<\w+> <\w+> \[([^\]]*)\]/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/<([\w ]+)>/g)].map(([, code = '']) =>
      Buffer.from(code.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
    ),
  );
  return (line) =>
    [...line.matchAll(/<(\w+)>/g)]
      .flatMap(([, codes = '']) => codes.match(/.{4}/g) ?? [])
      .map((code) => letters[Number.parseInt(code, 16)] ?? '?')
      .join('');
}
