import { Actor, Config } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { Organizations } from '../organizations/organizations.service';
import { ownAvatarSource } from '../pictures/avatar';
import { isAdministrator } from '../roles/role';
import { Users } from '../users/users.service';
import { AvatarChanges } from './avatar-changes.service';
import { AvatarChangesAreDisabled } from './avatar.errors';

/** The own pictures of users (docs/protocol/users.md). */
@Injectable()
export class Avatars {
  constructor(
    private readonly users: Users,
    private readonly organizations: Organizations,
    private readonly changes: AvatarChanges,
    private readonly config: Config,
  ) {}

  /**
   * Sets the user's own picture, cut to a square. Returns its address.
   * @throws AvatarChangesAreDisabled, PictureIsUnreadable
   */
  async change(actor: Actor, picture: Buffer): Promise<string> {
    await this.assertMayChange(actor);
    return this.changes.put(actor, picture, () => this.assertMayChange(actor));
  }

  /**
   * Restores the picture that the user had before any upload, and returns its address. Does nothing if there is no
   * upload.
   * @throws AvatarChangesAreDisabled
   */
  async remove(actor: Actor): Promise<string> {
    return this.changes.clear(actor, ownAvatarSource(this.config), () => this.assertMayChange(actor));
  }

  /** Reads the current state under the lock. */
  private async assertMayChange({ organizationId, userId }: Actor): Promise<void> {
    const { settings } = await this.organizations.current(organizationId);
    if (!settings.avatarChangesDisabled) return;
    const { role } = await this.users.get(organizationId, userId);
    if (!isAdministrator(role)) throw new AvatarChangesAreDisabled();
  }
}
