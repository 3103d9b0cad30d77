export interface OpenedPage {
  readonly status: number;
  /** Where the browser has arrived; the address of an app, if it was led there. */
  readonly url: string;
  readonly text: string;
}

interface PageForm {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#039;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** A browser that follows redirects, keeps the cookies of both sites, and sends forms. It runs no scripts. */
export class PhpBrowser {
  /** Of the server. */
  readonly cookies = new Map<string, string>();
  private readonly others = new Map<string, string>();
  /** The form of the page that is shown. */
  form: PageForm | null = null;

  constructor(private readonly server: string) {}

  open(url: string, init: RequestInit = {}): Promise<OpenedPage> {
    return this.go(url, init, 15);
  }

  /** Sends the form of the page with what is typed into it. */
  submit(typed: Readonly<Record<string, string>> = {}): Promise<OpenedPage> {
    if (!this.form) throw new Error('There is no form on the page.');
    const { action, fields } = this.form;
    return this.open(action, { method: 'POST', body: new URLSearchParams({ ...fields, ...typed }) });
  }

  async json(path: string): Promise<unknown> {
    return (await fetch(this.server + path, { headers: { cookie: this.cookieFor(this.server) } })).json();
  }

  private async go(url: string, init: RequestInit, left: number): Promise<OpenedPage> {
    if (!url.startsWith('http')) return { status: 302, url, text: '' };
    if (left === 0) throw new Error(`The redirects have no end: ${url}`);
    // A form that comes from another site brings no cookies along.
    const isForeignForm = init.method === 'POST' && url.startsWith(this.server);
    const headers: Record<string, string> = isForeignForm ? {} : { cookie: this.cookieFor(url) };
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const one of answer.headers.getSetCookie()) this.keep(url, one);
    const location = answer.headers.get('location');
    const text = await answer.text();
    if (location !== null) return this.go(new URL(location, url).href, {}, left - 1);
    this.form = formIn(text, url);
    return { status: answer.status, url, text };
  }

  private cookieFor(url: string): string {
    return [...this.jarOf(url)].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  private keep(url: string, header: string): void {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(header)!;
    if (value === '' || value === 'deleted') this.jarOf(url).delete(name!);
    else this.jarOf(url).set(name!, value!);
  }

  private jarOf(url: string): Map<string, string> {
    return url.startsWith(this.server) ? this.cookies : this.others;
  }
}

function formIn(page: string, url: string): PageForm | null {
  const form = /<form[^>]*>.*?<\/form>/s.exec(page)?.[0];
  if (form === undefined) return null;
  const action = /<form[^>]*action="([^"]*)"/s.exec(form)?.[1] ?? '';
  const inputs = [...form.matchAll(/<input[^>]*type="hidden"[^>]*>/gs)].map(([input]) => {
    const of = (name: string) => unescaped(new RegExp(`${name}="([^"]*)"`).exec(input)?.[1] ?? '');
    return [of('name'), of('value')];
  });
  const target = new URL(unescaped(action), url).href;
  return { action: target, fields: Object.fromEntries(inputs) as Record<string, string> };
}
