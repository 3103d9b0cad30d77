import { Injectable } from '@nestjs/common';
import type { LoginOrigin } from '../credentials/login-origin';
import type { Organization } from '../records/organization';

/** Where the browser ends the login that a session came from; `null`: there is no such place. Runs in no transaction. */
type AddressOf = (organization: Organization, origin: LoginOrigin) => Promise<string | null>;

/** Logouts at providers. The context of logins registers its source in `onModuleInit`. */
@Injectable()
export class ProviderLogouts {
  private readonly sources: AddressOf[] = [];

  add(source: AddressOf): void {
    this.sources.push(source);
  }

  async addressOf(organization: Organization, origin: LoginOrigin): Promise<string | null> {
    for (const source of this.sources) {
      const address = await source(organization, origin);
      if (address !== null) return address;
    }
    return null;
  }
}
