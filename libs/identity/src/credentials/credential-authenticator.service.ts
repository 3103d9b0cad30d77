import { Actor, Authenticator, Config, CredentialsAreInvalid, parseWalPosition } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { hashOfKey, isApiKey } from './api-key';
import { OrganizationIsDeactivated, OrganizationIsUnknown } from '../errors';
import { AccountIsDeactivated } from '../records/account.errors';
import { hostOfUrl } from '../records/organization';
import { hashOfSession } from './session';
import { ApiKeyRepository, CredentialHolder } from './api-key.repository';
import { SessionRepository } from './session.repository';

/**
 * Accepts basic credentials (an address of the account and one of its keys) or the cookie of a session. Each request
 * runs one query and nothing is cached. So revoking, demoting and deactivating take effect at once on every node.
 */
@Injectable()
export class CredentialAuthenticator extends Authenticator {
  private readonly ownHost: string;

  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly sessions: SessionRepository,
    config: Config,
  ) {
    super();
    this.ownHost = hostOfUrl(config.baseUrl);
  }

  async authenticate({ email, key, host, client }: Parameters<Authenticator['authenticate']>[0]): Promise<Actor> {
    if (!isApiKey(key)) throw new CredentialsAreInvalid();
    const holder = await this.keys.findHolder({ host, ownHost: this.ownHost }, hashOfKey(key));
    if (!holder) throw new OrganizationIsUnknown();
    if (holder.keyId === null || !isAddressOf(holder, email)) throw new CredentialsAreInvalid();
    assertOpen(holder);
    return actorOf(holder, { keyId: holder.keyId, sessionId: null, client });
  }

  async authenticateSession({ token, host, client, isUse }: Parameters<Authenticator['authenticateSession']>[0]) {
    const holder = await this.sessions.findHolder({ host, ownHost: this.ownHost }, hashOfSession(token));
    if (!holder) throw new OrganizationIsUnknown();
    const { isDueForNote, sessionId } = holder;
    if (sessionId === null) return null;
    assertOpen(holder);
    const isRenewed = isUse && isDueForNote;
    if (isRenewed) await this.sessions.noteUse(sessionId);
    return { actor: actorOf(holder, { keyId: null, sessionId, client }), isRenewed };
  }
}

function assertOpen({ isActive, isClosed }: CredentialHolder): void {
  if (isClosed) throw new OrganizationIsDeactivated();
  if (!isActive) throw new AccountIsDeactivated();
}

/** Written out, as each request comes here: Node takes half a microsecond for each property after a spread. */
const actorOf = (
  holder: CredentialHolder,
  { keyId, sessionId, client }: Pick<Actor, 'keyId' | 'sessionId' | 'client'>,
): Actor => ({
  userId: holder.userId,
  organizationId: holder.organizationId,
  keyId,
  sessionId,
  role: holder.role,
  isBot: holder.isBot,
  botType: holder.botType,
  email: holder.email,
  deliveryEmail: holder.deliveryEmail,
  emailAddressVisibility: holder.emailAddressVisibility,
  avatarVersion: holder.avatarVersion,
  avatarSource: holder.avatarSource,
  avatarKey: holder.avatarKey,
  fullName: holder.fullName,
  permissionVersion: holder.permissionVersion,
  linkifierVersion: holder.linkifierVersion,
  emojiVersion: holder.emojiVersion,
  hasAlertWords: holder.hasAlertWords,
  isMuted: holder.isMuted,
  translatesEmoticons: holder.translatesEmoticons,
  followsTopics: holder.followsTopics,
  unmutesTopics: holder.unmutesTopics,
  walPosition: parseWalPosition(holder.walPosition),
  joinedAt: holder.joinedAt,
  client,
});

/** Accepts both addresses of the account: the API address and the real one. */
function isAddressOf({ email, deliveryEmail }: CredentialHolder, given: string): boolean {
  const folded = given.toLowerCase();
  return folded === email.toLowerCase() || folded === deliveryEmail.toLowerCase();
}
