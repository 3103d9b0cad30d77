import { RealtimeModule } from '@app/realtime';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { AuthenticationModule } from '../authentication/authentication.module';
import { ConfirmationsModule } from '../confirmations/confirmations.module';
import { EmailDomainsModule } from '../email-domains/email-domains.module';
import { GroupMembersModule } from '../group-members/group-members.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { PasswordsModule } from '../passwords/passwords.module';
import { PermissionsModule } from '../permissions/permissions.module';
import { RecordsModule } from '../records/records.module';
import { UserGroupsModule } from '../user-groups/user-groups.module';
import { UserChangesModule } from '../user-changes/user-changes.module';
import { UsersModule } from '../users/users.module';
import { AcceptedInvitations } from './accepted-invitations.service';
import { AccountActivation } from './account-activation.service';
import { InvitationChannels } from './invitation-channels.port';
import { InvitationRights } from './invitation-rights.service';
import { InvitationTickets } from './invitation-tickets.service';
import { InvitationClientEvents } from './invitation.client-events';
import { InvitationRepository } from './invitation.repository';
import { InvitationsController } from './invitations.controller';
import { Invitations } from './invitations.service';
import { InvitedAccounts } from './invited-accounts.service';
import { ExternalInvitations } from './external-invitations.service';
import { JoiningController } from './joining.controller';
import { LinkCleanup } from './link-cleanup.service';
import { LinkEventHandlers } from './link.event-handlers';
import { SignUps } from './sign-ups.service';
import { InvitationEntity } from './invitation.entity';

@Module({
  imports: [
    TypeOrmModule.forFeature([InvitationEntity]),
    RealtimeModule,
    AuditModule,
    AuthenticationModule,
    ConfirmationsModule,
    EmailDomainsModule,
    GroupMembersModule,
    OrganizationsModule,
    PasswordsModule,
    PermissionsModule,
    RecordsModule,
    UserGroupsModule,
    UserChangesModule,
    UsersModule,
  ],
  controllers: [InvitationsController, JoiningController],
  providers: [
    AcceptedInvitations,
    AccountActivation,
    InvitationChannels,
    InvitationClientEvents,
    InvitationRepository,
    InvitationRights,
    InvitationTickets,
    Invitations,
    InvitedAccounts,
    ExternalInvitations,
    LinkEventHandlers,
    LinkCleanup,
    SignUps,
  ],
  exports: [InvitationChannels, ExternalInvitations],
})
export class InvitationsModule {}
