// Whether `@Raises(...)` of each method names the domain events that the method raises: docs/events.md is written from it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** What is wrong in the sources below these directories, and how many methods raise something. */
export function examineRaisedEvents(directories) {
  const files = directories.flatMap((directory) =>
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /(?<!\.spec)\.ts$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const methods = files.flatMap((path) => methodsIn(path, readFileSync(path, 'utf8')));
  return { faults: methods.flatMap(faultsOf), count: methods.length };
}

/** The methods that raise domain events or declare them. */
function methodsIn(path, text) {
  if (!/\braise\(|@Raises\(/.test(text)) return [];
  const methods = [];
  const visit = (node) => {
    if (!ts.isMethodDeclaration(node)) return ts.forEachChild(node, visit);
    const said = (ts.getDecorators(node) ?? []).flatMap(({ expression }) => eventsNamedBy(expression, 'Raises'));
    const raised = raisedIn(node);
    if (said.length + raised.length > 0) methods.push({ where: `${path}: ${node.name.getText()}`, said, raised });
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true));
  return methods;
}

function raisedIn(method) {
  const names = [];
  const visit = (node) => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const [first] = node.arguments;
      if (node.expression.name.text === 'raise') names.push(nameOf(first));
    }
    ts.forEachChild(node, visit);
  };
  visit(method);
  return names;
}

const eventsNamedBy = (expression, decorator) =>
  ts.isCallExpression(expression) && expression.expression.getText() === decorator
    ? expression.arguments.map(nameOf)
    : [];

/** `null` if it is not a literal, which cannot be checked. */
const nameOf = (argument) => (argument && ts.isStringLiteral(argument) ? argument.text : null);

function faultsOf({ where, said, raised }) {
  if ([...said, ...raised].includes(null)) return [`${where} names an event by something else than a literal`];
  return [
    ...raised
      .filter((name) => !said.includes(name))
      .map((name) => `${where} raises ${name}, and @Raises does not name it`),
    ...said
      .filter((name) => !raised.includes(name))
      .map((name) => `${where} does not raise ${name}, which @Raises names`),
  ];
}
