/** For each Latin letter, the letters of Cyrillic, Greek, Armenian and rare Latin that look like it (UTS 39). */
const alike: Readonly<Record<string, string>> = {
  ...{ A: 'АΑ', B: 'ВΒ', C: 'СϹ', E: 'ЕΕ', H: 'НΗ', I: 'ІΙӀ', J: 'Ј', K: 'КΚ', M: 'МΜ', N: 'Ν', O: 'ОΟՕ0', P: 'РΡ' },
  ...{ Q: 'Ԛ', S: 'ЅՏ', T: 'ТΤ', W: 'Ԝ', X: 'ХΧ', Y: 'УΥҮʏ', Z: 'Ζ' },
  ...{ a: 'аαɑ', b: 'вьƅ', c: 'сϲ', d: 'ԁ', e: 'е', g: 'ɡց', h: 'һհн', i: 'іιı', j: 'јϳ', k: 'кκ', l: 'ӏ1|', m: 'м' },
  ...{ n: 'ηո', o: 'оοօσ', p: 'рρ', q: 'ԛզ', s: 'ѕ', t: 'т', u: 'սυ', v: 'ν', w: 'ԝ', x: 'хχ', y: 'уүγ' },
};
const latinOf = new Map(Object.entries(alike).flatMap(([latin, all]) => [...all].map((letter) => [letter, latin])));

/** Equal for names that look the same, whatever they are written with. A capital I may be read as an l. */
function seen(name: string, capitalI: 'i' | 'l'): string {
  const plain = name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\p{Pd}/gu, '-')
    .replace(/[’‘ʼ`´]/g, "'")
    .replace(/[꞉ː∶]/g, ':')
    .normalize('NFD');
  const latin = [...plain]
    .map((letter) => latinOf.get(letter) ?? letter)
    .map((letter) => (letter === 'I' ? capitalI : letter));
  return latin.join('').toLowerCase().split(/\s+/).join(' ').trim();
}

/** Whether people would take one name for the other: in any case, and in letters that look the same. */
export function looksLike(one: string, other: string): boolean {
  return (['i', 'l'] as const).some((capitalI) => seen(one, capitalI) === seen(other, capitalI));
}

/** Letters that no living language is written in, by Unicode's list of scripts in everyday use (UAX 31). */
const outOfUse =
  /[^\P{L}\p{Script=Common}\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thaana}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Thai}\p{Script=Lao}\p{Script=Tibetan}\p{Script=Myanmar}\p{Script=Khmer}\p{Script=Ethiopic}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Han}]/u;
const notLatin = /[^\P{L}\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

/** Whether each word is in one alphabet, of those in use: a word that mixes two is made to look like another. */
export function isInOneAlphabet(name: string): boolean {
  const mixes = (word: string) => /\p{Script=Latin}/u.test(word) && notLatin.test(word);
  return !outOfUse.test(name) && !name.split(/[\s\p{P}]+/u).some(mixes);
}
