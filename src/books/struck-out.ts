/** Our secrets in what the service answers, in whatever spelling an error page may repeat them. */

const hidden = '[hidden]';
/** Parts of a shorter secret's Base64 stand by chance in other text. */
const partsFromBytes = 8;

export interface Form {
  /** In small letters. */
  readonly letters: string;
  /** Part of a longer Base64 text, which is struck out whole. */
  readonly part?: true;
}

/** In any case, and with any character as %xx (of %xx), as an entity of HTML, or with JSON's escaped slash. */
export function struckOut(text: string, forms: readonly Form[]): string {
  const { letters, rawAt } = unwrapped(text);
  const places = forms.flatMap((form) => placesOf(letters, form)).toSorted((a, b) => a.from - b.from);
  let struck = '';
  let done = 0;
  for (const { from, to } of places) {
    if (rawAt(to) <= done) continue;
    if (rawAt(from) >= done) struck += `${text.slice(done, rawAt(from))}${hidden}`;
    done = rawAt(to);
  }
  return struck + text.slice(done);
}

/** To be worked out once for an answer of a dozen headers. */
export const formsOf = (secrets: readonly string[]): readonly Form[] => secrets.flatMap(formsOfOne);

/** As it is, and inside any Base64: of itself, or of more around it such as `id:secret`. */
function formsOfOne(secret: string): readonly Form[] {
  if (secret === '') return [];
  const bytes = Buffer.from(secret);
  const whole = [bytes.toString('base64').replaceAll('=', '')];
  const parts = bytes.length < partsFromBytes ? whole : [0, 1, 2].map((before) => base64Within(bytes, before));
  const encoded = parts.flatMap((base64) => [base64, base64.replaceAll('+', '-').replaceAll('/', '_')]);
  return [
    { letters: smallLetters(secret) },
    ...[...new Set(encoded)].map((base64) => ({ letters: smallLetters(base64), part: true as const })),
  ];
}

/** The characters that the secret alone decides, where so many bytes, modulo 3, come before it. */
function base64Within(secret: Buffer, before: number): string {
  const bytes = Buffer.concat([Buffer.alloc(before), secret]);
  const decided = Math.floor((bytes.length * 8) / 6);
  return bytes.toString('base64').slice(Math.ceil((before * 8) / 6), decided);
}

function placesOf(letters: string, { letters: form, part }: Form) {
  const places: { from: number; to: number }[] = [];
  for (let at = letters.indexOf(form); at >= 0; ) {
    let [from, to] = [at, at + form.length];
    if (part) {
      while (from > 0 && isBase64(letters[from - 1])) from--;
      while (to < letters.length && isBase64(letters[to])) to++;
    }
    places.push({ from, to });
    at = letters.indexOf(form, to);
  }
  return places;
}

const isBase64 = (letter: string | undefined) => letter !== undefined && /[\w+/=-]/.test(letter);

const wrapped = /%(?:25)*([\da-f]{2})|&#(?:x([\da-f]{1,6})|(\d{1,7}));|\\(\/)/gi;

/** The letters that are meant, small, and where each of them stands in the text itself. */
function unwrapped(text: string): { readonly letters: string; readonly rawAt: (place: number) => number } {
  if (!/[%&\\]/.test(text)) return { letters: smallLetters(text), rawAt: (place) => place };
  // What stands where `shift` more characters came before it than are meant.
  const shifts: { readonly place: number; readonly shift: number }[] = [];
  let letters = '';
  let done = 0;
  for (const found of text.matchAll(wrapped)) {
    const [whole, percent, hex, decimal, slash] = found;
    const code = percent ? Number.parseInt(percent, 16) : hex ? Number.parseInt(hex, 16) : Number(decimal);
    // A secret is plain ASCII; anything else stays as it stands.
    if (slash === undefined && (code < 33 || code > 126)) continue;
    letters += text.slice(done, found.index) + (slash ?? String.fromCharCode(code));
    done = found.index + whole.length;
    shifts.push({ place: letters.length, shift: done - letters.length });
  }
  letters += text.slice(done);
  return { letters: smallLetters(letters), rawAt: (place) => place + shiftAt(shifts, place) };
}

/** Of the last that does not lie behind it. */
function shiftAt(shifts: readonly { readonly place: number; readonly shift: number }[], place: number): number {
  let [low, high] = [0, shifts.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((shifts[middle]?.place ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return shifts[low - 1]?.shift ?? 0;
}

/** Each where it stood: some letters are longer when small, and then only ASCII's are made so, which takes twenty times as long. */
function smallLetters(text: string): string {
  const small = text.toLowerCase();
  return small.length === text.length ? small : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
