import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../server-process';

/** What a repository says of a column of its rows; `any`: nothing, so that nothing is taken for granted. */
export interface DeclaredColumn {
  readonly kind: string;
  readonly mayBeNull: boolean;
}

/** A call of `Database`. */
export interface Call {
  /** `Class.method`, which stays where files move. */
  readonly place: string;
  readonly file: string;
  /** null: it is composed while the server runs. */
  readonly text: string | null;
  /** null: the rows are not read, or have no declared type. */
  readonly columns: ReadonlyMap<string, DeclaredColumn> | null;
}

const METHODS = new Set(['row', 'rows', 'write', 'writeLast']);
const CLASSES = new Set(['Database', 'DedicatedConnection']);
/** How far constants are followed through each other. */
const DEPTH = 8;

/** Every statement that goes to the database from these directories, with the row type that its caller declares. */
export function callsIn(...directories: string[]): Call[] {
  const files = directories.flatMap((directory) =>
    readdirSync(join(ROOT, directory), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/\.(spec|entity)\.ts$/.test(file))
      .map((file) => join(ROOT, directory, file)),
  );
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const program = ts.createProgram(files, { ...options, incremental: false, tsBuildInfoFile: undefined });
  const reader = new Reader(program.getTypeChecker());
  return files.flatMap((file) => reader.callsIn(program.getSourceFile(file)!));
}

class Reader {
  constructor(private readonly checker: ts.TypeChecker) {}

  callsIn(source: ts.SourceFile): Call[] {
    const calls: Call[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
        const { name, expression } = node.expression;
        const owner = this.checker.getTypeAtLocation(expression).symbol?.name;
        const isOwn = expression.kind === ts.SyntaxKind.ThisKeyword;
        if (METHODS.has(name.text) && CLASSES.has(owner) && !isOwn) calls.push(this.callOf(node, name.text, source));
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    return calls;
  }

  private callOf(node: ts.CallExpression, method: string, source: ts.SourceFile): Call {
    return {
      place: placeOf(node),
      file: relative(ROOT, source.fileName),
      text: this.textOf(node.arguments[0]),
      columns: method.startsWith('row') ? this.columnsOf(node, method === 'rows') : null,
    };
  }

  /** The text of an expression that never changes, or null. */
  private textOf(node: ts.Expression, depth = 0): string | null {
    if (depth > DEPTH) return null;
    const next = (part: ts.Expression) => this.textOf(part, depth + 1);
    if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return node.text;
    if (ts.isAsExpression(node) || ts.isParenthesizedExpression(node)) return next(node.expression);
    if (ts.isCallExpression(node)) return node.expression.getText() === 'prepared' ? next(node.arguments[0]) : null;
    if (ts.isTemplateExpression(node)) {
      const spans = node.templateSpans.map((span) => [next(span.expression), span.literal.text]);
      return spans.some(([text]) => text === null) ? null : [node.head.text, ...spans.flat()].join('');
    }
    if (!ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node)) return null;
    const type = this.checker.getTypeAtLocation(node);
    if (type.isStringLiteral() || type.isNumberLiteral()) return String(type.value);
    const initializer = this.initializerOf(node);
    return initializer ? next(initializer) : null;
  }

  private initializerOf(node: ts.Expression): ts.Expression | undefined {
    const symbol = this.checker.getSymbolAtLocation(node);
    const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
    const declaration = target?.valueDeclaration;
    if (!declaration) return undefined;
    const isConstant =
      (ts.isVariableDeclaration(declaration) && (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0) ||
      ts.isPropertyAssignment(declaration);
    return isConstant ? (declaration as ts.VariableDeclaration | ts.PropertyAssignment).initializer : undefined;
  }

  private columnsOf(node: ts.CallExpression, isList: boolean): Call['columns'] {
    const { checker } = this;
    const answer = checker.getAwaitedType(checker.getReturnTypeOfSignature(checker.getResolvedSignature(node)!))!;
    const row = isList ? checker.getTypeArguments(answer as ts.TypeReference)[0] : checker.getNonNullableType(answer);
    if (checker.getIndexInfosOfType(row).length > 0) return null;
    return new Map(
      checker.getPropertiesOfType(row).map((property) => {
        const type = checker.getTypeOfSymbol(property);
        return [property.name, { kind: this.kindOf(type), mayBeNull: mayBeNull(type) }];
      }),
    );
  }

  private kindOf(declared: ts.Type): string {
    if (declared.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) return 'any';
    const type = this.checker.getNonNullableType(declared);
    if (type.isUnion() || type.isIntersection()) {
      const kinds = [...new Set(type.types.map((part) => this.kindOf(part)))];
      const plain = kinds.filter((kind) => kind !== 'object');
      return type.isIntersection() ? (plain[0] ?? 'object') : kinds.join('|');
    }
    if (type.flags & ts.TypeFlags.NumberLike) return 'number';
    if (type.flags & ts.TypeFlags.StringLike) return 'string';
    if (type.flags & ts.TypeFlags.BooleanLike) return 'boolean';
    if (type.symbol?.name === 'Date' || type.symbol?.name === 'Buffer') return type.symbol.name;
    if (!this.checker.isArrayType(type)) return 'object';
    return `${this.kindOf(this.checker.getTypeArguments(type as ts.TypeReference)[0])}[]`;
  }
}

const mayBeNull = (type: ts.Type): boolean =>
  (type.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any | ts.TypeFlags.Null)) !== 0 ||
  (type.isUnion() && type.types.some(mayBeNull));

function placeOf(node: ts.Node): string {
  const method = ts.findAncestor(node, ts.isMethodDeclaration)?.name.getText() ?? 'constructor';
  return `${ts.findAncestor(node, ts.isClassDeclaration)?.name?.text ?? node.getSourceFile().fileName}.${method}`;
}
