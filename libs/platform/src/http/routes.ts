import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';

/** All routes of the server, to distinguish a wrong method of a known path from an unknown path. */
@Injectable()
export class Routes {
  private readonly patterns: { pattern: RegExp; methods: string[] }[] = [];
  /** Paths without parameters. A word among them is never an id: `GET messages/render` asks for no message. */
  private readonly fixed = new Map<string, Set<string>>();

  /** To be called before any route is declared. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ url, method }) => {
      const methods = [method].flat().filter((one) => one !== 'HEAD' && one !== 'OPTIONS');
      if (methods.length === 0) return;
      this.patterns.push({ pattern: patternOf(url), methods });
      if (!/[:*]/.test(url)) this.fixed.set(url, new Set([...(this.fixed.get(url) ?? []), ...methods]));
    });
    fastify.addHook('onRequest', (request, _reply, done) => {
      const takesParameter = request.routeOptions.url?.includes('/:');
      done(takesParameter && this.fixed.has(pathOf(request.url)) ? new WordIsNoParameter() : undefined);
    });
  }

  /** The methods that a path answers, sorted; none for an unknown path. */
  methodsOf(path: string): string[] {
    const fixed = this.fixed.get(pathOf(path));
    if (fixed) return [...fixed].sort();
    const matching = this.patterns.filter(({ pattern }) => pattern.test(path));
    return [...new Set(matching.flatMap(({ methods }) => methods))].sort();
  }
}

/** Answered as every path that has no such method. */
class WordIsNoParameter extends Error {
  readonly statusCode = 404;
}

const pathOf = (url: string): string => url.replace(/\?.*$/s, '').replace(/\/$/, '');

function patternOf(url: string): RegExp {
  const source = url
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')))
    .join('/');
  return new RegExp(`^${source}/?$`);
}
