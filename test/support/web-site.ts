import { createServer, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Destinations } from '../../libs/platform/src/outbound/destinations';
import type { World } from './world';

type Page = (response: ServerResponse, request: IncomingMessage) => void;

/** A site of another operator, on this machine; `visits` are the requested paths, in order. */
export class WebSite {
  readonly visits: string[] = [];
  readonly requests: IncomingMessage[] = [];
  private readonly pages = new Map<string, Page>();

  private constructor(private readonly server: Server) {}

  static async open(): Promise<WebSite> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const site = new WebSite(server);
    server.on('request', (request, response) => {
      site.visits.push(request.url!);
      site.requests.push(request);
      const page = site.pages.get(request.url!.split('?', 1)[0]);
      if (page) page(response, request);
      else response.writeHead(404).end();
    });
    return site;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** An address of the site under any name. */
  url(path: string, host = 'site.example'): string {
    return `http://${host}:${this.port}${path}`;
  }

  page(path: string, page: Page | string): void {
    this.pages.set(
      path,
      typeof page === 'string'
        ? (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page)
        : page,
    );
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** How the server's outgoing requests are changed so that a test can take the place of the Internet. */
export interface OpenWay {
  readonly allows: jest.SpyInstance<boolean, [address: string]>;
  readonly allowsPort: jest.SpyInstance<boolean, [port: string]>;
  readonly resolve: jest.SpyInstance<Promise<string[]>, [name: string]>;
  close(): void;
}

/** Lets this one server reach this machine, on any port, under any name. */
export function openWay(destinations: Destinations): OpenWay {
  const inner = destinations as unknown as Pick<OpenWay, never> & Record<'allowsPort' | 'resolve', never>;
  const allows = jest.spyOn(destinations, 'allows').mockImplementation((address) => address === '127.0.0.1');
  const allowsPort = jest.spyOn(inner as never, 'allowsPort').mockReturnValue(true as never);
  const resolve = jest.spyOn(inner as never, 'resolve').mockResolvedValue(['127.0.0.1'] as never);
  const spies = [allows, allowsPort, resolve];
  return { allows, allowsPort, resolve, close: () => spies.forEach((spy) => spy.mockRestore()) } as unknown as OpenWay;
}

export const wayOut = (world: World): Destinations => world.service(Destinations);
