import type { ChannelId, UserId } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { OPEN_END } from '../records/channel.columns';

/** The ways of notification, each with its column of a subscription. */
const COLUMN_OF = { mail: 'email_notifications', push: 'push_notifications' } as const;
export type Way = keyof typeof COLUMN_OF;

/** A subscriber with the notification settings of the subscription; `null`: the user's own settings apply. */
export interface NotifiedSubscriber {
  readonly userId: UserId;
  readonly channelId: ChannelId;
  readonly isMuted: boolean;
  /** For each way of notification. */
  readonly mail: boolean | null;
  readonly push: boolean | null;
  readonly wildcardMentionsNotify: boolean | null;
}

const COLUMNS = `s.user_id AS "userId", s.channel_id AS "channelId", s.is_muted AS "isMuted",
  s.email_notifications AS mail, s.push_notifications AS push, s.wildcard_mentions_notify AS "wildcardMentionsNotify"`;
const IS_SUBSCRIBED = `EXISTS (SELECT FROM subscription_period p
  WHERE p.user_id = s.user_id AND p.channel_id = s.channel_id AND p.to_position = ${OPEN_END})`;

@Injectable()
export class NotifiedSubscriberRepository {
  constructor(private readonly database: Database) {}

  wantingAll(way: Way, channelIds: readonly ChannelId[], byDefault: readonly UserId[]): Promise<NotifiedSubscriber[]> {
    const column = `s.${COLUMN_OF[way]}`;
    return this.database.rows(
      `SELECT ${COLUMNS} FROM subscription s
       WHERE s.channel_id = ANY ($1::bigint[]) AND ${column} AND ${IS_SUBSCRIBED}
       UNION ALL
       SELECT ${COLUMNS} FROM subscription s
       WHERE s.user_id = ANY ($2::bigint[]) AND s.channel_id = ANY ($1::bigint[]) AND ${column} IS NULL
         AND ${IS_SUBSCRIBED}`,
      [channelIds, byDefault],
    );
  }

  /** `userIds` `null`: all users. */
  of(channelIds: readonly ChannelId[], userIds: readonly UserId[] | null): Promise<NotifiedSubscriber[]> {
    return this.database.rows(
      `SELECT ${COLUMNS} FROM subscription s
       WHERE s.channel_id = ANY ($1::bigint[]) AND ($2::bigint[] IS NULL OR s.user_id = ANY ($2::bigint[]))
         AND ${IS_SUBSCRIBED}`,
      [channelIds, userIds],
    );
  }
}
