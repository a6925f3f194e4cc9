/**
 * Characters that a terminal takes for a command, and those that turn the direction of text; not line ends and tabs.
 */
const commands = /[^\P{Cc}\n\t]|\p{Bidi_Control}/gu;

/** Names and words come from elsewhere: they must not move the cursor, hide a line or clear the screen. */
export function printable(text: string): string {
  return text.replace(commands, '\uFFFD');
}

/** A name must not begin a new line, in a table or a log, nor turn what stands after it: "Pay\u202Elmx.exe". */
export function oneLine(name: string): string {
  return printable(name.replace(/[\n\r\t\v\f\u0085\u2028\u2029]+/g, ' '));
}

/** PostgreSQL takes neither a NUL nor half a surrogate pair. */
export function isStorable(text: string): boolean {
  return !/\0|\p{Surrogate}/u.test(text);
}
