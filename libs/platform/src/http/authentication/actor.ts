import { createParamDecorator, ExecutionContext } from '@nestjs/common';
import type { ApiKeyId, OrganizationId, SessionId, UserId } from '@app/kernel';
import type { FastifyRequest } from 'fastify';
import type { WalPosition } from '../../database/replica/wal-position';

/** The caller of a request, read together with the credentials in one query of this request. */
export interface Actor {
  readonly userId: UserId;
  readonly organizationId: OrganizationId;
  /** The API key that the request showed; null: it came with a session. */
  readonly keyId: ApiKeyId | null;
  /** The browser session that the request came with; null: it showed a key. */
  readonly sessionId: SessionId | null;
  /** 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest. */
  readonly role: number;
  readonly isBot: boolean;
  /** 1 generic, 2 incoming webhook; null: a person. */
  readonly botType: number | null;
  /** The address that all users may see. */
  readonly email: string;
  /** The real address, and which users may see it (docs/protocol/users.md). */
  readonly deliveryEmail: string;
  readonly emailAddressVisibility: number;
  readonly avatarVersion: number;
  /** G: found by the e-mail address, U: uploaded, J: drawn by the server. */
  readonly avatarSource: 'G' | 'U' | 'J';
  readonly avatarKey: string | null;
  readonly fullName: string;
  /** Version of the organization's permission graph that a decision must be based on. */
  readonly permissionVersion: number;
  /** Version of the organization's linkifiers that a request must know at least. */
  readonly linkifierVersion: number;
  /** The same for the organization's emoji. */
  readonly emojiVersion: number;
  /** False: no user of the organization has an alert word. */
  readonly hasAlertWords: boolean;
  /** False: no user has muted the account. */
  readonly isMuted: boolean;
  /** `:)` in what the account writes becomes an emoji. */
  readonly translatesEmoticons: boolean;
  /** Topics that the account follows automatically: 1 those it takes part in, 2 it sends to, 3 it begins, 4 none. */
  readonly followsTopics: number;
  /** The same for topics that it unmutes automatically, in channels that it has muted. */
  readonly unmutesTopics: number;
  /**
   * A place in the write-ahead log that everything precedes which was committed before the credentials were checked;
   * null: unknown, or there is no replica to compare it with.
   */
  readonly walPosition?: WalPosition | null;
  /** UNIX milliseconds. */
  readonly joinedAt: number;
  /** Name of the client program, the part of User-Agent before the slash. */
  readonly client: string;
}

/** What platform/http needs to know of accounts; implemented by identity. */
export abstract class Authenticator {
  /**
   * The account that e-mail and key belong to, at the organization of that host.
   * @throws CredentialsAreInvalid, AccountIsDeactivated, OrganizationIsUnknown
   */
  abstract authenticate(credentials: { email: string; key: string; host: string; client: string }): Promise<Actor>;

  /**
   * The account of a browser session in the organization of the host; `null`: there is no valid session. `isUse`: the
   * request keeps the session from ending. `isRenewed`: its time has just started again.
   * @throws AccountIsDeactivated, OrganizationIsUnknown
   */
  abstract authenticateSession(session: {
    token: string;
    host: string;
    client: string;
    isUse: boolean;
  }): Promise<{ actor: Actor; isRenewed: boolean } | null>;
}

/** Parameter decorator: the caller, for routes that require an account. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const { actor } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!actor) throw new Error('This route is public: it has no actor.');
  return actor;
});

/** null: the caller has no account; only on routes that are open to spectators. */
export const ActorOrSpectator = createParamDecorator(
  (_: unknown, context: ExecutionContext): Actor | null =>
    context.switchToHttp().getRequest<FastifyRequest>().actor ?? null,
);

/** The host a request names, lower-case, with its port; the organization is told by it. */
export const RequestHost = createParamDecorator((_: unknown, context: ExecutionContext): string =>
  hostOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

/** The host that was asked, in lower case, with its port if there was one. */
export const hostOf = (request: FastifyRequest): string => request.host.toLowerCase();

declare module 'fastify' {
  interface FastifyRequest {
    actor?: Actor;
  }
}
