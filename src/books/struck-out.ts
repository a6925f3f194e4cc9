/** Finds our secrets in the service's answers, in any spelling in which an error page may repeat them. */

const hidden = '[hidden]';
/** Parts of a shorter secret's Base64 would occur by chance in other text. */
const partsFromBytes = 8;

export interface Form {
  /** In lower case. */
  readonly letters: string;
  /** Part of a longer Base64 text, all of which is struck out. */
  readonly part?: true;
}

/**
 * In upper or lower case, and with any character as %xx (or as %25xx), as an HTML entity, or with JSON's escaped slash.
 */
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

/** Every form in which these secrets are struck out. */
export const formsOf = (secrets: readonly string[]): readonly Form[] => secrets.flatMap(formsOfOne);

/** As it is, and inside any Base64: of itself, or of a longer text such as `id:secret`. */
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

/** The Base64 characters that the secret alone decides, when this many bytes (modulo 3) come before it. */
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

/** Searched one by one: with an expression it takes ten times as long. */
const signsOfWrapping = ['%', '&', '\\'];
const wrapped = /%(?:25)*([\da-f]{2})|&#(?:x([\da-f]{1,6})|(\d{1,7}));|\\(\/)/gi;

/** The decoded text in lower case, and the place of each of its letters in the text itself. */
function unwrapped(text: string): { readonly letters: string; readonly rawAt: (place: number) => number } {
  if (!signsOfWrapping.some((sign) => text.includes(sign)))
    return { letters: smallLetters(text), rawAt: (place) => place };
  // From `place` on, the text itself is `shift` characters ahead.
  const shifts: { readonly place: number; readonly shift: number }[] = [];
  let letters = '';
  let done = 0;
  for (const found of text.matchAll(wrapped)) {
    const [whole, percent, hex, decimal, slash] = found;
    const code = percent ? Number.parseInt(percent, 16) : hex ? Number.parseInt(hex, 16) : Number(decimal);
    // A secret is plain ASCII; anything else stays as it is.
    if (slash === undefined && (code < 33 || code > 126)) continue;
    letters += text.slice(done, found.index) + (slash ?? String.fromCharCode(code));
    done = found.index + whole.length;
    shifts.push({ place: letters.length, shift: done - letters.length });
  }
  letters += text.slice(done);
  return { letters: smallLetters(letters), rawAt: (place) => place + shiftAt(shifts, place) };
}

/** The shift of the last place that is not after this one. */
function shiftAt(shifts: readonly { readonly place: number; readonly shift: number }[], place: number): number {
  let [low, high] = [0, shifts.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((shifts[middle]?.place ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return shifts[low - 1]?.shift ?? 0;
}

/**
 * Every letter keeps its place. Some letters get longer in lower case; then only ASCII is lowered, which takes twenty
 * times as long.
 */
function smallLetters(text: string): string {
  const small = text.toLowerCase();
  return small.length === text.length ? small : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
