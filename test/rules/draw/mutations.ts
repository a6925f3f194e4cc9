import ts from 'typescript';

/** A line taken out, or half of its condition: what a hand that slips, or a merge, takes away. */
export interface Mutation {
  /** From the root. */
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly instead: string;
  readonly kind: string;
  /** From 1. */
  readonly line: number;
}

type Found = readonly [kind: string, node: ts.Node, instead: string];

/** All of a file, in its order. */
export function mutationsIn(file: string, source: string): readonly Mutation[] {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.ESNext, true);
  const text = (node: ts.Node) => node.getText(parsed);
  const found: Mutation[] = [];
  const visit = (node: ts.Node): void => {
    if (isOfTypesAlone(node) || saysOnly(node) || isOfOneDatabase(node)) return;
    for (const [kind, of, instead] of mutationsAt(node, text)) {
      const [start, end] = [of.getStart(parsed), of.getEnd()];
      const line = parsed.getLineAndCharacterOfPosition(start).line + 1;
      found.push({ file, start, end, instead, kind, line });
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return found;
}

export const mutated = (source: string, { start, end, instead }: Mutation): string =>
  source.slice(0, start) + instead + source.slice(end);

/** The line without the mutation, and with it. */
export function shownOf(source: string, mutation: Mutation): string {
  const onOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
  const before = onOneLine(source.slice(mutation.start, mutation.end));
  const short = before.length > 160 ? `${before.slice(0, 160)} …` : before;
  return `${mutation.file}:${mutation.line}  ${mutation.kind}: ${short}  →  ${onOneLine(mutation.instead) || '(nothing)'}`;
}

const isOfTypesAlone = (node: ts.Node): boolean =>
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isImportDeclaration(node) ||
  ts.isDecorator(node) ||
  ts.isTypeNode(node);

/** A line of the program's own log, which no rule rests on. */
const saysOnly = (node: ts.Node): boolean =>
  ts.isExpressionStatement(node) && /^(this\.)?#?log(ger)?\.(debug|info|warn|error)\(/.test(node.expression.getText());

/** The near tests run on SQLite alone: what is written for each database by itself, `npm test -- --both` tries. */
function isOfOneDatabase(node: ts.Node): boolean {
  if (ts.isIfStatement(node)) return ofOne.test(node.expression.getText());
  return ts.isConditionalExpression(node) && ofOne.test(node.condition.getText());
}
const ofOne = /\bkind [!=]== '(postgres|sqlite)'/;

function* mutationsAt(node: ts.Node, text: (node: ts.Node) => string): Generator<Found> {
  if (ts.isExpressionStatement(node) && node.expression.kind !== ts.SyntaxKind.StringLiteral && !isSuper(node))
    yield ['statement', node, ts.isBlock(node.parent) ? '' : '{}'];
  if (ts.isIfStatement(node)) {
    const { expression, thenStatement, elseStatement } = node;
    yield ['guard', node, elseStatement === undefined ? '{}' : text(elseStatement)];
    if (elseStatement !== undefined) yield ['else', node, text(thenStatement)];
    yield ['negated', expression, `!(${text(expression)})`];
  }
  if (ts.isConditionalExpression(node)) {
    yield ['always', node, `(${text(node.whenTrue)})`];
    yield ['never', node, `(${text(node.whenFalse)})`];
  }
  if (ts.isBinaryExpression(node)) {
    const { left, right, operatorToken } = node;
    const isClause =
      operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken || operatorToken.kind === ts.SyntaxKind.BarBarToken;
    if (isClause) {
      yield ['clause', node, `(${text(left)})`];
      yield ['clause', node, `(${text(right)})`];
    }
    if (operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) yield ['default', node, `(${text(left)})`];
  }
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { name, expression } = node.expression;
    if (name.text === 'filter') yield ['filter', node, text(expression)];
    if (name.text === 'andWhere') yield ['where', node, text(expression)];
  }
  if (ts.isObjectLiteralExpression(node) && isWhere(node) && node.properties.length > 1) {
    for (const property of node.properties) {
      const kept = node.properties.filter((one) => one !== property).map(text);
      yield [`where without ${text(property)}`, node, `{ ${kept.join(', ')} }`];
    }
  }
}

const isSuper = ({ expression }: ts.ExpressionStatement): boolean =>
  ts.isCallExpression(expression) && expression.expression.kind === ts.SyntaxKind.SuperKeyword;

/** Which rows a query is about: `where: { … }`, or what a call like `findBy(Entity, { … })` is given. */
function isWhere(node: ts.ObjectLiteralExpression): boolean {
  const { parent } = node;
  if (ts.isPropertyAssignment(parent)) return parent.name.getText() === 'where';
  if (!ts.isCallExpression(parent) || !ts.isPropertyAccessExpression(parent.expression)) return false;
  const { text } = parent.expression.name;
  return parent.arguments[1] === node && (/(By|exists)$/.test(text) || ['update', 'delete'].includes(text));
}
