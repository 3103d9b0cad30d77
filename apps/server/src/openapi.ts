import { ZULIP_FEATURE_LEVEL } from '@app/kernel';
import { describeFiles, MAX_PATH_PARAMETER } from '@app/platform';
import type { INestApplication } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, OpenAPIObject, SwaggerModule } from '@nestjs/swagger';

/** The page contains its own scripts and inline styles, loads data only from this server, and may not be framed. */
const DOCS_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
};

/** The contract of all routes, made of the request and response classes. */
export function openApiOf(app: INestApplication): OpenAPIObject {
  const description = [
    'The Team Messaging Service Interface, which the clients of Zulip speak.',
    'Parameters travel as a form or in the query string; those of JSON types are JSON texts.',
  ].join(' ');
  const builder = new DocumentBuilder()
    .setTitle('Parley')
    .setDescription(description)
    .setVersion(`feature level ${ZULIP_FEATURE_LEVEL}`)
    .addBasicAuth({ type: 'http', scheme: 'basic', description: 'E-mail address and API key' })
    .addSecurityRequirements('basic');
  const document = SwaggerModule.createDocument(app, builder.build(), {
    operationIdFactory: (controller, method) => `${controller.replace(/Controller$/, '')}.${method}`,
    autoTagControllers: false, // the page would list each operation a second time
  });
  describeFiles(document);
  describePathLimits(document);
  return { ...document, paths: sorted(document.paths), components: sortedComponents(document.components) };
}

/** The order of modules is not part of the contract. */
function sortedComponents(components: OpenAPIObject['components']): OpenAPIObject['components'] {
  return { ...components, schemas: sorted(components?.schemas ?? {}) };
}

const sorted = <Value>(record: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).sort(([left], [right]) => (left < right ? -1 : 1)));

/** A parameter in a path is as long as the server reads paths. */
function describePathLimits({ paths }: OpenAPIObject): void {
  const operations = Object.values(paths).flatMap(
    (path) => Object.values(path) as { parameters?: ParameterObject[] }[],
  );
  for (const { schema } of operations.flatMap(({ parameters = [] }) => parameters.filter((one) => one.in === 'path')))
    if (schema?.type === 'string') schema.maxLength ??= MAX_PATH_PARAMETER;
}

interface ParameterObject {
  in: string;
  schema?: { type?: string; maxLength?: number };
}

/** GET /api/docs is a page for users, GET /api/openapi.json is for programs. */
export function serveOpenApi(app: NestFastifyApplication): void {
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('onRequest', (request, reply, done) => {
    if (/^\/api\/docs(\/|$)/.test(request.routeOptions.url ?? '')) void reply.headers(DOCS_HEADERS);
    done();
  });
  SwaggerModule.setup('api/docs', app, () => openApiOf(app), {
    jsonDocumentUrl: 'api/openapi.json',
    yamlDocumentUrl: 'api/openapi.yaml',
  });
}
