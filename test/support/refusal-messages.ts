import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ts from 'typescript';

const LIBRARIES = join(__dirname, '../../libs');
const LATEST = ts.ScriptTarget.Latest;

interface ErrorClass {
  base: string;
  /** The argument of `super(...)`; absent: the class has no constructor of its own. */
  said: ts.Expression | undefined;
}

/**
 * What the server can say against requests, read from its sources: the messages of each error class, with `{}` for what
 * differs. Reasons that a function of a name such as `refuse` is called with count for the class that it throws.
 */
export function refusalMessages(): Map<string, Set<string>> {
  const sources = readdirSync(LIBRARIES, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
    .map((path) => ts.createSourceFile(path, readFileSync(join(LIBRARIES, path), 'utf8'), LATEST, true));
  const classes = new Map<string, ErrorClass>();
  for (const source of sources) visit(source, (node) => noteClass(node, classes));
  const isRefusal = (name: string): boolean => {
    const base = classes.get(name)?.base;
    return base !== undefined && (base === 'DomainError' || isRefusal(base));
  };
  const messages = new Map([...classes.keys()].filter(isRefusal).map((name) => [name, new Set<string>()]));
  for (const [name, said] of messages)
    for (const text of textsOf(classes.get(name)!.said)) if (hasLetters(text)) said.add(text);
  // What these say is decided where they are thrown.
  const open = new Map([...messages].filter(([, said]) => said.size === 0));
  for (const source of sources)
    visit(source, (node) => {
      if (ts.isNewExpression(node)) note(open.get(node.expression.getText()), node.arguments ?? []);
      if (ts.isCallExpression(node) && node.expression.getText() === 'refuse')
        note(thrownIn(source, open), node.arguments);
    });
  return messages;
}

function noteClass(node: ts.Node, classes: Map<string, ErrorClass>): void {
  if (!ts.isClassDeclaration(node) || !node.name) return;
  const heritage = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
  if (!heritage) return;
  let said: ts.Expression | undefined;
  visit(node, (inner) => {
    if (ts.isCallExpression(inner) && inner.expression.kind === ts.SyntaxKind.SuperKeyword) said = inner.arguments[0];
  });
  classes.set(node.name.text, { base: heritage.types[0].expression.getText(), said });
}

/** Adds the sentences among the arguments: where the first is only a name, the second goes on with it. */
function note(messages: Set<string> | undefined, [first, second]: readonly ts.Expression[]): void {
  for (const text of textsOf(first)) if (text.includes(' ')) messages?.add(text);
  for (const reason of textsOf(second)) if (/^[a-z].* /.test(reason)) messages?.add(`{} ${reason}`);
}

/** The class that the file throws. */
function thrownIn(source: ts.SourceFile, messages: ReadonlyMap<string, Set<string>>): Set<string> | undefined {
  const name = [...messages.keys()].find((one) => source.text.includes(`throw new ${one}(`));
  return name === undefined ? undefined : messages.get(name);
}

function textsOf(node: ts.Expression | undefined): string[] {
  if (!node) return [];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)];
  if (!ts.isTemplateExpression(node)) return [];
  return node.templateSpans.reduce(
    (texts, { expression, literal }) => {
      const choices = ts.isConditionalExpression(expression) ? textsOf(expression) : ['{}'];
      return texts.flatMap((text) => choices.map((choice) => text + choice + literal.text));
    },
    [node.head.text],
  );
}

const hasLetters = (text: string): boolean => /[a-z]{2}/i.test(text.replaceAll('{}', ''));

function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  ts.forEachChild(node, (child) => visit(child, see));
}
