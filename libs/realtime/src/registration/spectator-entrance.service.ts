import type { OrganizationId } from '@app/kernel';
import { CredentialsAreMissing } from '@app/platform';
import { Injectable } from '@nestjs/common';

type Answer = (host: string) => Promise<OrganizationId>;

/** Which organizations admit spectators. The identity context registers its implementation in `onModuleInit`. */
@Injectable()
export class SpectatorEntrance {
  private answer: Answer | null = null;

  /** `answer` throws for an organization that does not admit spectators. */
  answeredBy(answer: Answer): void {
    this.answer = answer;
  }

  /** @throws CredentialsAreMissing where the organization at that host is not open to them */
  async organizationAt(host: string): Promise<OrganizationId> {
    if (!this.answer) throw new CredentialsAreMissing();
    return this.answer(host);
  }
}
