import { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { isEmailAddress } from '../domain/email-address';
import { UserIsUnknown } from '../domain/errors';
import type { User } from '../domain/user';
import { NewestMessage } from './newest-message';
import { UserObject, userObject } from './user-object.client-events';
import { Users } from './users.service';

export interface ProfileOptions {
  clientGravatar: boolean;
  profileData: boolean;
}

/** Accounts as one actor may see them. */
@Injectable()
export class Profiles {
  constructor(
    private readonly users: Users,
    private readonly newest: NewestMessage,
  ) {}

  /** Ascending by id; `ids` null: everybody, else those of them that exist. */
  async list(actor: Actor, ids: readonly number[] | null, options: ProfileOptions): Promise<UserObject[]> {
    return (await this.users.list(actor.organizationId, ids)).map((user) => userObject(user, actor, options));
  }

  async own(actor: Actor): Promise<UserObject & { max_message_id: number }> {
    const user = await this.users.get(actor.organizationId, actor.userId);
    const object = userObject(user, actor, { clientGravatar: false, profileData: true });
    return { ...object, max_message_id: (await this.newest.of(actor)) ?? -1 };
  }

  /**
   * By id or by an address.
   * @throws UserIsUnknown whatever the reason
   */
  async find(actor: Actor, idOrEmail: string, options: ProfileOptions): Promise<UserObject> {
    return userObject(await this.locate(actor, idOrEmail), actor, options);
  }

  private locate(actor: Actor, idOrEmail: string): Promise<User> {
    if (!/^\d+$/.test(idOrEmail)) {
      if (!isEmailAddress(idOrEmail)) throw new UserIsUnknown();
      return this.users.byEmail(actor.organizationId, idOrEmail, actor);
    }
    const id = Number(idOrEmail);
    if (!Number.isSafeInteger(id)) throw new UserIsUnknown();
    return this.users.get(actor.organizationId, id);
  }
}
