// What a reader stumbles over, and a formatter does not see: house.md, *Language*. Run by npm run check.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));

const rules = {
  'has a name that no one says': (node) =>
    ts.isIdentifier(node) && /[Bb]eside(?!s\b)|[Ss]omebody|[Nn]obody/.test(node.text),
  'leaves out by _, __: pick() what is kept': (node) =>
    ts.isBindingElement(node) && node.propertyName !== undefined && /^__+$/.test(node.name.getText()),
  'spreads a literal to fit a line': (node) =>
    ts.isSpreadAssignment(node) && ts.isObjectLiteralExpression(node.expression),
};

/** Where a rule does not hold: long tables that read as groups, what is stored by an old name, and what is not done yet. */
const left = {
  'has a name that no one says': ['payrolls/files/returned.ts', 'doors/review/'],
  'spreads a literal to fit a line': ['access/lookalikes.ts', 'access/pay-reads.ts', 'doors/'],
};

/** Each place that a rule refuses, as `line why`. */
export function refusedIn(name, text) {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const applied = Object.entries(rules).filter(([why]) => !left[why]?.some((place) => name.startsWith(place)));
  const found = [];
  const visit = (node) => {
    for (const [why, is] of applied)
      if (is(node)) found.push(`${file.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${why}`);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const src = join(root, 'src');
  const names = readdirSync(src, { recursive: true }).filter((name) => /\.tsx?$/.test(name));
  const refused = names.flatMap((name) =>
    refusedIn(name.replaceAll('\\', '/'), readFileSync(join(src, name), 'utf8')).map((why) => `src/${name}:${why}`),
  );
  for (const line of refused) console.log(line);
  process.exitCode = refused.length > 0 ? 1 : 0;
}
