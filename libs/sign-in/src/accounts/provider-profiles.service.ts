import { type ManagedParts, ManagedProfiles } from '@app/identity';
import type { OrganizationId, UserId } from '@app/kernel';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Providers } from '../providers/providers.service';
import { attributeMapIn } from './attribute-map';
import { ExternalIdentityRepository } from './external-identity.repository';

const NOTHING: ManagedParts = { name: null, fields: new Map() };

/**
 * Says what providers decide of a profile: directories the name, because the synchronisation keeps it, and every provider
 * the custom fields that it has a map for.
 */
@Injectable()
export class ProviderProfiles implements OnModuleInit {
  constructor(
    private readonly managed: ManagedProfiles,
    private readonly rows: ExternalIdentityRepository,
    private readonly providers: Providers,
  ) {}

  onModuleInit(): void {
    this.managed.implementedBy((organizationId, userId) => this.partsOf(organizationId, userId));
  }

  private async partsOf(organizationId: OrganizationId, userId: UserId): Promise<ManagedParts> {
    const linked = new Set((await this.rows.listOf(userId)).map(({ providerId }) => providerId));
    if (linked.size === 0) return NOTHING;
    const all = await this.providers.list(organizationId);
    const deciding = all.filter(({ id, isEnabled }) => isEnabled && linked.has(id));
    const fields = deciding.flatMap(({ name, settings: { attribute_map: map } }) =>
      typeof map === 'string' ? fieldsOf(map).map((field): [string, string] => [field.toLowerCase(), name]) : [],
    );
    return { name: deciding.find(({ kind }) => kind === 'ldap')?.name ?? null, fields: new Map(fields) };
  }
}

const fieldsOf = (map: string): string[] => [...(attributeMapIn(map, () => true)?.fields.keys() ?? [])];
