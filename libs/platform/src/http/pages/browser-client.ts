import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { languageOf } from './language';
import type { Markup } from './markup';

/** The built server has it beside itself; the sources have what was built last. */
const ROOT = join(__dirname, '../../../../..');
const PLACES = [join(ROOT, 'web'), join(ROOT, 'dist/web')];
const INDEX = 'index.html';
/** Keeps the client for times without a network. Served beside the page, as it may only act below its own address. */
const WORKER = 'service-worker.js';
/** Marks the place for the content without scripts. */
const WITHOUT_SCRIPTS = '<!--without scripts-->';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
};

/** Only our own files run; server HTML enters the page through one policy alone. Formulas have style attributes. */
const POLICY = [
  "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:",
  "media-src 'self'; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'",
  "base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types parley dompurify",
].join('; ');

const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** The names of files change with their content. */
const FILE_HEADERS = { 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' };

/** Always asked for anew, or an old one would stay. It fetches from this server alone. */
const WORKER_HEADERS = {
  'content-type': TYPES['.js'],
  'cache-control': 'no-cache',
  'content-security-policy': "default-src 'none'; connect-src 'self'",
  vary: 'accept-encoding',
};

interface BuiltFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly gzip: Buffer | null;
  readonly brotli: Buffer | null;
}

/** The browser client as it was built, kept in memory: its page, and its files below /app/. */
@Injectable()
export class BrowserClient {
  private files: Map<string, BuiltFile> | null = null;

  /** `false`: the client was not built, so the plain pages are served. */
  get isBuilt(): boolean {
    return this.built().has(INDEX);
  }

  /** Answers with the client's page. @param withoutScripts what it shows until its script runs */
  sendPage(reply: FastifyReply, withoutScripts: Markup): void {
    const page = this.built().get(INDEX)!.plain.toString();
    const language = languageOf(reply.request.headers['accept-language']);
    void reply
      .status(200)
      .headers(PAGE_HEADERS)
      .send(page.replace(WITHOUT_SCRIPTS, () => withoutScripts.textIn(language)));
  }

  serveFiles(fastify: FastifyInstance): void {
    fastify.get<{ Params: { name: string } }>('/app/:name', (request, reply) => {
      const { name } = request.params;
      const file = name === INDEX || name === WORKER ? undefined : this.built().get(name);
      if (!file) return reply.callNotFound();
      return send(request, reply.headers({ ...FILE_HEADERS, 'content-type': file.type }), file);
    });
    fastify.get(`/${WORKER}`, (request, reply) => {
      const file = this.built().get(WORKER);
      return file ? send(request, reply.headers(WORKER_HEADERS), file) : reply.callNotFound();
    });
  }

  private built(): Map<string, BuiltFile> {
    this.files ??= readFiles(PLACES.find((place) => existsSync(join(place, INDEX))));
    return this.files;
  }
}

function readFiles(directory: string | undefined): Map<string, BuiltFile> {
  if (directory === undefined) return new Map();
  const names = readdirSync(directory);
  const read = (name: string) => (names.includes(name) ? readFileSync(join(directory, name)) : null);
  const own = names.filter((name) => extname(name) in TYPES || name === INDEX);
  return new Map(
    own.map((name) => [
      name,
      {
        type: TYPES[extname(name)] ?? PAGE_HEADERS['content-type'],
        plain: read(name)!,
        gzip: read(`${name}.gz`),
        brotli: read(`${name}.br`),
      },
    ]),
  );
}

function send(request: FastifyRequest, reply: FastifyReply, file: BuiltFile): FastifyReply {
  const { encoding, body } = chosen(request, file);
  if (encoding) void reply.header('content-encoding', encoding);
  return reply.send(body);
}

function chosen({ headers }: FastifyRequest, { plain, gzip, brotli }: BuiltFile) {
  const accepted = new Set(
    (headers['accept-encoding'] ?? '').split(',').map((coding) => coding.replace(/;.*$/s, '').trim().toLowerCase()),
  );
  if (brotli && accepted.has('br')) return { encoding: 'br', body: brotli };
  if (gzip && accepted.has('gzip')) return { encoding: 'gzip', body: gzip };
  return { encoding: null, body: plain };
}
