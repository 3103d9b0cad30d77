import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { UserIsUnknown } from '../errors';
import { PresenceIsUnknown, PresenceOfBotsIsUnknown } from './presence.errors';
import type { Presence } from './presence';
import { PresenceList, PresenceRepository } from './presence.repository';
import { GuestVisibility } from '../guest-visibility/guest-visibility.service';
import { Organizations } from '../organizations/organizations.service';
import { Profiles } from '../profiles/profiles.service';

export interface PresenceQuestion {
  /** The `lastChange` of an earlier answer: return only newer changes. Absent: return all. */
  since?: number;
  /** Return only users who were active within so many days; ignored if `since` is given. Default 14. */
  historyDays?: number;
}

const PRESENCE_HISTORY_DAYS = 14;

/** The presence of users, as one viewer may see it. */
@Injectable()
export class PresenceReadings {
  constructor(
    private readonly rows: PresenceRepository,
    private readonly organizations: Organizations,
    private readonly guestVisibility: GuestVisibility,
    private readonly profiles: Profiles,
  ) {}

  /** Active users, without bots, whom the viewer may see. Empty if the organization has presence turned off. */
  async list(
    viewer: Actor,
    { since = -1, historyDays = PRESENCE_HISTORY_DAYS }: PresenceQuestion,
  ): Promise<PresenceList> {
    const list = await this.rows.since(viewer.organizationId, since, since > 0 ? null : historyDays);
    const { settings } = await this.organizations.cached(viewer);
    if (settings.presenceDisabled) return { ...list, presences: [] };
    const known = list.presences.length === 0 ? null : await this.guestVisibility.cached(viewer);
    return known ? { ...list, presences: list.presences.filter(({ userId }) => known.has(userId)) } : list;
  }

  /**
   * The presence of one account, found by id or by an address.
   * @throws UserIsUnknown also for a deactivated user, PresenceOfBotsIsUnknown, PresenceIsUnknown
   */
  async find(viewer: Actor, idOrEmail: string): Promise<Presence & { now: number }> {
    const user = await this.profiles.locate(viewer, idOrEmail);
    if (user.isBot) throw new PresenceOfBotsIsUnknown();
    if (!user.isActive) throw new UserIsUnknown();
    const { settings } = await this.organizations.cached(viewer);
    const presence = settings.presenceDisabled ? null : await this.rows.find(user.organizationId, user.id);
    if (!presence) throw new PresenceIsUnknown();
    return presence;
  }
}
