// Every regular expression of the program. Run by itself (npm run check) it refuses those that take more than linear
// time: one path of 15 KB once kept the log busy for 0.4 seconds, and with it the whole service.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { analyse } from 'scslre';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folders = ['src', 'packages', 'migrations'].filter((folder) => existsSync(join(root, folder)));
/** Of packages their sources: what is built is made of those, and tests read what they wrote themselves. */
const left = /node_modules|^[^/\\]+[/\\](dist|test)[/\\]/;

/** `where`, `source` and `flags` of each; a pattern that is put together at run time has no `source`. */
export function patterns() {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((name) => /\.(tsx?|js)$/.test(name) && !left.test(name))
      .flatMap((name) => patternsIn(join(root, folder, name))),
  );
}

function patternsIn(path) {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    const where = () =>
      `${relative(root, path)}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${node.getText()}`;
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push({ where: where(), source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    const calls = ts.isNewExpression(node) || ts.isCallExpression(node);
    if (calls && node.expression.getText() === 'RegExp') found.push({ where: where() });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Why a pattern is refused, in words; undefined for one that may stay. */
export function objection({ source, flags }) {
  if (source === undefined) return 'is put together at run time: nobody can check it';
  // The analysis leaves out patterns with "\1", because what follows depends on what was matched.
  if (/\\[1-9k]/.test(source)) return 'refers back to a group, which cannot be checked';
  const [report] = analyse({ source, flags }).reports;
  if (report === undefined) return undefined;
  return report.exponential ? 'takes exponential time' : 'takes quadratic time, or worse';
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const refused = patterns().flatMap((pattern) => {
    const why = objection(pattern);
    return why === undefined ? [] : [`${pattern.where} ${why}`];
  });
  for (const line of refused) console.log(line);
  process.exitCode = refused.length > 0 ? 1 : 0;
}
