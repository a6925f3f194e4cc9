import type { ProblemDetails } from '../ground/problem.js';

/** A page without styles, for when the review pages have not provided theirs. */
export function plainProblemPage({ title, detail, todo }: ProblemDetails): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title><main><h1>${escaped(title)}</h1><p>${escaped(detail)}</p><p>${escaped(todo)}</p></main></html>`;
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
