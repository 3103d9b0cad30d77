import { HostileProvider, Person } from './hostile-provider';

export interface Begun {
  readonly status: number;
  /** Where the browser is sent. */
  readonly location: string;
  /** The cookie that binds the browser. */
  readonly cookie: string;
}

export interface Finished {
  readonly status: number;
  readonly location: string | null;
  /** The session's cookie; `null`: there is none. */
  readonly session: string | null;
  readonly text: string;
}

/** A browser that logs in at a provider of our own. */
export class CompanyLogin {
  constructor(
    /** Of the server. */
    readonly url: string,
    private readonly slug: string,
    private readonly provider: HostileProvider,
  ) {}

  async begin(query = ''): Promise<Begun> {
    const answer = await fetch(`${this.url}/accounts/login/social/oidc/${this.slug}${query}`, { redirect: 'manual' });
    const cookie = cookieOf(answer, 'login_browser') ?? '';
    return { status: answer.status, location: answer.headers.get('location') ?? '', cookie };
  }

  async finish(query: string, cookie: string, slug = this.slug): Promise<Finished> {
    const path = `${this.url}/complete/oidc/${slug}?${query}`;
    const answer = await fetch(path, { redirect: 'manual', headers: { cookie } });
    const session = cookieOf(answer, 'sessionid');
    return { status: answer.status, location: answer.headers.get('location'), session, text: await answer.text() };
  }

  /** The whole way. */
  async as(person: Person, query = ''): Promise<Finished> {
    const { location, cookie } = await this.begin(query);
    return this.finish(this.provider.logIn(location, person), cookie);
  }

  /** The status of a request with the session. */
  async statusOf(session: string): Promise<number> {
    return (await fetch(`${this.url}/json/users/me`, { headers: { cookie: session } })).status;
  }
}

function cookieOf(answer: Response, name: string): string | null {
  const found = answer.headers.getSetCookie().find((one) => one.startsWith(`${name}=`));
  return found?.split(';')[0] ?? null;
}
