import { DomainError } from '@app/kernel';
import { applyDecorators, createParamDecorator, ExecutionContext } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExtension } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FileIsTooLarge } from '../../files/files';
import { MAX_FIELD_BESIDE_FILE_BYTES, MAX_FORM_FIELDS } from './body-limits';
import { incomingParts } from './incoming-parts';
import { announcedBytes, askForBody } from './request-body';

/** A file on its way in. Its bytes must be read, or the form ends there. */
export interface IncomingFile {
  /** The client's file name without directories. It may be any text. */
  readonly name: string;
  /** The client's MIME type, which may be wrong. */
  readonly claimedType: string;
  readonly content: AsyncIterable<Buffer>;
}

/** A small file, whole. */
export interface SmallFile extends Pick<IncomingFile, 'name' | 'claimedType'> {
  readonly content: Buffer;
}

/** A form with one file, which has not been read yet. */
export interface FileForm {
  /** The length of the whole form, if the client declares it. The file is not longer. */
  readonly announcedBytes: number | null;
  /**
   * Reads the form to its end. `take` gets the file as it comes; when it turns out afterwards that the form is no good,
   * `undo` gets what `take` has made of it.
   * @throws FileIsMissing, FilesAreTooMany, and what `take` throws
   */
  receive<T>(take: (file: IncomingFile) => Promise<T>, undo: (taken: T) => Promise<void>): Promise<T>;
}

export class FileIsMissing extends DomainError {
  constructor(complaint = 'You must specify a file to upload') {
    super(complaint);
  }
}

export class FilesAreTooMany extends DomainError {
  constructor(complaint = 'You may only upload one file at a time') {
    super(complaint);
  }
}

interface SmallFileOptions {
  /** The file is held in memory, and may be no larger. */
  limitMib: number;
  /** The error for a form without a file, or with several. */
  complaint?: string;
}

const MIB = 1024 * 1024;

/**
 * The operation takes a form with exactly one file, under any name. The form is read after the guards have passed, in one
 * of two ways: `@FileToCome() form: FileForm` streams it; with `TakesFile({ limitMib })` it is `@WholeFile() file:
 * SmallFile`, and `@Parameters()` has the other fields of the form.
 */
export const TakesFile = (small?: SmallFileOptions): MethodDecorator =>
  applyDecorators(RouteConfig({ takesFile: small ?? true }), ApiExtension(TAKES_FILE, true));

const TAKES_FILE = 'x-takes-file';
const FILE_PART = { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } };

interface DescribedOperation {
  requestBody?: { content: Record<string, { schema?: object }> };
  [TAKES_FILE]?: boolean;
}

/** In an OpenAPI document: such operations take a form with a file, besides what else they take, and nothing but that. */
export function describeFiles(document: { paths: Record<string, object> }): void {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path) as DescribedOperation[]);
  for (const operation of operations) {
    if (!operation[TAKES_FILE]) continue;
    delete operation[TAKES_FILE];
    const { schema, ...rest } = Object.values(operation.requestBody?.content ?? {})[0] ?? {};
    const whole = schema ? { allOf: [schema, FILE_PART] } : FILE_PART;
    Object.assign(operation, {
      requestBody: { required: true, content: { 'multipart/form-data': { ...rest, schema: whole } } },
    });
  }
}

/** Parameter decorator of `@TakesFile()`: the form, whose file is read as it comes. */
export const FileToCome = createParamDecorator((_: unknown, context: ExecutionContext): FileForm => {
  const http = context.switchToHttp();
  return formOf(http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
});

/** Parameter decorator of `@TakesFile({ limitMib })`: the file, in memory. */
export const WholeFile = createParamDecorator(async (_: unknown, context: ExecutionContext): Promise<SmallFile> => {
  const http = context.switchToHttp();
  return (await readSmallForm(http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>()))!;
});

/** Whether the body is left for the operation to read. */
export const takesFile = (request: FastifyRequest): boolean => configOf(request) !== undefined;

/** For operations that take a small file: reads the form, once. null: the operation takes none. */
export function readSmallForm(request: FastifyRequest, reply: FastifyReply): Promise<SmallFile> | null {
  const options = configOf(request);
  if (typeof options !== 'object') return null;
  request.smallFile ??= hold(request, reply, options);
  return request.smallFile;
}

const configOf = (request: FastifyRequest): true | SmallFileOptions | undefined =>
  request.routeOptions.config?.takesFile;

async function hold(
  request: FastifyRequest,
  reply: FastifyReply,
  { limitMib, complaint }: SmallFileOptions,
): Promise<SmallFile> {
  const take = async ({ content, ...file }: IncomingFile) => {
    const pieces: Buffer[] = [];
    let size = 0;
    for await (const piece of content) {
      size += piece.length;
      if (size > limitMib * MIB) throw new FileIsTooLarge(limitMib);
      pieces.push(piece);
    }
    return { ...file, content: Buffer.concat(pieces) };
  };
  return formOf(request, reply, complaint).receive(take, async () => undefined);
}

function formOf(request: FastifyRequest, reply: FastifyReply, complaint?: string): FileForm {
  return {
    announcedBytes: announcedBytes(request.raw),
    receive: (take, undo) =>
      request.withoutPlace(() => {
        askForBody(request, reply);
        return receive(request, take, undo, complaint);
      }),
  };
}

async function receive<T>(
  request: FastifyRequest,
  take: (file: IncomingFile) => Promise<T>,
  undo: (taken: T) => Promise<void>,
  complaint?: string,
): Promise<T> {
  if (!request.isMultipart()) throw new FileIsMissing(complaint);
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  request.body = fields;
  const taken: T[] = [];
  const limits = {
    fields: MAX_FORM_FIELDS,
    fieldSize: MAX_FIELD_BESIDE_FILE_BYTES,
    parts: MAX_FORM_FIELDS,
    fileSize: Infinity,
  };
  try {
    for await (const part of incomingParts(request.raw, request.parts({ limits, preservePath: true }))) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value);
      else if (!part.filename)
        part.file.resume(); // what a form sends for a file that was not chosen
      else if (taken.length > 0) throw new FilesAreTooMany(complaint);
      else taken.push(await take({ name: lastStep(part.filename), claimedType: part.mimetype, content: part.file }));
    }
    const [file] = taken;
    if (!file) throw new FileIsMissing(complaint);
    return file;
  } catch (error) {
    request.raw.unpipe();
    for (const one of taken) await undo(one);
    throw error instanceof DomainError ? error : brokenForm(error as Error);
  }
}

/** Some clients send the whole path that the file has with them. */
const lastStep = (path: string): string => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);

/** What the parser of forms throws for a broken or a cut one is the request's fault. */
function brokenForm(cause: Error & { statusCode?: number; code?: string }): Error {
  const isOfForm = cause.statusCode !== undefined || /multipart|part|stream|aborted/i.test(cause.message);
  return isOfForm
    ? Object.assign(new Error('The form cannot be read', { cause }), { statusCode: cause.statusCode ?? 400 })
    : cause;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    takesFile?: true | SmallFileOptions;
  }

  interface FastifyRequest {
    smallFile?: Promise<SmallFile>;
  }
}
