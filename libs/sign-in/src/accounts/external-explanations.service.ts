import { Audit, User } from '@app/identity';
import { Injectable } from '@nestjs/common';
import { LoginDomains } from '../providers/login-domains.service';
import { Providers } from '../providers/providers.service';
import { ExternalIdentityRepository } from './external-identity.repository';

const MAX_ENTRIES = 1_000;

const RULES: Readonly<Record<string, string>> = {
  new: 'the account was made at the first login',
  address: 'the account had the same verified address',
};

/** Says why an account belongs to the people of a provider. */
@Injectable()
export class ExternalExplanations {
  constructor(
    private readonly rows: ExternalIdentityRepository,
    private readonly providers: Providers,
    private readonly domains: LoginDomains,
    private readonly audit: Audit,
  ) {}

  /** A sentence for each fact. */
  async of(user: User): Promise<string[]> {
    const { organizationId, id, deliveryEmail } = user;
    const linked = await this.rows.listOf(id);
    const providers = await this.providers.list(organizationId);
    const rules = await this.rulesOf(user);
    const lines = linked.flatMap(({ providerId, subject, addressSeen, linkedAt, lastLoginAt }) => {
      const { name, slug, kind, isEnabled } = providers.find((one) => one.id === providerId)!;
      const rule = rules.get(providerId);
      return [
        `${name} (${kind}, ${slug}${isEnabled ? '' : ', off'}) knows the account as ${JSON.stringify(subject)}.`,
        `  linked ${linkedAt.toISOString()}${rule ? `, because ${rule}` : ''}`,
        `  last login ${lastLoginAt?.toISOString() ?? 'never'}, with the address ${addressSeen ?? 'none'}`,
      ];
    });
    if (lines.length === 0) lines.push('No provider knows the account.');
    if (await this.domains.isElsewhere(organizationId, deliveryEmail))
      lines.push('The domain of the address must log in at its provider; owners may use a password, too.');
    return lines;
  }

  private async rulesOf({ organizationId, id }: User): Promise<Map<number, string>> {
    const anything = { actorId: null, since: null, until: null, before: null };
    const filter = { ...anything, action: 'linked', objectType: 'user', objectId: id };
    const entries = await this.audit.list(organizationId, filter, MAX_ENTRIES);
    const found = entries.toReversed().map(({ after }): [number, string] => {
      const { provider_id: providerId, rule } = (after ?? {}) as { provider_id?: number; rule?: string };
      return [providerId ?? 0, RULES[rule ?? ''] ?? ''];
    });
    return new Map(found);
  }
}
