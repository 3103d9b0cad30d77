import { Module } from '@nestjs/common';
import { AuthenticatorModule } from './credentials/authenticator.module';
import { DesktopEntrancesModule } from './desktop-entrances/desktop-entrances.module';
import { UsersModule } from './users/users.module';
import { AlertWordsModule } from './alert-words/alert-words.module';
import { AuditModule } from './audit/audit.module';
import { AuthenticationModule } from './authentication/authentication.module';
import { AvatarsModule } from './avatars/avatars.module';
import { BotsModule } from './bots/bots.module';
import { ConfirmationsModule } from './confirmations/confirmations.module';
import { CredentialsModule } from './credentials/credentials.module';
import { DeactivationModule } from './deactivation/deactivation.module';
import { EmailChangesModule } from './email-changes/email-changes.module';
import { EmailDomainsModule } from './email-domains/email-domains.module';
import { EmojiModule } from './emoji/emoji.module';
import { ExternalPicturesModule } from './external-pictures/external-pictures.module';
import { FirstStartModule } from './first-start/first-start.module';
import { GroupAdministrationModule } from './group-administration/group-administration.module';
import { GroupMembersModule } from './group-members/group-members.module';
import { GuestContactsModule } from './guest-contacts/guest-contacts.module';
import { GuestVisibilityModule } from './guest-visibility/guest-visibility.module';
import { HomeModule } from './home/home.module';
import { InvitationsModule } from './invitations/invitations.module';
import { LinkifiersModule } from './linkifiers/linkifiers.module';
import { LoginDevicesModule } from './login-devices/login-devices.module';
import { MailRecipientsModule } from './mail-recipients/mail-recipients.module';
import { MutedUsersModule } from './muted-users/muted-users.module';
import { NavigationViewsModule } from './navigation-views/navigation-views.module';
import { OnboardingStepsModule } from './onboarding-steps/onboarding-steps.module';
import { OrganizationAdministrationModule } from './organization-administration/organization-administration.module';
import { OrganizationExportsModule } from './organization-exports/organization-exports.module';
import { OrganizationsModule } from './organizations/organizations.module';
import { PasswordChangesModule } from './password-changes/password-changes.module';
import { PasswordsModule } from './passwords/passwords.module';
import { PermissionsModule } from './permissions/permissions.module';
import { PersonalSettingsModule } from './personal-settings/personal-settings.module';
import { PicturesModule } from './pictures/pictures.module';
import { PlaygroundsModule } from './playgrounds/playgrounds.module';
import { PresenceModule } from './presence/presence.module';
import { ProfileFieldsModule } from './profile-fields/profile-fields.module';
import { ProfilesModule } from './profiles/profiles.module';
import { RecordsModule } from './records/records.module';
import { RenderingOptionsModule } from './rendering-options/rendering-options.module';
import { ServerNodesModule } from './server-nodes/server-nodes.module';
import { ServerSettingsModule } from './server-settings/server-settings.module';
import { StatusesModule } from './statuses/statuses.module';
import { TestMailsModule } from './test-mails/test-mails.module';
import { UserAdministrationModule } from './user-administration/user-administration.module';
import { UserGroupsModule } from './user-groups/user-groups.module';
import { UserChangesModule } from './user-changes/user-changes.module';
import { VideoCallsModule } from './video-calls/video-calls.module';
import { ZcommandsModule } from './zcommands/zcommands.module';

/** The nouns of this context, from the lowest up. */
@Module({
  imports: [
    RecordsModule,
    PermissionsModule,
    AuditModule,
    PicturesModule,
    OrganizationsModule,
    UsersModule,
    PasswordsModule,
    ConfirmationsModule,
    CredentialsModule,
    AuthenticatorModule,
    PasswordChangesModule,
    LinkifiersModule,
    EmojiModule,
    ExternalPicturesModule,
    RenderingOptionsModule,
    GuestVisibilityModule,
    UserGroupsModule,
    UserChangesModule,
    GroupMembersModule,
    GroupAdministrationModule,
    ProfileFieldsModule,
    EmailDomainsModule,
    ProfilesModule,
    EmailChangesModule,
    PresenceModule,
    PersonalSettingsModule,
    StatusesModule,
    GuestContactsModule,
    OrganizationAdministrationModule,
    DeactivationModule,
    UserAdministrationModule,
    BotsModule,
    AvatarsModule,
    LoginDevicesModule,
    AuthenticationModule,
    DesktopEntrancesModule,
    HomeModule,
    InvitationsModule,
    MailRecipientsModule,
    ServerNodesModule,
    ServerSettingsModule,
    FirstStartModule,
    AlertWordsModule,
    MutedUsersModule,
    NavigationViewsModule,
    OnboardingStepsModule,
    OrganizationExportsModule,
    PlaygroundsModule,
    TestMailsModule,
    VideoCallsModule,
    ZcommandsModule,
  ],
  exports: [
    AlertWordsModule,
    AuditModule,
    AuthenticationModule,
    AvatarsModule,
    BotsModule,
    CredentialsModule,
    DeactivationModule,
    EmailDomainsModule,
    EmojiModule,
    FirstStartModule,
    GroupAdministrationModule,
    GroupMembersModule,
    GuestContactsModule,
    GuestVisibilityModule,
    InvitationsModule,
    LinkifiersModule,
    MailRecipientsModule,
    MutedUsersModule,
    OrganizationAdministrationModule,
    OrganizationExportsModule,
    OrganizationsModule,
    PasswordsModule,
    PermissionsModule,
    PersonalSettingsModule,
    PresenceModule,
    ProfileFieldsModule,
    ProfilesModule,
    RenderingOptionsModule,
    UserAdministrationModule,
    UserGroupsModule,
    UserChangesModule,
    UsersModule,
  ],
})
export class IdentityModule {}
