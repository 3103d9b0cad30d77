import type { Changes, Form, SamlIdp } from './identity-provider';
import type { SamlPerson } from './draft';

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

/** A browser that logs in at a SAML provider. */
export class SamlBrowser {
  constructor(
    /** Of the server. */
    readonly url: string,
    readonly slug: string,
    private readonly provider: SamlIdp,
  ) {}

  async begin(query = ''): Promise<Begun> {
    const answer = await fetch(`${this.url}/accounts/login/social/saml/${this.slug}${query}`, { redirect: 'manual' });
    const cookie = cookieOf(answer, 'login_browser') ?? '';
    return { status: answer.status, location: answer.headers.get('location') ?? '', cookie };
  }

  /** Posts the form of the provider's page. Browsers send no cookie of the server along from another site. */
  async post(form: Form, slug = this.slug): Promise<Finished> {
    const body = new URLSearchParams({ ...form });
    return finished(await fetch(`${this.url}/complete/saml/${slug}`, { method: 'POST', body, redirect: 'manual' }));
  }

  /** Goes where the answer to a form leads. */
  async follow(location: string, cookie: string): Promise<Finished> {
    return finished(await fetch(new URL(location, this.url), { redirect: 'manual', headers: { cookie } }));
  }

  /** Brings the form, and goes on with the cookie if it is taken. */
  async finish(form: Form, cookie: string): Promise<Finished> {
    const posted = await this.post(form);
    if (posted.status !== 303 || posted.session !== null) return posted;
    return this.follow(posted.location!, cookie);
  }

  /** The whole way. */
  async as(person: SamlPerson, query = '', changes: Changes = {}): Promise<Finished> {
    const { location, cookie } = await this.begin(query);
    return this.finish(this.provider.logIn(location, person, changes), cookie);
  }

  /** The status of a request with the session. */
  async statusOf(session: string): Promise<number> {
    return (await fetch(`${this.url}/json/users/me`, { headers: { cookie: session } })).status;
  }
}

async function finished(answer: Response): Promise<Finished> {
  const session = cookieOf(answer, 'sessionid');
  return { status: answer.status, location: answer.headers.get('location'), session, text: await answer.text() };
}

function cookieOf(answer: Response, name: string): string | null {
  const found = answer.headers.getSetCookie().find((one) => one.startsWith(`${name}=`));
  return found?.split(';')[0] ?? null;
}
