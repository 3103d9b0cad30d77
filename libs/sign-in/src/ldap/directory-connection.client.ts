import { Client, type Entry, type Filter, InvalidCredentialsError, type SearchOptions } from 'ldapts';
import { isIP } from 'node:net';
import type { DirectoryAddress } from './ldap-settings';

/** For one question. A whole login takes a few of them. */
const ANSWER_MS = 5_000;
/** A page of a synchronisation takes longer. */
const PAGE_MS = 30_000;
const PAGE = 500;

/** How to reach a directory. */
export interface DirectoryPlace extends DirectoryAddress {
  /** What the name of the host was found to be. Names are not looked up again. */
  readonly ip: string;
  readonly starttls: boolean;
  readonly ca: string | null;
}

export interface DirectoryQuery {
  readonly base: string;
  readonly filter: Filter;
  readonly attributes: readonly string[];
}

/** Bytes that are no text. */
const BINARY = ['objectGUID'];

/** One connection with a directory. Referrals are never followed. */
export class DirectoryConnection {
  private constructor(private readonly client: Client) {}

  /** Encrypted before anything is said, where that was asked for: it never goes on without. */
  static async open(place: DirectoryPlace, isPatient: boolean): Promise<DirectoryConnection> {
    const { host, ip, port, isEncrypted, starttls, ca } = place;
    const tlsOptions = { minVersion: 'TLSv1.2' as const, ...(ca && { ca }), ...nameOf(host) };
    const client = new Client({
      url: `${isEncrypted ? 'ldaps' : 'ldap'}://directory:${port}`,
      timeout: isPatient ? PAGE_MS : ANSWER_MS,
      connectTimeout: ANSWER_MS,
      ...(isEncrypted && { tlsOptions }),
    });
    // The package would look the name up itself, and writes addresses of IPv6 in decimal.
    Object.assign(client, { host: ip });
    if (!starttls) return new DirectoryConnection(client);
    try {
      await inTime(client.startTLS(tlsOptions));
    } catch (error) {
      void client.unbind().catch(() => undefined);
      throw error;
    }
    return new DirectoryConnection(client);
  }

  /** Logs in. `false`: the directory says that the password is wrong. An empty one is never sent. */
  async bind(dn: string, password: string): Promise<boolean> {
    if (dn === '' || password === '') return false;
    try {
      await this.ask(() => this.client.bind(dn, password));
      return true;
    } catch (error) {
      if (error instanceof InvalidCredentialsError) return false;
      throw error;
    }
  }

  /** At most `most` entries. */
  async search({ base, filter, attributes }: DirectoryQuery, most: number): Promise<Entry[]> {
    const options = { ...optionsOf(filter, attributes), sizeLimit: most };
    return (await this.ask(() => this.client.search(base, options))).searchEntries;
  }

  /** All entries, in pages. A limit of the directory that cuts them off is an error. */
  async *all({ base, filter, attributes }: DirectoryQuery): AsyncGenerator<Entry[]> {
    const options = { ...optionsOf(filter, attributes), paged: { pageSize: PAGE } };
    const pages = this.client.searchPaginated(base, options);
    for (;;) {
      const page = await this.ask(() => pages.next());
      if (page.done) return;
      yield page.value.searchEntries;
    }
  }

  async close(): Promise<void> {
    await this.client.unbind().catch(() => undefined);
  }

  private isUsed = false;

  /** A connection that has ended is not opened again: the package would do so without encryption. */
  private ask<T>(question: () => Promise<T>): Promise<T> {
    if (this.isUsed && !this.client.isConnected) throw new Error('the connection has ended');
    this.isUsed = true;
    return question();
  }
}

const optionsOf = (filter: Filter, attributes: readonly string[]): SearchOptions => ({
  filter,
  scope: 'sub',
  derefAliases: 'never',
  attributes: [...attributes],
  explicitBufferAttributes: BINARY,
});

/** The certificate must be for the configured name, and an address is no name. */
const nameOf = (host: string) => (isIP(host) ? { host } : { servername: host });

/** The handshake has no time limit of its own. */
async function inTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the connection was not encrypted in time')), ANSWER_MS);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
