import type { OrganizationId } from '@app/kernel';
import { Config, lock, Transactions, withOrigin } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { hostOfUrl, Organization } from '../records/organization';
import type { User } from '../records/user';
import { UserRepository } from '../records/user.repository';
import { ApiKeys, OPERATOR_CLIENTS } from '../credentials/api-keys.service';
import { OrganizationCreation } from '../organization-administration/organization-creation.service';
import { Organizations } from '../organizations/organizations.service';
import { Passwords } from '../passwords/passwords.service';

/** The created organization, or the one that existed before. */
export interface FirstStartResult {
  /** `false`: an organization existed already; nothing was changed. */
  created: boolean;
  organizationId: OrganizationId;
  organizationName: string;
  /** The real address of the new owner, or of the first account that is still an owner. Empty: there is none. */
  ownerEmail: string;
  /** Shown once, here only. `null`: the operator chose the password, or nothing was created. */
  generatedPassword: string | null;
  /** For the zuliprc; null: nothing was created. */
  apiKey: string | null;
}

/** Creates the first organization in an empty database. Several nodes may try at the same time. */
@Injectable()
export class FirstStart {
  constructor(
    private readonly organizations: Organizations,
    private readonly creation: OrganizationCreation,
    private readonly users: UserRepository,
    private readonly keys: ApiKeys,
    private readonly passwords: Passwords,
    private readonly transactions: Transactions,
    private readonly config: Config,
  ) {}

  run(): Promise<FirstStartResult> {
    return withOrigin({ client: OPERATOR_CLIENTS.firstStart }, () => this.ensureOrganization());
  }

  private async ensureOrganization(): Promise<FirstStartResult> {
    const existing = await this.existing();
    if (existing) return existing;
    const { name, ownerName, ownerEmail, ownerPassword } = this.config.firstOrganization;
    const generatedPassword = ownerPassword === null ? this.passwords.generate() : null;
    const passwordHash = await this.passwords.hash(ownerPassword ?? generatedPassword!);
    return this.transactions.run([lock.cluster()], async () => {
      const madeMeanwhile = await this.existing();
      if (madeMeanwhile) return madeMeanwhile;
      const { organization, owner } = await this.creation.create({
        name,
        host: hostOfUrl(this.config.baseUrl),
        owner: { email: ownerEmail, fullName: ownerName, passwordHash },
      });
      const apiKey = await this.keys.issue(owner, OPERATOR_CLIENTS.firstStart);
      return { ...described(organization, owner), created: true, generatedPassword, apiKey };
    });
  }

  private async existing(): Promise<FirstStartResult | null> {
    const [organization] = await this.organizations.list();
    if (!organization) return null;
    const owner = await this.users.firstOwner(organization.id);
    return { ...described(organization, owner), created: false, generatedPassword: null, apiKey: null };
  }
}

const described = (organization: Organization, owner: User | null) => ({
  organizationId: organization.id,
  organizationName: organization.name,
  ownerEmail: owner?.deliveryEmail ?? '',
});
