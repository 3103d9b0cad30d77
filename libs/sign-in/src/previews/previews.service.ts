import { ExternalProfileValues, isOwner, ROLE, type Role } from '@app/identity';
import { DomainError, type OrganizationId, type UserId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { type RefusalCode, refusalCodeOf } from '../accounts/account.errors';
import { AccountDecisions } from '../accounts/account-decisions.service';
import { ExternalNewcomers } from '../accounts/external-newcomers.service';
import { type ExternalPerson, highestRole } from '../accounts/external-person';
import { NamedPeople, type ShownPerson } from '../accounts/named-people.port';
import { GroupLinks } from '../group-links/group-links.service';
import { LinkNames } from '../group-links/link-names.service';
import type { IdentityProvider } from '../providers/identity-provider';
import { ProviderKinds, type ProviderTest } from '../providers/provider-kinds.service';
import { Providers } from '../providers/providers.service';

/** What a person of a provider would become here. */
export interface Preview {
  /** Why the person would not get in; `null`: they would. */
  readonly refusal: { readonly code: RefusalCode; readonly text: string } | null;
  /** The account that the person has or would be linked with. */
  readonly userId: UserId | null;
  readonly isNew: boolean;
  readonly fullName: string;
  readonly email: string | null;
  readonly role: Role;
  /** At the provider. `null`: it says nothing of groups. */
  readonly externalGroups: readonly string[] | null;
  readonly userGroups: readonly string[];
  readonly channels: readonly string[];
  readonly fields: ReadonlyMap<string, string | null>;
}

/** Tries providers out, for owners and operators. Writes nothing. */
@Injectable()
export class Previews {
  constructor(
    private readonly providers: Providers,
    private readonly kinds: ProviderKinds,
    private readonly people: NamedPeople,
    private readonly decisions: AccountDecisions,
    private readonly newcomers: ExternalNewcomers,
    private readonly links: GroupLinks,
    private readonly names: LinkNames,
    private readonly profileValues: ExternalProfileValues,
  ) {}

  /**
   * Asks the provider whether it works.
   * @throws ProviderIsUnknown
   */
  async test(organizationId: OrganizationId, id: number): Promise<ProviderTest> {
    const provider = await this.providers.get(organizationId, id);
    return this.kinds.get(provider.kind).test(provider);
  }

  /**
   * What the person would become by a login now.
   * @throws ProviderIsUnknown, PersonIsNotFound
   */
  async of(organizationId: OrganizationId, id: number, shown: ShownPerson): Promise<Preview> {
    const provider = await this.providers.get(organizationId, id);
    return this.previewOf(provider, await this.people.find(provider, shown));
  }

  private async previewOf(provider: IdentityProvider, person: ExternalPerson): Promise<Preview> {
    const { organizationId } = provider;
    const { groups: externalGroups, fullName, address: email } = person;
    const links = await this.links.heldBy(provider, externalGroups ?? []);
    const account = await this.accountOf(provider, person);
    const meant = highestRole([person.role, ...(await this.links.roles(provider))(externalGroups ?? [])]);
    const isFixed = account.role !== null && isOwner(account.role);
    return {
      ...account,
      fullName,
      email,
      externalGroups,
      role: (isFixed ? account.role : (meant ?? account.role)) ?? ROLE.member,
      ...(await this.names.given(organizationId, links)),
      fields: await this.profileValues.preview(organizationId, person.fields ?? new Map()),
    };
  }

  private async accountOf(provider: IdentityProvider, person: ExternalPerson) {
    const expected = await this.newcomers.expect(provider, person);
    try {
      const decision = await this.decisions.of(provider, person, expected);
      if (decision.how !== 'new')
        return { refusal: null, userId: decision.user.id, isNew: false, role: decision.user.role };
      return { refusal: null, userId: null, isNew: true, role: expected.invitation?.role ?? null };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return { refusal: { code: refusalCodeOf(error), text: error.message }, userId: null, isNew: false, role: null };
    }
  }
}
