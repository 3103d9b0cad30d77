import type { BrowserLogin } from './browser-logins.port';
import { OneTimePad } from '../credentials/one-time-pad';
import { loginPage } from './login.page';

const CORP: BrowserLogin = {
  name: 'oidc:corp',
  display_name: 'Corp & Sons',
  display_icon: null,
  login_url: '/accounts/login/social/oidc/corp',
  signup_url: '/accounts/register/social/oidc/corp',
};
const page = (methods: BrowserLogin[], pad: OneTimePad | null = null, isAgain = false): string =>
  loginPage({
    organizationName: 'Example',
    csrfToken: 'token',
    username: '',
    next: '/#inbox',
    pad,
    isAgain,
    alert: null,
    takesPasswords: false,
    asksDirectories: false,
    methods,
    takesNewcomers: false,
  }).body.textIn('en');

describe('The login page', () => {
  it('has a button for each method besides the password, which leads back to where the user was', () => {
    const other = { ...CORP, display_name: 'Other', login_url: '/accounts/login/social/saml/other' };
    const links = Array.from(
      page([CORP, other]).matchAll(/class="button" href="([^"]+)">([^<]+)</g),
      ([, ...one]) => one,
    );
    expect(links).toEqual([
      ['/accounts/login/social/oidc/corp?next=%2F%23inbox', 'Log in with Corp &amp; Sons'],
      ['/accounts/login/social/saml/other?next=%2F%23inbox', 'Log in with Other'],
    ]);
  });

  it('leads a user who logs in again to a method that must ask', () => {
    expect(page([CORP], null, true)).toContain('?next=%2F%23inbox&amp;reauthenticate=true"');
    expect(page([CORP])).not.toContain('reauthenticate');
  });

  it('gives the one-time pad of a waiting app to the method', () => {
    const hex = 'ab'.repeat(32);
    for (const kind of ['mobile', 'desktop'] as const)
      expect(page([CORP], OneTimePad.from(hex, kind))).toContain(`?next=%2F%23inbox&amp;${kind}_flow_otp=${hex}"`);
  });
});
