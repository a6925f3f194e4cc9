const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: unknown): string {
  return String(text).replace(/[&<>"']/g, (character) => ESCAPES[character]!);
}

const STYLE = `
:root { color-scheme: light dark; --ink: #1f2933; --soft: #5f6c7b; --line: #d9dee5; --paper: #fbfbf9; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ed; --soft: #9aa5b1; --line: #39424e; --paper: #171b21; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2.5rem; } h3 { font-size: 1rem; margin-bottom: .25rem; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; } .soft, th { color: var(--soft); font-weight: normal; }
nav a { margin-right: 1rem; } button, select { font: inherit; padding: .25rem .75rem; } details { margin: .5rem 0; } summary { cursor: pointer; }
.scroll { overflow-x: auto; }`;

export function pageHtml(title: string, body: string): string {
  return `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main>
${body}
</main></body></html>`;
}
