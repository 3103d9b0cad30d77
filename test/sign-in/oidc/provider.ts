import { createServer, RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Account {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  [claim: string]: unknown;
}

/** The part that is used here: the package has no types. */
type ProviderClass = new (issuer: string, configuration: object) => { callback(): RequestListener };

/** A real OpenID Connect provider in this process. */
export class TestProvider {
  private constructor(
    private readonly server: Server,
    readonly issuer: string,
    private readonly accounts: Map<string, Account>,
  ) {}

  /** @param logoutUri where a logout leads back to; absent: nowhere */
  static async start(redirectUri: string, logoutUri?: string): Promise<TestProvider> {
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    const { default: Provider } = require('oidc-provider') as { default: ProviderClass };
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const accounts = new Map<string, Account>();
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: 'parley',
          client_secret: 'a secret of the client',
          redirect_uris: [redirectUri],
          post_logout_redirect_uris: logoutUri === undefined ? [] : [logoutUri],
        },
      ],
      findAccount: (_context: unknown, sub: string) => ({ accountId: sub, claims: () => accounts.get(sub)! }),
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'role'] },
      features: { devInteractions: { enabled: true }, backchannelLogout: { enabled: true } },
      cookies: { keys: ['a key of cookies'] },
    });
    server.on('request', provider.callback());
    return new TestProvider(server, issuer, accounts);
  }

  add(account: Account): void {
    this.accounts.set(account.sub, account);
  }

  /** Logs in and consents, as a browser does. Returns the address that leads back. */
  async logIn(url: string, sub: string): Promise<string> {
    const cookies = new Map<string, string>();
    let at = url;
    for (let step = 0; step < 12; step++) {
      if (!at.startsWith(this.issuer)) return at;
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const uid = /\/interaction\/([^/]+)$/.exec(at)?.[1];
      const page = uid ? await (await fetch(at, { headers: { cookie } })).text() : '';
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
      const body = new URLSearchParams({ prompt: prompt ?? '', login: sub, password: 'x' });
      const answer = await fetch(at, {
        redirect: 'manual',
        headers: { cookie },
        ...(uid ? { method: 'POST', body } : {}),
      });
      for (const one of answer.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(one)!;
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      at = new URL(answer.headers.get('location') ?? '', at).href;
    }
    throw new Error(`The provider leads nowhere: ${at}`);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
