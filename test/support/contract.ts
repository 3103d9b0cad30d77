import Ajv2019, { ValidateFunction } from 'ajv/dist/2019';
import type { Body } from './person';

type Schema = Record<string, unknown>;
interface Document {
  paths: Record<
    string,
    Record<string, { responses: Record<string, { content?: Record<string, { schema: Schema }> }> }>
  >;
  components: { schemas: Record<string, Schema> };
}

interface Operation {
  /** Method and path template. */
  name: string;
  pattern: RegExp;
  method: string;
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

/** State whose keys grow with each context; other tests check the keys one by one. */
const OPEN_ANSWERS = new Set(['POST /api/v1/register']);

/** It depends on the sources only, and takes a while to create and compile: once for all test files of a process. */
let contract: Contract | null = null;

/** The contract of the server at `url`, and of every other one that this process starts. */
export async function contractAt(url: string): Promise<Contract> {
  return (contract ??= new Contract((await (await fetch(`${url}/api/openapi.json`)).json()) as Document));
}

/** Checks every answer of a test against the OpenAPI document of the running server. */
export class Contract {
  private readonly ajv = new Ajv2019({ strict: false, allErrors: false });
  private readonly validators = new Map<string, ValidateFunction | null>();
  private readonly operations: Operation[];
  private readonly fixedPaths = new Map<string, Operation[]>();

  constructor(readonly document: Document) {
    const { paths, components } = withNull(document) as Document;
    this.ajv.addSchema({ $id: 'document', components });
    this.operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { responses }]) => ({
        pattern: new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`),
        method: method.toUpperCase(),
        name: `${method.toUpperCase()} ${path}`,
        responses,
      })),
    );
    for (const path of Object.keys(paths))
      this.fixedPaths.set(
        path,
        this.operations.filter(({ name }) => name.endsWith(` ${path}`)),
      );
  }

  /** @throws Error when the answer is not what the document says */
  assert(method: string, path: string, status: number, body: Body): void {
    const operation = this.operationOf(method, path);
    if (!operation) return; // Unknown paths and methods have no contract.
    const validate = this.validatorOf(operation.name, operation.responses, status);
    if (!validate) throw new Error(`${operation.name} does not document the status ${status}: ${JSON.stringify(body)}`);
    if (!validate(body))
      throw new Error(
        `${operation.name} answers ${status} unlike its contract: ${this.ajv.errorsText(validate.errors)} in ${JSON.stringify(body).slice(0, 2_000)}`,
      );
  }

  /** Unknown paths and methods have none; a fixed path wins over one with a parameter. */
  operationOf(method: string, path: string): Operation | undefined {
    const fixed = this.fixedPaths.get(path);
    return (fixed ?? this.operations).find((one) => one.method === method && one.pattern.test(path));
  }

  private validatorOf(
    name: string,
    responses: Record<string, { content?: Record<string, { schema: Schema }> }>,
    status: number,
  ): ValidateFunction | null {
    const key = `${name} ${status}`;
    const known = this.validators.get(key);
    if (known !== undefined) return known;
    const schema = responses[String(status)]?.content?.['application/json'].schema;
    const isClosed = status === 200 && !OPEN_ANSWERS.has(name);
    const validate = schema
      ? this.ajv.compile({ ...schema, ...(isClosed ? { unevaluatedProperties: false } : {}) })
      : null;
    this.validators.set(key, validate);
    return validate;
  }
}

/** OpenAPI's `nullable` as JSON Schema, and references into the one document. */
function withNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNull);
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, $ref, ...rest } = value as Schema & { nullable?: unknown; $ref?: unknown };
  const schema = Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, withNull(one)])) as Schema;
  if (typeof $ref === 'string') schema.$ref = `document${$ref}`;
  return nullable === true ? { anyOf: [schema, { type: 'null' }] } : schema;
}
