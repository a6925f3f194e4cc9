/** fontkit comes without types. pdfkit accepts a font that it has parsed. */
declare module 'fontkit' {
  export function create(font: Uint8Array): object;
}
