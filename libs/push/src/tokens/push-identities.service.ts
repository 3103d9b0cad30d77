import { Organizations } from '@app/identity';
import { Secrets } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { TokenOwner } from './device-token.repository';

/** How the relay identifies a user with legacy tokens: by opaque ids. */
export interface PushIdentity {
  readonly realm_uuid: string;
  readonly user_uuid: string;
}

@Injectable()
export class PushIdentities {
  constructor(
    private readonly organizations: Organizations,
    private readonly secrets: Secrets,
  ) {}

  /** Permanent, and the same on every node. */
  async of({ organizationId, userId }: TokenOwner): Promise<PushIdentity> {
    const { uuid } = await this.organizations.current(organizationId);
    return { realm_uuid: uuid, user_uuid: shapedLikeUuid(this.secrets.token('user at the push relay', `${userId}`)) };
  }
}

const shapedLikeUuid = (digits: string): string =>
  digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
