/** What a terminal takes for a command, and what turns the direction of text: all but line ends and tabs. */
const commands = /[^\P{Cc}\n\t]|\p{Bidi_Control}/gu;

/** Names and words come from elsewhere: nothing of theirs moves the cursor, hides a line or empties the screen. */
export function printable(text: string): string {
  return text.replace(commands, '\uFFFD');
}

/** Whoever is called so begins no line of their own, in a table or a log. */
export function oneLine(name: string): string {
  return name.replace(/[\n\r\t\v\f\u0085\u2028\u2029]+/g, ' ');
}

/** PostgreSQL takes neither a NUL nor half a surrogate pair. */
export function isStorable(text: string): boolean {
  return !/\0|\p{Surrogate}/u.test(text);
}
