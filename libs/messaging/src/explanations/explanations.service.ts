import { ChannelAccess, ChannelExplanations, ChannelForActor, MAKES_WEB_PUBLIC } from '@app/channels';
import {
  actorOf,
  assertAdministrator,
  Decision,
  GROUP_ACTIONS,
  GroupExplanations,
  Organization,
  Organizations,
  Reason,
  REFUSED_TO_DEACTIVATED,
  User,
  Users,
} from '@app/identity';
import { Actor, Config } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { EDITING } from '../moving/move-rights.service';
import { PostingRights } from '../sending/posting-rights.service';
import { DirectMessageExplanations } from '../sending/direct-message-explanations.service';
import { WildcardMentions } from '../sending/wildcard-mentions.service';
import {
  CHANNEL_QUESTIONS,
  ChannelQuestion,
  HAS_WEB_PUBLIC,
  OF_WEB_PUBLIC,
  ORGANIZATION_QUESTIONS,
  ORGANIZATION_RULES,
  USER_QUESTIONS,
} from './action';
import { ActionDoesNotFit } from './explanation.errors';
import { timeLimit } from './time-limits';

/** What it is done with. Without an id the question is about the organization. */
interface Aim {
  readonly channelId: number | null;
  readonly groupId: number | null;
  readonly otherUserId: number | null;
}
interface Question extends Aim {
  readonly userId: number;
  readonly action: string;
}

/** Answers administrators why a user may or may not do something. The rules that decide are the ones that answer. */
@Injectable()
export class Explanations {
  constructor(
    private readonly users: Users,
    private readonly organizations: Organizations,
    private readonly channels: ChannelExplanations,
    private readonly groups: GroupExplanations,
    private readonly posting: PostingRights,
    private readonly wildcardMentions: WildcardMentions,
    private readonly directMessages: DirectMessageExplanations,
    private readonly config: Config,
  ) {}

  /** @throws MustBeAdministrator, UserIsUnknown, ActionDoesNotFit, ChannelNameIsUnknown, UserGroupNameIsUnknown */
  async explain(actor: Actor, { userId, action, ...aim }: Question): Promise<Decision> {
    assertAdministrator(actor);
    const user = await this.users.get(actor.organizationId, userId);
    const organization = await this.organizations.current(user.organizationId);
    const decision = await this.decide(user, organization, action, aim);
    if (!user.isActive) return REFUSED_TO_DEACTIVATED;
    if (!OF_WEB_PUBLIC.includes(action)) return decision;
    const isOn = this.config.webPublicChannels && organization.settings.enableSpectatorAccess;
    return both(HAS_WEB_PUBLIC.decide(isOn, null), decision);
  }

  private async decide(
    user: User,
    organization: Organization,
    action: string,
    { channelId, groupId, otherUserId }: Aim,
  ): Promise<Decision> {
    if ([channelId, groupId, otherUserId].filter((id) => id !== null).length > 1) throw new ActionDoesNotFit();
    if (channelId !== null)
      return this.inChannel(user, organization, known(CHANNEL_QUESTIONS, action), String(channelId));
    if (groupId !== null)
      return (await this.groups.explain(user, known(GROUP_ACTIONS, action), String(groupId))).decision;
    if (otherUserId !== null) {
      const other = await this.users.get(user.organizationId, otherUserId);
      return this.directMessages.explain(user, other, known(USER_QUESTIONS, action), organization);
    }
    const rule = ORGANIZATION_RULES[known(ORGANIZATION_QUESTIONS, action)];
    return rule.decide(await this.channels.accessOf(user), null);
  }

  private async inChannel(
    user: User,
    organization: Organization,
    action: ChannelQuestion,
    named: string,
  ): Promise<Decision> {
    const { channel, access } = await this.channels.open(user, named);
    const decision = await this.ofChannel(user, organization, action, channel, access);
    if (!decision.allowed) return decision;
    return {
      ...decision,
      because: [...decision.because, ...this.limitOf(user, organization, action, channel, access)],
    };
  }

  private async ofChannel(
    user: User,
    organization: Organization,
    action: ChannelQuestion,
    channel: ChannelForActor,
    access: ChannelAccess,
  ): Promise<Decision> {
    switch (action) {
      case 'post':
      case 'create-topics':
        return this.posts(user, organization, channel, access);
      case 'mention-all':
        return both(
          await this.posts(user, organization, channel, access),
          await this.wildcardMentions.explain(access, user.organizationId, channel.id),
        );
      case 'make-web-public':
        return MAKES_WEB_PUBLIC.decide(access, channel);
      case 'edit-own':
        return both(access.explain(action, channel), EDITING.decide(organization, null));
      default:
        return access.explain(action, channel);
    }
  }

  private async posts(
    user: User,
    organization: Organization,
    channel: ChannelForActor,
    access: ChannelAccess,
  ): Promise<Decision> {
    if (!user.isBot) return access.explain('post', channel);
    return this.posting.explainOfBot(actorOf(user, organization), access, channel);
  }

  /** Users who may delete messages of others may delete their own at any age. */
  private limitOf(
    user: User,
    organization: Organization,
    action: ChannelQuestion,
    channel: ChannelForActor,
    access: ChannelAccess,
  ): Reason[] {
    const isFree = action === 'delete-own' && access.deletesMessages('any', channel);
    return isFree ? [] : timeLimit(action, user, organization);
  }
}

/** @throws ActionDoesNotFit */
function known<Name extends string>(names: readonly Name[], action: string): Name {
  const name = names.find((one) => one === action);
  if (name === undefined) throw new ActionDoesNotFit();
  return name;
}

/** As `allOf` joins rules. */
function both(one: Decision, other: Decision): Decision {
  const refusals = [one, other].filter(({ allowed }) => !allowed);
  const told = refusals.length === 0 ? [one, other] : refusals;
  return { allowed: refusals.length === 0, because: told.flatMap(({ because }) => because) };
}
