import type { OrganizationId } from '@app/kernel';
import { Audit } from '@app/identity';
import { lock, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { createHash, randomBytes } from 'node:crypto';
import type { IdentityProvider } from '../providers/identity-provider';
import { Providers } from '../providers/providers.service';
import { ScimClient, ScimClientRepository } from './scim-client.repository';

/** A new token is tried before the old one is revoked. */
const MAX_TOKENS = 2;
const PREFIX = 'parley_scim_';

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The tokens with which providers write users and groups. Who may make them is decided before. */
@Injectable()
export class ScimTokens {
  constructor(
    private readonly rows: ScimClientRepository,
    private readonly providers: Providers,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Makes a token, which is never shown again. Two are valid at once: a third one ends the oldest.
   * @throws ProviderIsUnknown
   */
  async create(organizationId: OrganizationId, slug: string): Promise<{ token: string; ended: number[] }> {
    const { id: providerId } = await this.providers.bySlug(organizationId, slug);
    const token = PREFIX + randomBytes(32).toString('base64url');
    return this.transactions.run([lock.organization(organizationId)], async () => {
      const present = await this.rows.list(providerId);
      const ended = present.slice(0, Math.max(0, present.length + 1 - MAX_TOKENS)).map(({ id }) => id);
      for (const id of ended) await this.end(organizationId, providerId, id);
      const id = await this.rows.insert(organizationId, providerId, hashOf(token));
      const object = { type: 'scim_client' as const, id };
      this.audit.record({ organizationId, action: 'created', object, after: { provider_id: providerId } });
      return { token, ended };
    });
  }

  /** Oldest first, without the tokens themselves. @throws ProviderIsUnknown */
  async list(organizationId: OrganizationId, slug: string): Promise<ScimClient[]> {
    return this.rows.list((await this.providers.bySlug(organizationId, slug)).id);
  }

  /** Whether there was such a token. @throws ProviderIsUnknown */
  async revoke(organizationId: OrganizationId, slug: string, id: number): Promise<boolean> {
    const { id: providerId } = await this.providers.bySlug(organizationId, slug);
    return this.transactions.run([lock.organization(organizationId)], () => this.end(organizationId, providerId, id));
  }

  /** The provider of a token; `null`: the token is unknown, ended, of another organization, or its provider is off. */
  async providerOf(organizationId: OrganizationId, token: string): Promise<IdentityProvider | null> {
    const client = token.startsWith(PREFIX) ? await this.rows.findInUse(hashOf(token)) : null;
    if (client?.organizationId !== organizationId) return null;
    const isNoted = client.lastUsedAt !== null && Date.now() - client.lastUsedAt.getTime() < 60_000;
    if (!isNoted) await this.rows.noteUse(client.id);
    return this.providers.get(organizationId, client.providerId);
  }

  private async end(organizationId: OrganizationId, providerId: number, id: number): Promise<boolean> {
    if (!(await this.rows.remove(providerId, id))) return false;
    const object = { type: 'scim_client' as const, id };
    this.audit.record({ organizationId, action: 'deleted', object, before: { provider_id: providerId } });
    return true;
  }
}
