import { applyDecorators, Delete, Get, HttpCode, Patch, Post, Put } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiExtraModels,
  ApiOperation,
  ApiQuery,
  ApiResponse,
  ApiResponseSchemaHost,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { ErrorCode } from '@app/kernel';
import { STATUS_OF_CODE } from '@app/kernel';
import { parametersOf } from './parameters/parameter';
import { withPathRest } from './path-rest';

type Class = new () => object;

interface OperationDescription {
  summary: string;
  /** Page of docs/protocol that this implements, such as "docs/protocol/read-state.md". */
  section: string;
  tag: string;
  request?: Class;
  /** The answer without `result` and `msg`. */
  response?: Class;
  /** The answer has its own `msg`. */
  saysMore?: boolean;
  /** Error codes besides those of every operation. */
  errors?: ErrorCode[];
}

type Schema = NonNullable<ApiResponseSchemaHost['schema']>;

const CODES_OF_EVERY_OPERATION: readonly ErrorCode[] = [
  'BAD_REQUEST',
  'REQUEST_VARIABLE_MISSING',
  'UNAUTHORIZED',
  'USER_DEACTIVATED',
  'REALM_DEACTIVATED',
  'NONEXISTENT_SUBDOMAIN',
  'RATE_LIMIT_HIT',
];

const VERBS = { GET: Get, POST: Post, PATCH: Patch, PUT: Put, DELETE: Delete };

const ENVELOPE: Schema = {
  type: 'object',
  required: ['result', 'msg'],
  properties: {
    result: { type: 'string', enum: ['success'] },
    msg: { type: 'string', enum: [''] },
    ignored_parameters_unsupported: { type: 'array', items: { type: 'string' } },
  },
};
const ENVELOPE_WITH_MESSAGE: Schema = { ...ENVELOPE, properties: { ...ENVELOPE.properties, msg: { type: 'string' } } };

const errorSchema = (codes: ErrorCode[]): Schema => ({
  type: 'object',
  required: ['result', 'msg', 'code'],
  properties: {
    result: { type: 'string', enum: ['error'] },
    msg: { type: 'string' },
    code: { type: 'string', enum: codes },
  },
});

/**
 * One operation of the interface: its route and its whole contract. The request class is parser, validator and OpenAPI
 * schema at once; the path is below /api/v1. A last parameter with a star (`views/*fragment`) may hold slashes.
 */
export function Operation(verb: keyof typeof VERBS, path: string, description: OperationDescription): MethodDecorator {
  const { summary, section, tag, request, response, saysMore = false, errors = [] } = description;
  const codes = new Set([...CODES_OF_EVERY_OPERATION, ...confusionsOf(request), ...errors]);
  return applyDecorators(
    VERBS[verb](withPathRest(path)),
    HttpCode(200),
    ApiTags(tag),
    ApiOperation({ summary, description: `Implements ${section}.` }),
    ...(request ? (verb === 'GET' ? queryOf(request) : [bodyOf(request)]) : []),
    ...(response ? [ApiExtraModels(response)] : []),
    ApiResponse({ status: 200, description: 'Success', schema: successSchema(response, saysMore) }),
    ...errorResponses([...codes]),
  );
}

/** Only a parameter that has an older name can be given twice. */
function confusionsOf(request?: Class): ErrorCode[] {
  const aliased = request !== undefined && parametersOf(request).some(({ aliases }) => aliases.length > 0);
  return aliased ? ['REQUEST_CONFUSING_VAR'] : [];
}

function successSchema(response: Class | undefined, saysMore: boolean): Schema {
  const envelope = saysMore ? ENVELOPE_WITH_MESSAGE : ENVELOPE;
  return response ? { allOf: [envelope, { $ref: getSchemaPath(response) }] } : { ...ENVELOPE };
}

function errorResponses(codes: ErrorCode[]): MethodDecorator[] {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const status = STATUS_OF_CODE[code] ?? 400;
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return [...byStatus].map(([status, some]) =>
    ApiResponse({ status, description: some.join(', '), schema: errorSchema(some) }),
  );
}

const isJson = (decoding: string): boolean => ['json', 'integer-list', 'long'].includes(decoding);

/** Outside GET the parameters travel as a form; those of JSON types as JSON texts in it. */
function bodyOf(request: Class): MethodDecorator {
  const parameters = parametersOf(request);
  const json = parameters.filter(({ decoding }) => isJson(decoding));
  const encoding = Object.fromEntries(json.map(({ name }) => [name, { contentType: 'application/json' }]));
  return applyDecorators(
    ApiExtraModels(request),
    ApiConsumes('application/x-www-form-urlencoded', 'multipart/form-data'),
    ApiBody({
      required: parameters.some(({ required }) => required),
      schema: { $ref: getSchemaPath(request) },
      encoding,
    }),
  );
}

function queryOf(request: Class): MethodDecorator[] {
  return [
    ApiExtraModels(request),
    ...parametersOf(request).map(({ name, decoding, required }) => queryParameter(request, name, decoding, required)),
  ];
}

function queryParameter(request: Class, name: string, decoding: string, required: boolean): MethodDecorator {
  const schema = { $ref: `${getSchemaPath(request)}/properties/${name}` };
  return ApiQuery(
    isJson(decoding) ? { name, required, content: { 'application/json': { schema } } } : { name, required, schema },
  );
}
