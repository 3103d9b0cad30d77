import ts from 'typescript';

/** The arguments that a program passes for the parameters of functions, methods and constructors. */
export class CallSites {
  /** Calls by the name of what is called; `super` and `new` by the name of the class. */
  private readonly calls = new Map<string, (ts.CallExpression | ts.NewExpression)[]>();

  constructor(
    private readonly checker: ts.TypeChecker,
    sources: readonly ts.SourceFile[],
  ) {
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
        const name = calledName(node);
        if (name) this.calls.set(name, [...(this.calls.get(name) ?? []), node]);
      }
      ts.forEachChild(node, visit);
    };
    sources.forEach(visit);
  }

  /** The argument of each call, in the order of the files; null: left out. */
  argumentsFor(parameter: ts.ParameterDeclaration): (ts.Expression | null)[] {
    const { parent } = parameter;
    const owner = ts.isConstructorDeclaration(parent) ? parent.parent : parent;
    const name = 'name' in owner && owner.name && ts.isIdentifier(owner.name) ? owner.name.text : null;
    const at = parent.parameters.indexOf(parameter);
    return (name === null ? [] : (this.calls.get(name) ?? []))
      .filter((call) => this.checker.getResolvedSignature(call)?.declaration === parent)
      .map((call) => call.arguments?.[at] ?? null);
  }
}

function calledName({ expression }: ts.CallExpression | ts.NewExpression): string | null {
  if (ts.isIdentifier(expression)) return expression.text;
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text;
  if (expression.kind !== ts.SyntaxKind.SuperKeyword) return null;
  const heritage = ts.findAncestor(expression, ts.isClassDeclaration)?.heritageClauses ?? [];
  const [base] = heritage.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types ?? [];
  return base && ts.isIdentifier(base.expression) ? base.expression.text : null;
}
