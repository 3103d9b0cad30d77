export type Schema = Record<string, unknown>;

export interface TargetParameter {
  name: string;
  place: 'path' | 'query' | 'form';
  /** The bytes of a file. */
  isFile: boolean;
  /** Its text is JSON; otherwise it is literal. */
  isJson: boolean;
  required: boolean;
  schema: Schema;
}

/** An operation for the fuzzer. */
export interface Target {
  /** Method and path template: `GET /api/v1/streams/{stream_id}`. */
  name: string;
  method: string;
  path: string;
  parameters: TargetParameter[];
}

interface Media {
  schema?: Schema;
  encoding?: Record<string, { contentType: string }>;
}

interface Operation {
  parameters?: {
    name: string;
    in: string;
    required?: boolean;
    schema?: Schema;
    content?: Record<string, Media>;
  }[];
  requestBody?: { content: Record<string, Media> };
}

export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const FORM = 'application/x-www-form-urlencoded';
const FORM_WITH_FILE = 'multipart/form-data';

/** On servers for development only: shows all addresses, on purpose. */
const FOR_DEVELOPERS = '/api/v1/dev_list_users';

/** All operations of the document with all their parameters, sorted by name. */
export function targetsOf(document: OpenApi): Target[] {
  return Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/api/v1/') && path !== FOR_DEVELOPERS)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([verb, operation]) => {
        const method = verb.toUpperCase();
        const parameters = [...addressed(document, operation), ...inForm(document, operation)];
        return { name: `${method} ${path}`, method, path, parameters };
      }),
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function addressed(document: OpenApi, { parameters = [] }: Operation): TargetParameter[] {
  const own = parameters.filter(({ in: place }) => place !== 'header');
  return own.map(({ name, in: place, required = false, schema, content }) => {
    const json = content?.['application/json'].schema;
    return {
      name,
      place: place === 'path' ? 'path' : 'query',
      isFile: false,
      isJson: json !== undefined,
      required,
      schema: resolved(document, json ?? schema ?? {}),
    };
  });
}

function inForm(document: OpenApi, { requestBody }: Operation): TargetParameter[] {
  if (!requestBody) return [];
  const { schema, encoding = {} } = requestBody.content[FORM] ?? requestBody.content[FORM_WITH_FILE];
  const { properties, required } = merged(resolved(document, schema ?? {}));
  return Object.entries(properties).map(([name, one]) => ({
    name,
    place: 'form',
    isFile: one.format === 'binary',
    isJson: name in encoding,
    required: required.includes(name),
    schema: one,
  }));
}

interface Fields {
  properties: Record<string, Schema>;
  required: string[];
}

/** The fields of a form, and of all schemas that it combines. */
function merged({
  properties = {},
  required = [],
  allOf = [],
}: Schema & Partial<Fields> & { allOf?: Schema[] }): Fields {
  const parts = allOf.map(merged);
  return {
    properties: Object.assign({}, ...parts.map((part) => part.properties), properties) as Fields['properties'],
    required: [...parts.flatMap((part) => part.required), ...required],
  };
}

/** References point into the document, to classes or to one property of a class. */
function resolved(document: OpenApi, schema: Schema, depth = 0): Schema {
  if (depth > 8) return {};
  if (typeof schema.$ref === 'string') {
    const target = schema.$ref
      .slice('#/'.length)
      .split('/')
      .reduce<unknown>((node, part) => (node as Schema)[part], document);
    return resolved(document, target as Schema, depth + 1);
  }
  const entries = Object.entries(schema).map(([key, value]) => [key, resolvedValue(document, value, depth)]);
  return Object.fromEntries(entries) as Schema;
}

function resolvedValue(document: OpenApi, value: unknown, depth: number): unknown {
  if (Array.isArray(value)) return value.map((one) => resolvedValue(document, one, depth));
  if (typeof value !== 'object' || value === null) return value;
  return resolved(document, value as Schema, depth + 1);
}
