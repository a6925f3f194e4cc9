/** The text of a file in a multipart form, by its field's name; undefined when the form does not hold it. */
export function fileIn(contentType: string, body: string, field: string): string | undefined {
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (boundary === undefined) return undefined;
  for (const part of body.split(`--${boundary}`)) {
    const [head = '', ...rest] = part.split(/\r?\n\r?\n/);
    const name = /name="?([^";\r\n]+)"?/i.exec(head.replace(/filename=("[^"]*"|\S+)/i, ''))?.[1];
    if (name === field) return rest.join('\n\n').replace(/\r?\n$/, '');
  }
  return undefined;
}
