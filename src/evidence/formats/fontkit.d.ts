/** It brings no types. A font that is taken apart is what pdfkit takes for one. */
declare module 'fontkit' {
  export function create(font: Uint8Array): object;
}
