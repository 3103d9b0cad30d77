import { Actor, CurrentActor, Operation, Parameters, pathId } from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import { Invitations } from './invitations.service';
import type { WantedTerms } from './invitation-rights.service';
import type { AcceptedInvitation } from './accepted-invitation';
import { AcceptedInvitations } from './accepted-invitations.service';
import { addressesIn } from './invitation';
import { InvitationIsUnknown } from '../confirmations/link.errors';
import {
  AcceptedInviteObject,
  InviteObject,
  InviteRequest,
  InvitesOverviewResponse,
  InvitesResponse,
  InviteWithChoices,
  MultiuseInviteRequest,
  MultiuseInviteResponse,
} from './invitations.dto';

const SECTION = 'docs/protocol/organizations.md';
const tag = 'invitations';

@Controller('api/v1')
export class InvitationsController {
  constructor(
    private readonly invitations: Invitations,
    private readonly acceptedInvitations: AcceptedInvitations,
  ) {}

  @Operation('GET', 'invites', {
    summary: 'Get the invitations that can still be accepted',
    section: SECTION,
    tag,
    response: InvitesResponse,
  })
  async list(@CurrentActor() actor: Actor): Promise<InvitesResponse> {
    return { invites: (await this.invitations.list(actor)).map(inviteObject) };
  }

  @Operation('GET', 'invites/overview', {
    summary: 'Get the invitations with their channels and groups, and who joined by one',
    section: SECTION,
    tag,
    response: InvitesOverviewResponse,
  })
  async overview(@CurrentActor() actor: Actor): Promise<InvitesOverviewResponse> {
    const all = await this.invitations.list(actor);
    const accepted = await this.acceptedInvitations.list(actor);
    return {
      invites: all.map(inviteWithChoices),
      accepted: accepted.map(acceptedObject),
      mails_are_sent: this.invitations.areMailed,
    };
  }

  @Operation('POST', 'invites', {
    summary: 'Invite people by mail',
    section: SECTION,
    tag,
    request: InviteRequest,
    errors: ['INVITATION_FAILED', 'UNAUTHORIZED_PRINCIPAL'],
  })
  async send(@CurrentActor() actor: Actor, @Parameters() request: InviteRequest): Promise<object> {
    const notifiesInviter = request.notify_referrer_on_join;
    await this.invitations.send(actor, addressesIn(request.invitee_emails), { ...termsIn(request), notifiesInviter });
    return {};
  }

  @Operation('POST', 'invites/multiuse', {
    summary: 'Make a link by which anybody can join',
    section: SECTION,
    tag,
    request: MultiuseInviteRequest,
    response: MultiuseInviteResponse,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async makeLink(
    @CurrentActor() actor: Actor,
    @Parameters() request: MultiuseInviteRequest,
  ): Promise<MultiuseInviteResponse> {
    return { invite_link: await this.invitations.makeLink(actor, { ...termsIn(request), notifiesInviter: false }) };
  }

  @Operation('POST', 'invites/:invite_id/resend', {
    summary: 'Send an invitation again',
    section: SECTION,
    tag,
    errors: ['UNAUTHORIZED_PRINCIPAL', 'INVITATION_FAILED'],
  })
  async resend(@CurrentActor() actor: Actor, @Param('invite_id') id: string): Promise<object> {
    await this.invitations.resend(actor, idIn(id));
    return {};
  }

  @Operation('DELETE', 'invites/:invite_id', {
    summary: 'Revoke an invitation',
    section: SECTION,
    tag,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async revoke(@CurrentActor() actor: Actor, @Param('invite_id') id: string): Promise<object> {
    await this.invitations.revoke(actor, idIn(id), false);
    return {};
  }

  @Operation('DELETE', 'invites/multiuse/:invite_id', {
    summary: 'Revoke a link by which anybody can join',
    section: SECTION,
    tag,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async revokeLink(@CurrentActor() actor: Actor, @Param('invite_id') id: string): Promise<object> {
    await this.invitations.revoke(actor, idIn(id), true);
    return {};
  }
}

const idIn = (text: string): number => pathId(text, () => new InvitationIsUnknown());

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

function termsIn(request: InviteRequest | MultiuseInviteRequest): Omit<WantedTerms, 'notifiesInviter'> {
  return {
    role: request.invite_as,
    channelIds: request.stream_ids,
    groupIds: request.group_ids,
    includesDefaults: request.include_realm_default_subscriptions,
    welcomeText: request.welcome_message_custom_text ?? null,
    minutes: request.invite_expires_in_minutes,
  };
}

type Listed = Awaited<ReturnType<Invitations['list']>>[number];

const inviteObject = (one: Listed): InviteObject => ({
  id: one.id,
  invited_by_user_id: one.inviterId,
  invited: seconds(one.createdAt),
  expiry_date: one.expiresAt === null ? null : seconds(one.expiresAt),
  invited_as: one.role,
  ...(one.email === null ? {} : { email: one.email }),
  notify_referrer_on_join: one.notifiesInviter,
  ...(one.url === null ? {} : { link_url: one.url }),
  is_multiuse: one.email === null,
});

const inviteWithChoices = (one: Listed): InviteWithChoices => ({
  ...inviteObject(one),
  stream_ids: [...one.channelIds],
  group_ids: [...one.groupIds],
  include_realm_default_subscriptions: one.includesDefaults,
});

const acceptedObject = (one: AcceptedInvitation): AcceptedInviteObject => ({
  invite_id: one.id,
  user_id: one.userId,
  accepted: seconds(one.acceptedAt),
  invited_as: one.role,
  invited_by_user_id: one.inviterId,
  is_multiuse: one.isLink,
});
