import { PEOPLE, Slapd } from '../test/sign-in/ldap/slapd';
import { addUsers, Bench, BenchUser, call, startBench } from './support';

/** Providers of the bench are on this machine. */
export const PRIVATE = { PARLEY_SSO_ALLOW_PRIVATE_ADDRESSES: '1' };
const OWNER = { email: 'owner@bench.example', password: 'a long enough secret' };

/** An organization whose people log in in all ways. */
export interface CompanyBench extends Bench {
  readonly owner: BenchUser;
  /** Of people with a password. */
  readonly addresses: readonly string[];
  readonly password: string;
  /** Returns the id of the provider. */
  addProvider(options: Record<string, unknown>): Promise<number>;
}

export async function benchOfCompany(people: number): Promise<CompanyBench> {
  const environment = { PARLEY_OWNER_EMAIL: OWNER.email, PARLEY_OWNER_PASSWORD: OWNER.password, ...PRIVATE };
  const bench = await startBench(environment);
  const users = await addUsers(bench, people);
  const { rows } = await bench.database.query<{ address: string }>(
    `UPDATE user_account SET password_hash = (SELECT password_hash FROM user_account WHERE delivery_email = $1)
      WHERE id = ANY ($2) RETURNING delivery_email AS address`,
    [OWNER.email, users.map(({ id }) => id)],
  );
  const answer = await fetch(`${bench.url}/api/v1/fetch_api_key`, {
    method: 'POST',
    body: new URLSearchParams({ username: OWNER.email, password: OWNER.password }),
  });
  const { api_key: key, user_id: id } = (await answer.json()) as { api_key: string; user_id: number };
  const owner = { id, authorization: `Basic ${Buffer.from(`${OWNER.email}:${key}`).toString('base64')}` };
  return {
    ...bench,
    owner,
    addresses: rows.map(({ address }) => address),
    password: OWNER.password,
    addProvider: async (options) =>
      (await call<{ id: number }>(bench, owner, 'POST', 'realm/identity_providers', options)).id,
  };
}

/** Gives each person of the directory an account, by SQL: so many logins would take minutes and are not measured. */
export async function linkPeople({ database }: Bench, slapd: Slapd): Promise<void> {
  const { searchEntries: entries } = await slapd.ask((client) =>
    client.search(PEOPLE, { scope: 'one', attributes: ['entryUUID', 'mail'], paged: true }),
  );
  const people = entries.map(({ entryUUID, mail }) => [String(entryUUID), String(mail)]);
  await database.query(
    `WITH given AS (SELECT * FROM unnest($1::text[], $2::text[]) AS g (subject, mail)),
      missing AS (SELECT * FROM given g WHERE NOT EXISTS (SELECT FROM external_identity e WHERE e.subject = g.subject)),
      made AS (
        INSERT INTO user_account (organization_id, email, delivery_email, email_address_visibility, full_name, role)
        SELECT (SELECT min(id) FROM organization), mail, mail, 3, mail, 400 FROM missing RETURNING id, delivery_email),
      floors AS (INSERT INTO user_read_state (user_id) SELECT id FROM made)
      INSERT INTO external_identity (provider_id, subject, user_id)
      SELECT (SELECT id FROM identity_provider WHERE slug = 'dir'), m.subject, made.id
        FROM missing m JOIN made ON made.delivery_email = m.mail`,
    [people.map(([subject]) => subject), people.map(([, mail]) => mail)],
  );
  await database.query('ANALYZE');
}
