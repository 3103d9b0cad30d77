import { Actor, Authenticator, Config, CredentialsAreInvalid } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { hashOfKey, isApiKey } from '../domain/api-key';
import { AccountIsDeactivated, OrganizationIsUnknown } from '../domain/errors';
import { hostOfUrl } from '../domain/organization';
import { ApiKeyRepository, KeyHolder } from '../store/api-key.repository';

/**
 * Basic credentials: an address of the account and one of its keys. One query a request and nothing kept from an
 * earlier one, so that revoking, demoting and deactivating bite at once, on every node.
 */
@Injectable()
export class CredentialAuthenticator extends Authenticator {
  private readonly ownHost: string;

  constructor(
    private readonly keys: ApiKeyRepository,
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
    if (!holder.isActive) throw new AccountIsDeactivated();
    const { isActive: _, ...actor } = holder;
    return { ...actor, keyId: holder.keyId, client };
  }
}

/** Both forms of the address are right: the one that everybody knows, and the real one. */
function isAddressOf({ email, deliveryEmail }: KeyHolder, given: string): boolean {
  const folded = given.toLowerCase();
  return folded === email.toLowerCase() || folded === deliveryEmail.toLowerCase();
}
