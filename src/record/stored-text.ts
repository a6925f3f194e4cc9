/**
 * A text as both databases give it back: half a surrogate pair comes back as U+FFFD, and PostgreSQL refuses NUL. Cut
 * between letters: an error of 295 letters and an emoji was cut inside the emoji, and its entry seemed changed.
 */
export function storedText(text: string, charactersMax?: number): string {
  const whole = Buffer.from(text).toString().replaceAll('\0', '\u{FFFD}');
  if (charactersMax === undefined || whole.length <= charactersMax) return whole;
  // Twice as many units hold that many letters in any case.
  return [...whole.slice(0, 2 * charactersMax)].slice(0, charactersMax).join('');
}
