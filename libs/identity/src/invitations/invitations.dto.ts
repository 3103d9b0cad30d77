import { Flag, Integers, Json, Text } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';
import { DEFAULT_MINUTES } from './invitation';
import { ROLE, Role } from '../roles/role';

const ROLES: readonly unknown[] = Object.values(ROLE);

/** An integer or `null`; `null` differs from an absent value. */
const Minutes = (): PropertyDecorator =>
  Json({
    doc: 'Minutes until it expires; null: never.',
    required: false,
    nullable: true,
    schema: { type: 'integer', minimum: 1 },
    check: (value) => (Number.isSafeInteger(value) ? null : '$V is not an integer'),
  });

const InvitedAs = (): PropertyDecorator =>
  Json({
    doc: 'The role of the users who accept it: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.',
    required: false,
    schema: { type: 'integer', enum: [...ROLES] },
    check: (value) => {
      if (!Number.isSafeInteger(value)) return '$V is not an integer';
      return ROLES.includes(value) ? null : 'Invalid $V: Value error, Not in the list of possible values';
    },
  });

class TermsRequest {
  @Minutes()
  invite_expires_in_minutes: number | null = DEFAULT_MINUTES;

  @InvitedAs()
  invite_as: Role = ROLE.member;

  @Integers({ doc: 'Ids of user groups to be put into.', required: false })
  group_ids: number[] = [];

  @Flag({ doc: 'The default channels of the organization, too.', required: false })
  include_realm_default_subscriptions = false;

  @Text({
    doc: 'What the notification bot says to the newcomer instead of the text of the organization; empty: nothing.',
    maxLength: 8_000,
    required: false,
  })
  welcome_message_custom_text?: string;
}

export class InviteRequest extends TermsRequest {
  @Text({ doc: 'E-mail addresses, separated by commas or line ends.', maxLength: 50_000 })
  invitee_emails: string;

  @Integers({ doc: 'Ids of channels to be subscribed to; may be empty.' })
  stream_ids: number[];

  @Flag({ doc: 'Whether the inviter is told of an acceptance.', required: false })
  notify_referrer_on_join = true;
}

export class MultiuseInviteRequest extends TermsRequest {
  @Integers({ doc: 'Ids of channels to be subscribed to.', required: false })
  stream_ids: number[] = [];
}

export class MultiuseInviteResponse {
  @ApiProperty({ description: 'The address of the sign-up page.' })
  invite_link: string;
}

export class InviteObject {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty({ type: 'integer' })
  invited_by_user_id: number;

  @ApiProperty({ type: 'integer', description: 'UNIX seconds.' })
  invited: number;

  @ApiProperty({ type: 'integer', nullable: true, description: 'UNIX seconds; null: never.' })
  expiry_date: number | null;

  @ApiProperty({ type: 'integer', description: 'The role of the users who accept it.' })
  invited_as: number;

  @ApiProperty({ required: false, description: 'Whom it was sent to; absent for a link.' })
  email?: string;

  @ApiProperty()
  notify_referrer_on_join: boolean;

  @ApiProperty({ required: false, description: 'Of a link for many.' })
  link_url?: string;

  @ApiProperty()
  is_multiuse: boolean;
}

export class InviteWithChoices extends InviteObject {
  @ApiProperty({ type: [Number], description: 'Ids of the chosen channels.' })
  stream_ids: number[];

  @ApiProperty({ type: [Number], description: 'Ids of the chosen groups.' })
  group_ids: number[];

  @ApiProperty({ description: 'Whether the default channels of the organization are included.' })
  include_realm_default_subscriptions: boolean;
}

export class AcceptedInviteObject {
  @ApiProperty({
    type: 'integer',
    description: 'A link for many keeps its id; a mail has left the list of invitations.',
  })
  invite_id: number;

  @ApiProperty({ type: 'integer', description: 'The new user.' })
  user_id: number;

  @ApiProperty({ type: 'integer', description: 'UNIX seconds.' })
  accepted: number;

  @ApiProperty({ type: 'integer', description: 'The role that the user began with.' })
  invited_as: number;

  @ApiProperty({ type: 'integer' })
  invited_by_user_id: number;

  @ApiProperty()
  is_multiuse: boolean;
}

export class InvitesResponse {
  @ApiProperty({ type: [InviteObject], description: 'Newest first.' })
  invites: InviteObject[];
}

export class InvitesOverviewResponse {
  @ApiProperty({ type: [InviteWithChoices], description: 'Newest first.' })
  invites: InviteWithChoices[];

  @ApiProperty({ type: [AcceptedInviteObject], description: 'Who joined by an invitation lately, newest first.' })
  accepted: AcceptedInviteObject[];

  @ApiProperty({ description: 'Whether mails are sent. Without a mail server they are kept for the operator.' })
  mails_are_sent: boolean;
}
