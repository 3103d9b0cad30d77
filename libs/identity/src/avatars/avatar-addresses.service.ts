import { idIn } from '@app/kernel';
import { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { avatarUrl, drawnPictureUrl, mediumAvatarUrl } from '../pictures/avatar';
import { UserIsUnknown } from '../errors';
import { ANYBODY } from '../records/user';
import { UserRepository } from '../records/user.repository';
import { Profiles } from '../profiles/profiles.service';
import { SpectatorAccess } from '../organizations/spectator-access.service';

/** Finds the picture for a path that names a user, if the caller may see that user. */
@Injectable()
export class AvatarAddresses {
  constructor(
    private readonly spectators: SpectatorAccess,
    private readonly profiles: Profiles,
    private readonly users: UserRepository,
  ) {}

  /**
   * The address of the picture. For an unknown id or address, and for a user whom the caller may not see, it is a
   * neutral picture, so that the answer does not reveal which case it is.
   * @param actor `null`: a spectator
   * @throws CredentialsAreMissing if spectators may not see the organization, OrganizationIsUnknown
   */
  async of(actor: Actor | null, host: string, idOrEmail: string, size: 'small' | 'medium'): Promise<string> {
    const url = actor ? await this.forActor(actor, idOrEmail) : await this.forSpectator(host, idOrEmail);
    return size === 'small' ? url : mediumAvatarUrl(url);
  }

  private async forActor(actor: Actor, idOrEmail: string): Promise<string> {
    try {
      return avatarUrl(await this.profiles.locate(actor, idOrEmail), actor, false)!;
    } catch (error) {
      if (!(error instanceof UserIsUnknown)) throw error;
      return nobody(actor.organizationId);
    }
  }

  /** Spectators find pictures by id only, never by e-mail address. */
  private async forSpectator(host: string, idOrEmail: string): Promise<string> {
    const organization = await this.spectators.organizationAt(host);
    const id = idIn(idOrEmail) ?? 0;
    const user = await this.users.find(organization.id, id);
    return user ? avatarUrl(user, ANYBODY, false)! : nobody(organization.id);
  }
}

const nobody = (organizationId: number): string => drawnPictureUrl(organizationId, '0');
