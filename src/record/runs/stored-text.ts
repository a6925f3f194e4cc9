/** Of an answer in the log; what is longer is cut. */
export const answerCharactersMax = 300;

/**
 * Text as both databases give it back: half a surrogate pair becomes U+FFFD, and PostgreSQL refuses NUL. Cut between
 * characters: an error of 295 letters and an emoji was once cut inside the emoji, and its entry seemed changed.
 */
export function storedText(text: string, charactersMax?: number): string {
  const whole = Buffer.from(text).toString().replaceAll('\0', '\u{FFFD}');
  if (charactersMax === undefined || whole.length <= charactersMax) return whole;
  // This many characters never need more than twice as many UTF-16 units.
  return [...whole.slice(0, 2 * charactersMax)].slice(0, charactersMax).join('');
}
