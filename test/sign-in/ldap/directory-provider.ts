import type { ApiResponse } from '../../support/person';
import type { World } from '../../support/world';
import { GROUPS, PASSWORD, PEOPLE, READER, Slapd } from './slapd';

export const PROVIDERS = 'realm/identity_providers';

/** The options of a provider that asks the directory. */
export const optionsFor = (slapd: Slapd) => ({
  kind: 'ldap',
  slug: 'dir',
  name: 'Directory',
  url: slapd.url,
  bind_dn: READER,
  bind_password: PASSWORD,
  base: PEOPLE,
  group_base: GROUPS,
});

/** Adds the provider; its id. */
export const addDirectory = async (world: World, slapd: Slapd, options: object = {}): Promise<number> =>
  (await world.owner.ok('POST', PROVIDERS, { ...optionsFor(slapd), ...options })).id as number;

export const logIn = (world: World, username: string, password = `${username} password`): Promise<ApiResponse> =>
  world.request('POST', 'fetch_api_key', { username, password });

/** The status and the code of the answer. */
export const outcome = ({ status, body }: ApiResponse) => [status, body.code ?? 'ok'];

export const REFUSED = [401, 'AUTHENTICATION_FAILED'];

export const accountsOf = (world: World, address: string): Promise<{ id: number; full_name: string; role: number }[]> =>
  world.sql('SELECT id::int, full_name, role::int FROM user_account WHERE delivery_email = $1', [address]);
