/**
 * By the whole name, or by the surname as a word of its own: a note has "Vale rang". A surname that is an everyday word
 * ("paid in May") needs the whole name, or a title.
 */
export function namesThem(name: string, words: string): boolean {
  const whole = folded(name).trim();
  if (stands(whole, words, isOfWord)) return true;
  const surname = whole.split(' ').at(-1) ?? whole;
  if (!isOrdinary(surname)) return stands(surname, words, isOfWord);
  return titles.some((title) => stands(`${title} ${surname}`, words, isOfWord));
}

/**
 * How names are compared: in small letters, and alike however a keyboard made an accent ("ü" is one character or two),
 * an apostrophe, a hyphen or a space.
 */
export const folded = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[‘’ʼ`´]/g, "'")
    .replaceAll(/[‐-―]/g, '-')
    .replaceAll(/\s+/g, ' ');

export const isDigit = (character: string): boolean => /\d/.test(character);
const isOfWord = (character: string): boolean => /[\p{L}\d]/u.test(character);

/** Whether it occurs in a text as a whole word, not as part of a longer one. */
export function stands(part: string, text: string, goesOn: (character: string) => boolean): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const [before, after] = [text.charAt(at - 1), text.charAt(at + part.length)];
    if (!goesOn(before) && !goesOn(after)) return true;
  }
  return false;
}

const titles = ['mr', 'mr.', 'mrs', 'mrs.', 'ms', 'ms.', 'miss', 'mx', 'dr', 'dr.'];

/** A surname of two letters ("So", "He"), or one that payroll's own words are full of. */
const isOrdinary = (surname: string): boolean => surname.length <= 2 || ordinary.has(surname);

const ordinary = new Set([
  ...['april', 'august', 'day', 'early', 'easter', 'friday', 'holiday', 'june', 'march', 'may', 'monday', 'noon'],
  ...['spring', 'summer', 'sunday', 'weeks', 'winter', 'bill', 'cash', 'check', 'close', 'cost', 'gross', 'law'],
  ...['loss', 'money', 'pay', 'penny', 'post', 'pound', 'price', 'rate', 'sale', 'self', 'share', 'staff', 'tax'],
  ...['union', 'wage', 'all', 'and', 'any', 'best', 'big', 'can', 'case', 'dear', 'did', 'first', 'for', 'free'],
  ...['good', 'half', 'hand', 'head', 'her', 'high', 'him', 'hold', 'hope', 'house', 'just', 'key', 'large', 'last'],
  ...['leave', 'less', 'line', 'little', 'long', 'look', 'low', 'man', 'many', 'mark', 'more', 'much', 'new', 'not'],
  ...['old', 'one', 'order', 'page', 'part', 'read', 'right', 'set', 'she', 'short', 'small', 'son', 'still', 'the'],
  ...['time', 'true', 'two', 'wait', 'was', 'way', 'well', 'will', 'word', 'work', 'year', 'you', 'young'],
]);
