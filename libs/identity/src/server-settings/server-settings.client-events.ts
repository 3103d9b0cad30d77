import { ZULIP_FEATURE_LEVEL, ZULIP_MERGE_BASE, ZULIP_VERSION } from '@app/kernel';
import { render } from '@app/markdown';
import { Config } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { pictureUrl } from '../organization-administration/organization-facts.client-events';
import { LoginMethods } from '../authentication/login-methods.service';
import { Organizations } from '../organizations/organizations.service';

/** All login methods that clients know. A method that is absent from the answer is off. */
const AUTHENTICATION_METHODS = [
  'password',
  'dev',
  'email',
  'ldap',
  'remoteuser',
  'github',
  'azuread',
  'gitlab',
  'google',
  'apple',
  'saml',
  'openid connect',
] as const;

export type AuthenticationMethods = Record<(typeof AUTHENTICATION_METHODS)[number], boolean>;

const NO_REFERENCES = { users: [], groups: [], channels: [] };

/** The public data about a server, which clients read before a login (docs/protocol/login.md). */
@Injectable()
export class ServerSettings {
  constructor(
    private readonly organizations: Organizations,
    private readonly methods: LoginMethods,
    private readonly config: Config,
  ) {}

  /** @throws OrganizationIsUnknown */
  async at(host: string) {
    const organization = await this.organizations.namedBy(host);
    const { name, url, description, settings } = organization;
    const takesPasswords = this.methods.takePasswords(organization);
    const asksDirectories = await this.methods.askDirectories(organization);
    const inUse = new Set<string>([
      ...(takesPasswords ? ['password', 'email'] : []),
      ...(asksDirectories ? ['ldap'] : []),
      ...(this.methods.takeDevelopers(organization) ? ['dev'] : []),
    ]);
    const methods = AUTHENTICATION_METHODS.map((method) => [method, inUse.has(method)]);
    return {
      authentication_methods: Object.fromEntries(methods) as AuthenticationMethods,
      external_authentication_methods: await this.methods.inBrowsers(organization),
      zulip_version: ZULIP_VERSION,
      zulip_merge_base: ZULIP_MERGE_BASE,
      zulip_feature_level: ZULIP_FEATURE_LEVEL,
      push_notifications_enabled: this.config.pushRelay !== null,
      is_incompatible: false,
      email_auth_enabled: takesPasswords,
      require_email_format_usernames: !asksDirectories,
      realm_url: url,
      realm_uri: url,
      realm_name: name,
      realm_icon: pictureUrl(organization, 'icon', this.config),
      realm_description: render(description, NO_REFERENCES).html,
      realm_web_public_access_enabled: this.config.webPublicChannels && settings.enableSpectatorAccess,
    };
  }
}
