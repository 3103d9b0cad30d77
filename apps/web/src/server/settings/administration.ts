import type { ResponseOf, Connection, ParametersOf } from '@parley/client';
import { refusalWords } from '../../i18n/refusals';
import { Outcome, outcomeOf, Refusal, refusalOf } from '../refusal';

export type Explanation = ResponseOf<'GET explanations'>;
export type Action = ParametersOf<'GET explanations'>['action'];
export type Linkifier = ResponseOf<'GET realm/linkifiers'>['linkifiers'][number];
export type EmailDomain = ResponseOf<'GET realm/domains'>['domains'][number];
export type Invitations = ResponseOf<'GET invites/overview'>;
export type Invitation = Invitations['invites'][number];

/** An address that was not invited, and why. */
export interface Uninvited {
  readonly email: string;
  readonly reason: string;
}

interface Invited {
  readonly refusal: Refusal | null;
  /** The other addresses were invited. */
  readonly isSent: boolean;
  readonly uninvited: readonly Uninvited[];
}

interface InviteFailure {
  readonly errors?: readonly (readonly [email: string, reason: string, isDeactivated: boolean])[];
  readonly sent_invitations?: boolean;
}

type WithoutId<Name extends 'PATCH user_groups/{user_group_id}' | 'POST user_groups/{user_group_id}/members'> = Omit<
  ParametersOf<Name>,
  'user_group_id'
>;

/** What is done to others, and to what the organization has: users, groups, emoji, linkifiers, invitations. */
export class Administration {
  constructor(private readonly connection: Connection) {}

  /** Why a user may or may not do something. */
  explain(question: ParametersOf<'GET explanations'>): Promise<Outcome<Explanation>> {
    return outcomeOf(this.connection.request('GET explanations', question));
  }

  changeUser(
    userId: number,
    news: ParametersOf<'PATCH users/{user}'> extends infer P ? Omit<P, 'user'> : never,
  ): Promise<Refusal | null> {
    return refusalOf(this.connection.request('PATCH users/{user}', { user: userId, ...news }));
  }

  deactivateUser(userId: number): Promise<Refusal | null> {
    return refusalOf(this.connection.request('DELETE users/{user_id}', { user_id: userId }));
  }

  reactivateUser(userId: number): Promise<Refusal | null> {
    return refusalOf(this.connection.request('POST users/{user_id}/reactivate', { user_id: userId }));
  }

  /** One after the other, until one is refused. */
  async forEach(ids: readonly number[], work: (id: number) => Promise<Refusal | null>): Promise<Refusal | null> {
    for (const id of ids) {
      const refusal = await work(id);
      if (refusal) return refusal;
    }
    return null;
  }

  createGroup(group: ParametersOf<'POST user_groups/create'>): Promise<Refusal | null> {
    return refusalOf(this.connection.request('POST user_groups/create', group));
  }

  changeGroup(groupId: number, news: WithoutId<'PATCH user_groups/{user_group_id}'>): Promise<Refusal | null> {
    return refusalOf(this.connection.request('PATCH user_groups/{user_group_id}', { user_group_id: groupId, ...news }));
  }

  changeMembers(groupId: number, news: WithoutId<'POST user_groups/{user_group_id}/members'>): Promise<Refusal | null> {
    return refusalOf(
      this.connection.request('POST user_groups/{user_group_id}/members', { user_group_id: groupId, ...news }),
    );
  }

  deactivateGroup(groupId: number): Promise<Refusal | null> {
    return refusalOf(
      this.connection.request('POST user_groups/{user_group_id}/deactivate', { user_group_id: groupId }),
    );
  }

  addEmoji(name: string, file: Blob): Promise<Refusal | null> {
    return refusalOf(this.connection.request('POST realm/emoji/{emoji_name}', { emoji_name: name, file }));
  }

  removeEmoji(name: string): Promise<Refusal | null> {
    return refusalOf(this.connection.request('DELETE realm/emoji/{emoji_name}', { emoji_name: name }));
  }

  addLinkifier(linkifier: ParametersOf<'POST realm/filters'>): Promise<Refusal | null> {
    return refusalOf(this.connection.request('POST realm/filters', linkifier));
  }

  removeLinkifier(id: number): Promise<Refusal | null> {
    return refusalOf(this.connection.request('DELETE realm/filters/{filter_id}', { filter_id: id }));
  }

  changeLinkifier(id: number, linkifier: ParametersOf<'POST realm/filters'>): Promise<Refusal | null> {
    return refusalOf(this.connection.request('PATCH realm/filters/{filter_id}', { filter_id: id, ...linkifier }));
  }

  orderLinkifiers(order: readonly number[]): Promise<Refusal | null> {
    return refusalOf(this.connection.request('PATCH realm/linkifiers', { ordered_linkifier_ids: [...order] }));
  }

  /** Of addresses that may join where that is restricted; for administrators. */
  async emailDomains(): Promise<readonly EmailDomain[]> {
    return (await this.connection.request('GET realm/domains', {})).domains;
  }

  addEmailDomain(domain: ParametersOf<'POST realm/domains'>): Promise<Refusal | null> {
    return refusalOf(this.connection.request('POST realm/domains', domain));
  }

  changeEmailDomain({ domain, allow_subdomains }: EmailDomain): Promise<Refusal | null> {
    return refusalOf(this.connection.request('PATCH realm/domains/{domain}', { domain, allow_subdomains }));
  }

  removeEmailDomain(domain: string): Promise<Refusal | null> {
    return refusalOf(this.connection.request('DELETE realm/domains/{domain}', { domain }));
  }

  addPlayground(playground: ParametersOf<'POST realm/playgrounds'>): Promise<Refusal | null> {
    return refusalOf(this.connection.request('POST realm/playgrounds', playground));
  }

  removePlayground(id: number): Promise<Refusal | null> {
    return refusalOf(this.connection.request('DELETE realm/playgrounds/{playground_id}', { playground_id: id }));
  }

  addProfileField(field: ParametersOf<'POST realm/profile_fields'>): Promise<Refusal | null> {
    return refusalOf(this.connection.request('POST realm/profile_fields', field));
  }

  changeProfileField(
    id: number,
    news: Omit<ParametersOf<'PATCH realm/profile_fields/{field_id}'>, 'field_id'>,
  ): Promise<Refusal | null> {
    return refusalOf(this.connection.request('PATCH realm/profile_fields/{field_id}', { field_id: id, ...news }));
  }

  orderProfileFields(order: readonly number[]): Promise<Refusal | null> {
    return refusalOf(this.connection.request('PATCH realm/profile_fields', { order: [...order] }));
  }

  removeProfileField(id: number): Promise<Refusal | null> {
    return refusalOf(this.connection.request('DELETE realm/profile_fields/{field_id}', { field_id: id }));
  }

  /** Open and accepted ones; empty where the user may not see them. */
  async invitations(): Promise<Invitations> {
    const answer = await this.connection.request('GET invites/overview', {}).catch(() => null);
    return answer ?? { invites: [], accepted: [], mails_are_sent: true };
  }

  async invite(invitation: ParametersOf<'POST invites'>): Promise<Invited> {
    const refusal = await refusalOf(this.connection.request('POST invites', invitation));
    const { errors = [], sent_invitations: isSent = refusal === null } = (refusal?.details ?? {}) as InviteFailure;
    const uninvited = errors.map(async ([email, reason]) => ({ email, reason: await refusalWords('', reason) }));
    return { refusal, isSent, uninvited: await Promise.all(uninvited) };
  }

  createLink(invitation: ParametersOf<'POST invites/multiuse'>): Promise<Refusal | null> {
    return refusalOf(this.connection.request('POST invites/multiuse', invitation));
  }

  revoke({ id, is_multiuse: isLink }: Invitation): Promise<Refusal | null> {
    return refusalOf(
      isLink
        ? this.connection.request('DELETE invites/multiuse/{invite_id}', { invite_id: id })
        : this.connection.request('DELETE invites/{invite_id}', { invite_id: id }),
    );
  }

  resend(id: number): Promise<Refusal | null> {
    return refusalOf(this.connection.request('POST invites/{invite_id}/resend', { invite_id: id }));
  }
}
