import type { OrganizationId } from '@app/kernel';
import { Secrets } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { timingSafeEqual } from 'node:crypto';

const DIGEST_CHARACTERS = 40;
const DIGEST = new RegExp(`^[0-9a-f]{${DIGEST_CHARACTERS}}$`);
const HEX = /^(?:[0-9a-f]{2})+$/;

/**
 * The addresses at which this server shows pictures and sounds of other sites. Only the server makes them, so it fetches
 * nothing but what a message of the organization shows.
 */
@Injectable()
export class ExternalPictureAddresses {
  constructor(private readonly secrets: Secrets) {}

  /** Relative to the organization's own address. The same on every node. */
  addressOf(organizationId: OrganizationId, url: string): string {
    const hex = Buffer.from(url).toString('hex');
    return `/external_content/${this.digestOf(organizationId, hex)}/${hex}`;
  }

  /** The address at the other site; `null`: this server has not made the given one for the organization. */
  urlOf(organizationId: OrganizationId, digest: string, hex: string): string | null {
    if (!DIGEST.test(digest) || !HEX.test(hex)) return null;
    const isOurs = timingSafeEqual(Buffer.from(digest), Buffer.from(this.digestOf(organizationId, hex)));
    return isOurs ? Buffer.from(hex, 'hex').toString() : null;
  }

  private digestOf(organizationId: OrganizationId, hex: string): string {
    return this.secrets.token('external pictures', `${organizationId}:${hex}`, DIGEST_CHARACTERS);
  }
}
