import type { ProblemDetails } from '../ground/problem.js';

/** A page without styles, for when the review pages have not provided theirs. */
export function plainProblemPage({ title, detail, todo }: ProblemDetails): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escaped(title)}</title><h1>${escaped(title)}</h1><p>${escaped(detail)}</p><p>${escaped(todo)}</p></html>`;
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
