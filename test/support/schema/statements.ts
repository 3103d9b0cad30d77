import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../server-process';
import { CallSites } from './call-sites';

/** The declared type of a column of a repository's rows; `any`: no claim. */
export interface DeclaredColumn {
  readonly kind: string;
  readonly mayBeNull: boolean;
}

/** A call of `Database`. */
export interface Call {
  /** `Class.method`, which stays when files move. */
  readonly place: string;
  readonly file: string;
  /** Every text that the call may send; null: it is composed at run time. */
  readonly texts: readonly string[] | null;
  /** null: the rows are not read, or have no declared type. */
  readonly columns: ReadonlyMap<string, DeclaredColumn> | null;
}

const METHODS = new Set(['row', 'rows', 'write', 'writeLast']);
const CLASSES = new Set(['Database', 'DedicatedConnection']);
/** The maximal depth for following constants. */
const DEPTH = 40;
/** The maximal number of variants that are read. */
const MAX_VARIANTS = 200;

/** The outcome of each condition, the same everywhere in a statement. */
type Choices = ReadonlyMap<string, number>;

/** What is known while an expression is read. */
interface Way {
  readonly choices: Choices;
  /** The values of the parameters of functions. */
  readonly given: ReadonlyMap<ts.Symbol, Given>;
  readonly depth: number;
}

type Given = { readonly node: ts.Expression; readonly way: Way } | 'absent';

/** A condition without a chosen outcome yet. */
class Undecided extends Error {
  constructor(
    readonly question: string,
    readonly options: number,
  ) {
    super(question);
  }
}

/** @throws Undecided */
function choice<T>({ choices }: Way, question: string, options: readonly T[]): T {
  if (options.length === 1) return options[0];
  const chosen = choices.get(question);
  if (chosen === undefined) throw new Undecided(question, options.length);
  return options[chosen];
}

const NUMERIC: Readonly<Partial<Record<ts.SyntaxKind, (one: number, other: number) => number>>> = {
  [ts.SyntaxKind.BarToken]: (one, other) => one | other,
  [ts.SyntaxKind.AmpersandToken]: (one, other) => one & other,
  [ts.SyntaxKind.PlusToken]: (one, other) => one + other,
  [ts.SyntaxKind.MinusToken]: (one, other) => one - other,
  [ts.SyntaxKind.AsteriskToken]: (one, other) => one * other,
  [ts.SyntaxKind.AsteriskAsteriskToken]: (one, other) => one ** other,
};

/** A number that is computed of constants. */
function combined(
  { left, right, operatorToken }: ts.BinaryExpression,
  read: (part: ts.Expression) => string | null,
): string | null {
  const [one, other] = [read(left), read(right)];
  const compute = NUMERIC[operatorToken.kind];
  if (!compute || !/^\d+$/.test(one ?? '') || !/^\d+$/.test(other ?? '')) return null;
  return String(compute(Number(one), Number(other)));
}

/** The only expression that a function returns, or null. */
function answerOf({ body }: ts.ArrowFunction | ts.FunctionDeclaration): ts.Expression | null {
  if (!body) return null;
  if (!ts.isBlock(body)) return body;
  const [statement, ...rest] = body.statements;
  return rest.length === 0 && statement && ts.isReturnStatement(statement) ? (statement.expression ?? null) : null;
}

/** Every statement that these directories send to the database, with the declared type of its rows. */
export function callsIn(...directories: string[]): Call[] {
  const files = directories.flatMap((directory) =>
    readdirSync(join(ROOT, directory), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/\.(spec|entity)\.ts$/.test(file))
      .map((file) => join(ROOT, directory, file)),
  );
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const program = ts.createProgram(files, { ...options, incremental: false, tsBuildInfoFile: undefined });
  const sources = files.map((file) => program.getSourceFile(file)!);
  const reader = new Reader(program.getTypeChecker(), new CallSites(program.getTypeChecker(), sources));
  return sources.flatMap((source) => reader.callsIn(source));
}

class Reader {
  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly sites: CallSites,
  ) {}

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
      texts: this.variantsOf(node.arguments[0]),
      columns: method.startsWith('row') ? this.columnsOf(node, method === 'rows') : null,
    };
  }

  /** The texts of an expression for every outcome of its conditions and literal types, or null. */
  private variantsOf(node: ts.Expression): string[] | null {
    const texts = new Set<string>();
    for (const open: Choices[] = [new Map()]; open.length > 0;) {
      const choices = open.pop()!;
      try {
        const text = this.textOf(node, { choices, given: new Map(), depth: 0 });
        if (text === null) return null;
        texts.add(text);
      } catch (error) {
        if (!(error instanceof Undecided)) throw error;
        const { question, options } = error;
        for (let option = 0; option < options; option++) open.push(new Map([...choices, [question, option]]));
      }
      if (texts.size + open.length > MAX_VARIANTS) return null;
    }
    return [...texts];
  }

  private textOf(node: ts.Expression, way: Way): string | null {
    if (way.depth > DEPTH) return null;
    const next = (part: ts.Expression) => this.textOf(part, { ...way, depth: way.depth + 1 });
    if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return node.text;
    if (ts.isAsExpression(node) || ts.isParenthesizedExpression(node)) return next(node.expression);
    if (ts.isConditionalExpression(node)) return next(this.branchOf(node, way));
    if (ts.isBinaryExpression(node)) return combined(node, next);
    if (ts.isCallExpression(node)) return this.textOfCall(node, way);
    if (ts.isTemplateExpression(node)) {
      const spans = node.templateSpans.map((span) => [next(span.expression), span.literal.text]);
      return spans.some(([text]) => text === null) ? null : [node.head.text, ...spans.flat()].join('');
    }
    if (ts.isElementAccessExpression(node)) return this.textOfEntry(node, way);
    if (!ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node)) return null;
    const given = this.givenFor(node, way);
    if (given === 'absent') return null;
    if (given) return this.textOf(given.node, { ...given.way, choices: way.choices, depth: way.depth + 1 });
    const literal = this.literalOf(node, way);
    if (literal !== null) return literal;
    const passed = this.passedFor(node, way) ?? this.partOf(node, way);
    if (passed) return passed === 'absent' ? null : this.textOf(passed.node, { ...passed.way, choices: way.choices });
    const initializer = this.initializerOf(node);
    return initializer ? next(initializer) : null;
  }

  /** What one of the calls passes for a parameter, or for a property that a parameter of the constructor declares. */
  private passedFor(node: ts.Expression, way: Way): Given | null {
    const declaration = this.declarationOf(node);
    if (!declaration || !ts.isParameter(declaration)) return null;
    const passed = this.sites.argumentsFor(declaration);
    if (passed.length === 0) return null;
    const { parent } = declaration;
    const argument = choice(way, `call of ${parent.getSourceFile().fileName}:${parent.pos}`, passed);
    const value = argument ?? declaration.initializer;
    return value ? { node: value, way: { ...way, given: new Map(), depth: way.depth + 1 } } : 'absent';
  }

  /** What a constant takes out of an object or a list. */
  private partOf(node: ts.Expression, way: Way): Given | null {
    const element = this.declarationOf(node);
    if (!element || !ts.isBindingElement(element) || !ts.isVariableDeclaration(element.parent.parent)) return null;
    const whole = this.literalAt(element.parent.parent.initializer!, way);
    if (!whole) return null;
    const part = memberOf(whole.node, element);
    if (part) return { node: part, way: whole.way };
    return element.initializer ? { node: element.initializer, way } : 'absent';
  }

  /** The object or list that an expression stands for, through constants, parameters and conditions. */
  private literalAt(node: ts.Expression, way: Way): { readonly node: ts.Expression; readonly way: Way } | null {
    if (way.depth > DEPTH) return null;
    const deeper = { ...way, depth: way.depth + 1 };
    if (ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node)) return { node, way };
    if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node))
      return this.literalAt(node.expression, deeper);
    if (ts.isConditionalExpression(node)) return this.literalAt(this.branchOf(node, way), deeper);
    const passed = this.passedFor(node, way);
    if (passed) return passed === 'absent' ? null : this.literalAt(passed.node, passed.way);
    const initializer = this.initializerOf(node);
    return initializer ? this.literalAt(initializer, deeper) : null;
  }

  private declarationOf(node: ts.Expression): ts.Declaration | undefined {
    return this.checker.getSymbolAtLocation(node)?.valueDeclaration;
  }

  /** A constant, or one of the few that its type allows. */
  private literalOf(node: ts.Expression, way: Way): string | null {
    const type = this.checker.getTypeAtLocation(node);
    const literals = (type.isUnion() ? type.types : [type]).map((one) =>
      one.isStringLiteral() || one.isNumberLiteral() ? String(one.value) : null,
    );
    if (!literals.every((one) => one !== null)) return null;
    return choice(way, node.getText(), literals);
  }

  /** The result of a function that is one expression of its parameters. */
  private textOfCall(node: ts.CallExpression, way: Way): string | null {
    if (node.expression.getText() === 'prepared') return this.textOf(node.arguments[0], way);
    const called = this.functionOf(node.expression);
    const answer = called && answerOf(called);
    if (!called || !answer) return null;
    const given = new Map(way.given);
    for (const [at, { name, initializer }] of called.parameters.entries()) {
      const argument = node.arguments[at];
      if (argument) this.give(given, name, argument, way);
      else if (initializer) this.give(given, name, initializer, { ...way, given });
    }
    return this.textOf(answer, { ...way, given, depth: way.depth + 1 });
  }

  private give(given: Map<ts.Symbol, Given>, name: ts.BindingName, node: ts.Expression, way: Way): void {
    if (ts.isIdentifier(name)) return void given.set(this.checker.getSymbolAtLocation(name)!, { node, way });
    if (!ts.isObjectBindingPattern(name) || !ts.isObjectLiteralExpression(node)) return;
    const entries = new Map(
      node.properties.filter(ts.isPropertyAssignment).map((entry) => [entry.name.getText(), entry.initializer]),
    );
    for (const { name: own, propertyName, initializer } of name.elements) {
      const entry = entries.get((propertyName ?? own).getText());
      const value = entry ?? initializer;
      const symbol = this.checker.getSymbolAtLocation(own)!;
      given.set(symbol, value ? { node: value, way: entry ? way : { ...way, given } } : 'absent');
    }
  }

  private givenFor(node: ts.Expression, { given }: Way): Given | undefined {
    const symbol = this.checker.getSymbolAtLocation(node);
    return symbol && given.get(symbol);
  }

  /** A missing argument is decided, any other condition has both outcomes. */
  private branchOf({ condition, whenTrue, whenFalse }: ts.ConditionalExpression, way: Way): ts.Expression {
    const given = this.givenFor(condition, way);
    if (given === 'absent') return whenFalse;
    if (given && ts.isStringLiteralLike(given.node)) return given.node.text ? whenTrue : whenFalse;
    return choice(way, condition.getText(), [whenTrue, whenFalse]);
  }

  private functionOf(node: ts.Expression): ts.ArrowFunction | ts.FunctionDeclaration | null {
    const symbol = this.checker.getSymbolAtLocation(node);
    const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
    const declaration = target?.valueDeclaration;
    if (declaration && ts.isFunctionDeclaration(declaration)) return declaration;
    const initializer = this.initializerOf(node);
    return initializer && ts.isArrowFunction(initializer) ? initializer : null;
  }

  /** Any entry of a constant table, by a key that is known at run time only. */
  private textOfEntry(node: ts.ElementAccessExpression, way: Way): string | null {
    let table = this.initializerOf(node.expression);
    while (table && (ts.isAsExpression(table) || ts.isSatisfiesExpression(table))) table = table.expression;
    if (!table || !ts.isObjectLiteralExpression(table)) return null;
    const entries = table.properties.filter(ts.isPropertyAssignment);
    if (entries.length === 0 || entries.length < table.properties.length) return null;
    return this.textOf(choice(way, node.argumentExpression.getText(), entries).initializer, {
      ...way,
      depth: way.depth + 1,
    });
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
    if (row.flags & ts.TypeFlags.TypeParameter) return null; // each caller declares its own
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

function memberOf(whole: ts.Expression, element: ts.BindingElement): ts.Expression | undefined {
  if (ts.isArrayLiteralExpression(whole)) return whole.elements[element.parent.elements.indexOf(element as never)];
  if (!ts.isObjectLiteralExpression(whole)) return undefined;
  const key = (element.propertyName ?? element.name).getText();
  return whole.properties.filter(ts.isPropertyAssignment).find(({ name }) => name.getText() === key)?.initializer;
}

const mayBeNull = (type: ts.Type): boolean =>
  (type.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any | ts.TypeFlags.Null)) !== 0 ||
  (type.isUnion() && type.types.some(mayBeNull));

function placeOf(node: ts.Node): string {
  const method = ts.findAncestor(node, ts.isMethodDeclaration)?.name.getText() ?? 'constructor';
  return `${ts.findAncestor(node, ts.isClassDeclaration)?.name?.text ?? node.getSourceFile().fileName}.${method}`;
}
