import type { ResponseOf, Connection, ParametersOf } from '@parley/client';
import { Outcome, outcomeOf, Refusal, refusalOf } from '../refusal';

type Listed = ResponseOf<'GET realm/identity_providers'>;
export type IdentityProvider = Listed['identity_providers'][number];
export type ProviderKind = IdentityProvider['kind'];
export type NewProvider = ParametersOf<'POST realm/identity_providers'>;
export type ProviderChange = Omit<ParametersOf<'PATCH realm/identity_providers/{provider_id}'>, 'provider_id'>;
type ScimToken = ResponseOf<'GET realm/identity_providers/{provider_id}/scim_tokens'>['scim_tokens'][number];
type NewScimToken = ResponseOf<'POST realm/identity_providers/{provider_id}/scim_tokens'>;
export type ProviderTest = ResponseOf<'POST realm/identity_providers/{provider_id}/test'>;

/** Where people of the organization log in beside passwords; for owners. */
export class IdentityProviders {
  constructor(private readonly connection: Connection) {}

  async list(): Promise<readonly IdentityProvider[]> {
    return (await this.connection.request('GET realm/identity_providers', {})).identity_providers;
  }

  add(provider: NewProvider): Promise<Outcome<{ readonly id: number }>> {
    return outcomeOf(this.connection.request('POST realm/identity_providers', provider));
  }

  change(id: number, change: ProviderChange): Promise<Refusal | null> {
    return refusalOf(
      this.connection.request('PATCH realm/identity_providers/{provider_id}', { provider_id: id, ...change }),
    );
  }

  remove(id: number): Promise<Refusal | null> {
    return refusalOf(this.connection.request('DELETE realm/identity_providers/{provider_id}', { provider_id: id }));
  }

  /** @param person what the person types at a directory, or the claims of the person; `null`: no person is asked about */
  test(
    id: number,
    person: { login: string } | { claims: Record<string, unknown> } | null,
  ): Promise<Outcome<ProviderTest>> {
    const asked = { provider_id: id, ...person };
    return outcomeOf(this.connection.request('POST realm/identity_providers/{provider_id}/test', asked));
  }

  /** Those that are valid, without the tokens themselves. */
  async scimTokens(id: number): Promise<readonly ScimToken[]> {
    const path = 'GET realm/identity_providers/{provider_id}/scim_tokens';
    return (await this.connection.request(path, { provider_id: id })).scim_tokens;
  }

  /** Of two valid ones the older ends. */
  makeScimToken(id: number): Promise<Outcome<NewScimToken>> {
    return outcomeOf(
      this.connection.request('POST realm/identity_providers/{provider_id}/scim_tokens', { provider_id: id }),
    );
  }

  endScimToken(id: number, tokenId: number): Promise<Refusal | null> {
    return refusalOf(
      this.connection.request('DELETE realm/identity_providers/{provider_id}/scim_tokens/{token_id}', {
        provider_id: id,
        token_id: tokenId,
      }),
    );
  }
}
