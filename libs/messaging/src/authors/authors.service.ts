import {
  actorOf,
  Organization,
  Organizations,
  PersonalSettings,
  PersonalSettingsReadings,
  User,
  Users,
  WritingSettings,
} from '@app/identity';
import type { OrganizationId, UserId } from '@app/kernel';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';

/** A user for whom the server acts later, with the current role. */
export interface Author {
  readonly actor: Actor;
  readonly user: User;
  readonly organization: Organization;
}

interface Owned {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
}

/** Users who requested an action for later. It runs with their current permissions. */
@Injectable()
export class Authors {
  constructor(
    private readonly organizations: Organizations,
    private readonly users: Users,
    private readonly settings: PersonalSettingsReadings,
  ) {}

  /** The authors of all the objects; three statements for each organization. */
  async of(things: readonly Owned[]): Promise<Map<UserId, Author>> {
    const authors = new Map<UserId, Author>();
    for (const organizationId of new Set(things.map((thing) => thing.organizationId))) {
      const own = things.filter((thing) => thing.organizationId === organizationId);
      const ids = [...new Set(own.map(({ userId }) => userId))];
      const [organization, users, settings] = await Promise.all([
        this.organizations.current(organizationId),
        this.users.byIds(organizationId, ids),
        this.settings.ofMany(organizationId, ids),
      ]);
      for (const [id, user] of users) {
        authors.set(id, {
          user,
          organization,
          actor: actorOf(user, organization, writingSettingsIn(settings.get(id)!)),
        });
      }
    }
    return authors;
  }
}

const writingSettingsIn = (settings: PersonalSettings): WritingSettings => ({
  translatesEmoticons: settings.translate_emoticons,
  followsTopics: settings.automatically_follow_topics_policy,
  unmutesTopics: settings.automatically_unmute_topics_in_muted_streams_policy,
});
