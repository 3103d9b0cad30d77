import { ChannelAccess, ChannelExplanations, ChannelForActor } from '@app/channels';
import {
  actorOf,
  assertAdministrator,
  Decision,
  GROUP_ACTIONS,
  GroupExplanations,
  Organization,
  Organizations,
  User,
  Users,
} from '@app/identity';
import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { EDITING } from '../moving/move-rights.service';
import { PostingRights } from '../sending/posting-rights.service';
import { WildcardMentions } from '../sending/wildcard-mentions.service';
import { CHANNEL_QUESTIONS, ChannelQuestion, ORGANIZATION_QUESTIONS, ORGANIZATION_RULES } from './action';
import { ActionDoesNotFit } from './explanation.errors';
import { timeLimit } from './time-limits';

/** With neither id the question is about the organization. */
interface Question {
  readonly userId: number;
  readonly action: string;
  readonly channelId: number | null;
  readonly groupId: number | null;
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
  ) {}

  /** @throws MustBeAdministrator, UserIsUnknown, ActionDoesNotFit, ChannelNameIsUnknown, UserGroupNameIsUnknown */
  async explain(actor: Actor, { userId, action, channelId, groupId }: Question): Promise<Decision> {
    assertAdministrator(actor);
    const user = await this.users.get(actor.organizationId, userId);
    const decision = await this.decide(user, action, channelId, groupId);
    return user.isActive ? decision : { allowed: false, because: ['the account is deactivated'] };
  }

  private async decide(
    user: User,
    action: string,
    channelId: number | null,
    groupId: number | null,
  ): Promise<Decision> {
    if (channelId !== null && groupId !== null) throw new ActionDoesNotFit();
    if (channelId !== null) return this.inChannel(user, known(CHANNEL_QUESTIONS, action), String(channelId));
    if (groupId !== null)
      return (await this.groups.explain(user, known(GROUP_ACTIONS, action), String(groupId))).decision;
    const rule = ORGANIZATION_RULES[known(ORGANIZATION_QUESTIONS, action)];
    return rule.decide(await this.channels.accessOf(user), null);
  }

  private async inChannel(user: User, action: ChannelQuestion, named: string): Promise<Decision> {
    const { channel, access } = await this.channels.open(user, named);
    const organization = await this.organizations.current(user.organizationId);
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
  ): string[] {
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
