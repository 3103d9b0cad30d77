import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';

/** Every route of the server, so that a known path with a wrong method can be told from an unknown path. */
@Injectable()
export class Routes {
  private readonly patterns: { pattern: RegExp; methods: string[] }[] = [];

  /** To be called before any route is declared. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onRoute', ({ url, method }) => {
      const methods = [method].flat().filter((one) => one !== 'HEAD' && one !== 'OPTIONS');
      if (methods.length > 0) this.patterns.push({ pattern: patternOf(url), methods });
    });
  }

  /** The methods that a path answers, sorted; none for an unknown path. */
  methodsOf(path: string): string[] {
    const matching = this.patterns.filter(({ pattern }) => pattern.test(path));
    return [...new Set(matching.flatMap(({ methods }) => methods))].sort();
  }
}

function patternOf(url: string): RegExp {
  const source = url
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')))
    .join('/');
  return new RegExp(`^${source}/?$`);
}
