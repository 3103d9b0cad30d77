import { createServer, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { escaped, SamlPerson } from './draft';
import { Changes, SamlIdp } from './identity-provider';

/** The page of a SAML provider on another site. It sends the form by itself, as real ones do. */
export class SamlLoginPage {
  /** Who logs in next, and what is wrong with the answer. */
  next: { person: SamlPerson; changes?: Changes };

  private constructor(
    private readonly idp: SamlIdp,
    private readonly server: Server,
    /** Of the provider, with the address of this page. */
    readonly metadata: string,
  ) {}

  /** @param url of the server where people log in */
  static async start(url: string): Promise<SamlLoginPage> {
    const idp = await SamlIdp.start();
    const server = createServer(({ url: path }, response) => {
      const asked = `http://provider${path}`;
      if (!asked.includes('SAMLRequest')) return void response.writeHead(404).end();
      response.setHeader('content-type', 'text/html');
      response.end(page.answer(asked));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const isLocal = new URL(url).hostname === 'localhost';
    const elsewhere = `http://${isLocal ? '127.0.0.1' : 'localhost'}:${(server.address() as AddressInfo).port}/sso`;
    const page = new SamlLoginPage(idp, server, idp.metadata().replace(/https:[^"]*\/sso[^"]*/, elsewhere));
    return page;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private answer(asked: string): string {
    const { person, changes } = this.next;
    const inputs = Object.entries(this.idp.logIn(asked, person, changes)).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`,
    );
    const action = escaped(this.idp.read(asked).consumer);
    const form = `<form method="post" action="${action}">${inputs.join('')}</form>`;
    return `<!doctype html><title>Provider</title>${form}<script>document.forms[0].submit()</script>`;
  }
}
