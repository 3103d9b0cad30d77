import { First1763700000000 } from './1-first';
import { AuditLog1763800000000 } from './2-audit-log';
import { Moves1763900000000 } from './3-moves';
import { TopicsAndFolders1764000000000 } from './4-topics-and-folders';
import { Notices1764100000000 } from './5-notices';
import { Permissions1764200000000 } from './6-permissions';
import { SubscriberCounts1764300000000 } from './7-subscriber-counts';
import { Rendering1764400000000 } from './8-rendering';
import { Files1764500000000 } from './9-files';
import { OrganizationThings1764600000000 } from './10-organization';
import { People1764700000000 } from './11-people';
import { Sessions1764800000000 } from './12-sessions';
import { Personal1764900000000 } from './13-personal';
import { Mail1765000000000 } from './14-mail';
import { Edits1765100000000 } from './15-edits';
import { Deletions1765200000000 } from './16-deletions';
import { Reactions1765300000000 } from './17-reactions';
import { Search1765400000000 } from './18-search';
import { Scheduled1765500000000 } from './19-scheduled';
import { Drafts1765600000000 } from './20-drafts';
import { ScanHints1765700000000 } from './21-scan-hints';
import { PushDevices1765800000000 } from './22-push-devices';
import { PushNotifications1765900000000 } from './23-push-notifications';
import { PushTokens1766000000000 } from './24-push-tokens';
import { MissedEdits1766100000000 } from './25-missed-edits';
import { RateLimits1766200000000 } from './26-rate-limits';
import { NamedIds1766300000000 } from './27-named-ids';
import { NamedIndex1766400000000 } from './28-named-index';
import { RenderingVersions1766500000000 } from './29-rendering-versions';
import { PersonalLookups1766600000000 } from './30-personal-lookups';
import { MoveJobs1766700000000 } from './31-move-jobs';
import { TopicUsers1766800000000 } from './32-topic-users';
import { QueueProgress1766900000000 } from './33-queue-progress';
import { QueueExpiry1767000000000 } from './34-queue-expiry';
import { ShortDescriptions1767100000000 } from './35-short-descriptions';
import { Protocol1767200000000 } from './36-protocol';
import { WideWork1767300000000 } from './37-wide-work';
import { MembershipChanges1767400000000 } from './38-membership-changes';
import { SealedKeys1767500000000 } from './39-sealed-keys';
import { RecordedMembershipChanges1767600000000 } from './40-recorded-membership-changes';
import { PartakerIds1767700000000 } from './41-partaker-ids';
import { PartakerIndex1767800000000 } from './42-partaker-index';
import { RecordedBotClosings1767900000000 } from './43-recorded-bot-closings';
import { MembersWithoutReferences1768000000000 } from './44-members-without-references';
import { AbsenceChanges1768100000000 } from './45-absence-changes';
import { OrganizationRechecks1768200000000 } from './46-organization-rechecks';
import { UserImports1768300000000 } from './47-user-imports';
import { CompanyLogin1768400000000 } from './48-company-login';
import { SecondFactors1768500000000 } from './49-second-factors';
import { ExportIndex1768600000001 } from './50-export-index';
import { ExportsAndNodes1768600000000 } from './50-exports-and-nodes';
import { GroupLinks1768800000000 } from './52-group-links';
import { Scim1768900000000 } from './53-scim';
import { SamlAnswers1769200000000 } from './56-saml-answers';
import { LoginsOfApps1769400000000 } from './58-logins-of-apps';
import { SessionPolicy1769600000000 } from './60-session-policy';
import { UnreadResolutions1769800000000 } from './62-unread-resolutions';

/** All migrations in their order: one linear history. */
export const migrations = [
  First1763700000000,
  AuditLog1763800000000,
  Moves1763900000000,
  TopicsAndFolders1764000000000,
  Notices1764100000000,
  Permissions1764200000000,
  SubscriberCounts1764300000000,
  Rendering1764400000000,
  Files1764500000000,
  OrganizationThings1764600000000,
  People1764700000000,
  Sessions1764800000000,
  Personal1764900000000,
  Mail1765000000000,
  Edits1765100000000,
  Deletions1765200000000,
  Reactions1765300000000,
  Search1765400000000,
  Scheduled1765500000000,
  Drafts1765600000000,
  ScanHints1765700000000,
  PushDevices1765800000000,
  PushNotifications1765900000000,
  PushTokens1766000000000,
  MissedEdits1766100000000,
  RateLimits1766200000000,
  NamedIds1766300000000,
  NamedIndex1766400000000,
  RenderingVersions1766500000000,
  PersonalLookups1766600000000,
  MoveJobs1766700000000,
  TopicUsers1766800000000,
  QueueProgress1766900000000,
  QueueExpiry1767000000000,
  ShortDescriptions1767100000000,
  Protocol1767200000000,
  WideWork1767300000000,
  MembershipChanges1767400000000,
  SealedKeys1767500000000,
  RecordedMembershipChanges1767600000000,
  PartakerIds1767700000000,
  PartakerIndex1767800000000,
  RecordedBotClosings1767900000000,
  MembersWithoutReferences1768000000000,
  AbsenceChanges1768100000000,
  OrganizationRechecks1768200000000,
  UserImports1768300000000,
  CompanyLogin1768400000000,
  SecondFactors1768500000000,
  ExportsAndNodes1768600000000,
  ExportIndex1768600000001,
  GroupLinks1768800000000,
  Scim1768900000000,
  SamlAnswers1769200000000,
  LoginsOfApps1769400000000,
  SessionPolicy1769600000000,
  UnreadResolutions1769800000000,
];
