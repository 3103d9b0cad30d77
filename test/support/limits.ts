import type { OpenAPIObject } from '@nestjs/swagger';

interface Schema {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  pattern?: string;
  format?: string;
  maxLength?: number;
  maxItems?: number;
  maxProperties?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

interface Operation {
  parameters?: { name: string; in: string; schema?: Schema; content?: Record<string, { schema: Schema }> }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

/** The parameters of a contract, at any depth, without a limit of their length. */
export function unlimitedParameters(document: OpenAPIObject): string[] {
  const found = new Set<string>();
  const resolved = ({ $ref, ...schema }: Schema): Schema =>
    $ref === undefined
      ? schema
      : resolved(
          $ref
            .slice(2)
            .split('/')
            .reduce((at, key) => at[key] as never, document as never as Record<string, object>) as Schema,
        );
  const look = (given: Schema, name: string): void => {
    const schema = resolved(given);
    for (const part of [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) look(part, name);
    for (const [key, one] of Object.entries(schema.properties ?? {})) look(one, `${name}.${key}`);
    if (schema.items) look(schema.items, `${name}[]`);
    if (typeof schema.additionalProperties === 'object') look(schema.additionalProperties, `${name}{}`);
    const isBounded = schema.enum || schema.pattern || schema.format === 'binary';
    if (schema.type === 'string' && !isBounded && schema.maxLength === undefined) found.add(name);
    if (schema.type === 'array' && schema.maxItems === undefined) found.add(name);
    if (schema.type === 'object' && schema.additionalProperties && schema.maxProperties === undefined) found.add(name);
  };
  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(operations as Record<string, Operation>)) {
      const where = `${method.toUpperCase()} ${path}`;
      for (const { name, schema, content = {} } of operation.parameters ?? [])
        look(schema ?? Object.values(content)[0].schema, `${where} ${name}`);
      for (const { schema } of Object.values(operation.requestBody?.content ?? {})) look(schema, where);
    }
  return [...found].sort();
}
