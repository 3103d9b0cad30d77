import type { OrganizationId } from '@app/kernel';
import { Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { type Admission, Admissions, type LoginResult } from '../authentication/admissions.service';
import { Sessions } from '../credentials/sessions.service';
import { DesktopLogins } from '../desktop-logins/desktop-logins.service';
import { Users } from '../users/users.service';

/** Opens sessions of desktop apps. */
@Injectable()
export class DesktopEntrances {
  constructor(
    private readonly logins: DesktopLogins,
    private readonly users: Users,
    private readonly admissions: Admissions,
    private readonly sessions: Sessions,
    private readonly transactions: Transactions,
  ) {}

  /**
   * With the token that the app got from a browser.
   * @throws DesktopLoginIsOver, AuthenticationFailed, AccountIsDeactivated
   */
  async enter(
    organizationId: OrganizationId,
    token: string,
    visitor: Pick<Admission, 'browser' | 'former'>,
  ): Promise<{ entered: LoginResult; next: string }> {
    const { userId } = await this.logins.find(organizationId, token);
    const user = await this.users.get(organizationId, userId);
    return this.transactions.run(this.sessions.locksFor(user, visitor.former), async () => {
      const { method, origin, next } = await this.logins.take(organizationId, token);
      const admission = { ...visitor, user, method, origin, next, pad: null };
      return { entered: await this.admissions.complete(admission), next };
    });
  }
}
