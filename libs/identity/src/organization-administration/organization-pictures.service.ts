import { Actor, Config, lock, Pictures, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { OrganizationPicture, OrganizationPictures as Keys } from '../records/organization';
import { OrganizationRepository } from '../records/organization.repository';
import { assertAdministrator } from '../permissions/access';
import { Users } from '../users/users.service';
import { Audit } from '../audit/audit.service';
import { OrganizationClientEvents } from './organization.client-events';
import { pictureUrl } from './organization-facts.client-events';
import { Organizations } from '../organizations/organizations.service';
import { PictureFiles } from '../pictures/picture-files.service';

const ICON_PIXELS = 100;
const LOGO_BOX = { width: 800, height: 100 };

/** The pictures of an organization: a square icon, and logos for light and dark themes. */
@Injectable()
export class OrganizationPictures {
  constructor(
    private readonly rows: OrganizationRepository,
    private readonly users: Users,
    private readonly organizations: Organizations,
    private readonly pictures: Pictures,
    private readonly files: PictureFiles,
    private readonly clients: OrganizationClientEvents,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
    private readonly config: Config,
  ) {}

  /** The address of a picture. */
  async addressOf({ organizationId }: Actor, picture: OrganizationPicture): Promise<string> {
    return pictureUrl(await this.organizations.current(organizationId), picture, this.config);
  }

  /** Returns the new address. */
  async change(actor: Actor, picture: OrganizationPicture, bytes: Buffer): Promise<string> {
    assertAdministrator(actor);
    const made =
      picture === 'icon'
        ? await this.pictures.square(bytes, ICON_PIXELS)
        : await this.pictures.fit(bytes, LOGO_BOX, 'png');
    const key = await this.files.write('organization', actor.organizationId, { '.png': made });
    return this.store(actor, picture, key);
  }

  /** Restores the default picture and returns its address. */
  remove(actor: Actor, picture: OrganizationPicture): Promise<string> {
    return this.store(actor, picture, null);
  }

  private store({ organizationId, userId }: Actor, picture: OrganizationPicture, key: string | null): Promise<string> {
    return this.transactions.run([lock.organization(organizationId)], async () => {
      // Reads role and account again, because they may have changed while the request waited for the lock.
      assertAdministrator(await this.users.acting({ organizationId, userId }));
      const before = await this.organizations.current(organizationId);
      const { [picture]: old, ...others } = before.pictures;
      if (key === null && old === undefined) return pictureUrl(before, picture, this.config);
      const pictures: Keys = key === null ? others : { ...others, [picture]: key };
      await this.rows.updatePictures(organizationId, pictures);
      if (key !== null) await this.files.use(key);
      if (old !== undefined) await this.files.retire('organization', organizationId, old);
      const after = { ...before, pictures };
      this.clients.tellPicture(after, picture);
      const facts = ({ pictures: keys }: { pictures: Keys }) => ({ [`has_${picture}`]: keys[picture] !== undefined });
      const object = { type: 'organization' as const, id: organizationId };
      this.audit.record({
        organizationId,
        action: `${picture}_changed`,
        object,
        before: facts(before),
        after: facts(after),
      });
      return pictureUrl(after, picture, this.config);
    });
  }
}
