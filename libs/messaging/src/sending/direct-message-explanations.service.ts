import { Decision, GuestVisibility, Organization, Permissions, User } from '@app/identity';
import { Injectable } from '@nestjs/common';
import { ConversationRepository } from '../records/conversation.repository';
import { USER_RULES, UserAction } from './direct-message-rules';

/** Explains why a user may or may not do something with another user. */
@Injectable()
export class DirectMessageExplanations {
  constructor(
    private readonly permissions: Permissions,
    private readonly visibility: GuestVisibility,
    private readonly conversations: ConversationRepository,
  ) {}

  async explain(user: User, other: User, action: UserAction, organization: Organization): Promise<Decision> {
    const { id: userId, role, joinedAt, organizationId } = user;
    const known = await this.visibility.current({ organizationId, userId, role });
    const ids = [...new Set([userId, other.id])].sort((one, next) => one - next);
    const conversation = await this.conversations.find(organizationId, ids);
    const subject = { userId, role, joinedAt };
    const readingUser = {
      ...{ subject, graph: await this.permissions.current(organizationId), organization, called: user.deliveryEmail },
    };
    return USER_RULES[action].decide(readingUser, {
      isVisible: other.isBot || !known || known.has(other.id),
      isActive: other.isActive,
      isFree: user.isBot || other.isBot || other.id === userId,
      hasBegun: conversation !== null && (await this.conversations.hasMessages(conversation)),
      participants: [subject, { userId: other.id, role: other.role, joinedAt: other.joinedAt }],
    });
  }
}
