import { Config } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { Organization } from '../records/organization';

/** A login method that leads an app through the browser (docs/protocol/login.md). */
export interface BrowserLogin {
  name: string;
  display_name: string;
  display_icon: string | null;
  login_url: string;
  signup_url: string;
}

/** The name of the method that leads an app to the login page. */
const LOGIN_PAGE = 'browser';

/** The login methods that an organization allows. */
@Injectable()
export class LoginMethods {
  constructor(private readonly config: Config) {}

  takePasswords({ settings }: Pick<Organization, 'settings'>): boolean {
    return settings.authenticationMethods.Email === true;
  }

  /** Login without a password. The operator and the organization must both allow it. */
  takeDevelopers({ settings }: Pick<Organization, 'settings'>): boolean {
    return this.config.devLogin && settings.authenticationMethods.Dev === true;
  }

  /** The methods that the login page offers as buttons: those that do not lead to the page itself. */
  atLoginPage(organization: Pick<Organization, 'settings'>): BrowserLogin[] {
    return this.inBrowsers(organization).filter(({ name }) => name !== LOGIN_PAGE);
  }

  /** The methods that apps offer in addition to a password. A browser with a session needs none. */
  inBrowsers(organization: Pick<Organization, 'settings'>): BrowserLogin[] {
    if (!this.takePasswords(organization)) return [];
    return [
      {
        name: LOGIN_PAGE,
        display_name: 'Browser',
        display_icon: null,
        login_url: '/accounts/login/browser/',
        signup_url: '/register/',
      },
    ];
  }
}
