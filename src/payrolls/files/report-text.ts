/** A payslip report as rows of cells, whatever kind of file it is. */
export type Lines = readonly (readonly string[])[];

/** A report as text. Excel on Windows saves CSV in the code page of its country, where £ is no UTF-8. */
export function reportText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
