import { Config } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { Organization } from '../records/organization';
import { BrowserLogin, BrowserLogins } from './browser-logins.port';
import { LoginOrigins } from './login-origins.port';
import { PasswordAttempt, PasswordChecks } from './password-checks.port';

/** The name of the method that leads an app to the login page. */
const LOGIN_PAGE = 'browser';

/** The login methods that an organization allows. */
@Injectable()
export class LoginMethods {
  constructor(
    private readonly elsewhere: BrowserLogins,
    private readonly directories: PasswordChecks,
    private readonly origins: LoginOrigins,
    private readonly config: Config,
  ) {}

  /** Whether accounts may have a password here. */
  takePasswords({ settings }: Pick<Organization, 'settings'>): boolean {
    return settings.authenticationMethods.Email === true;
  }

  /** Whether a directory of the organization checks passwords. */
  askDirectories(organization: Organization): Promise<boolean> {
    return this.directories.areUsedBy(organization);
  }

  /** Whether people with the address must log in at a provider. */
  leadElsewhere({ id }: Organization, address: string): Promise<boolean> {
    return this.origins.isElsewhere(id, address);
  }

  /** As `PasswordChecks.check`. `null`: no directory knows the name with that password. */
  checkInDirectories(attempt: PasswordAttempt): ReturnType<PasswordChecks['check']> {
    return this.directories.check(attempt);
  }

  /** Login without a password. The operator and the organization must both allow it. */
  takeDevelopers({ settings }: Pick<Organization, 'settings'>): boolean {
    return this.config.devLogin && settings.authenticationMethods.Dev === true;
  }

  /** The methods that the login page offers as buttons: those that do not lead to the page itself. */
  atLoginPage(organization: Organization): Promise<BrowserLogin[]> {
    return this.elsewhere.of(organization);
  }

  /** The methods that apps offer in addition to a password. A browser with a session needs none. */
  async inBrowsers(organization: Organization): Promise<BrowserLogin[]> {
    const elsewhere = await this.elsewhere.of(organization);
    const hasForm = this.takePasswords(organization) || (await this.askDirectories(organization));
    if (!hasForm && elsewhere.length === 0) return [];
    const page = {
      name: LOGIN_PAGE,
      display_name: 'Browser',
      display_icon: null,
      login_url: '/accounts/login/browser/',
      signup_url: '/register/',
    };
    return [page, ...elsewhere];
  }
}
