import { AddressRules } from './email-domains/address-rules.service';
import { AvatarAddresses } from './avatars/avatar-addresses.service';
import { Avatars } from './avatars/avatars.service';
import { CodePlaygroundClientEvents } from './playgrounds/code-playgrounds.client-events';
import { CodePlaygrounds } from './playgrounds/code-playgrounds.service';
import { CustomEmojiClientEvents } from './emoji/custom-emoji.client-events';
import { CustomEmoji } from './emoji/custom-emoji.service';
import { DrawnPictures } from './pictures/drawn-pictures.service';
import { EmailDomainClientEvents } from './email-domains/email-domains.client-events';
import { EmailDomains } from './email-domains/email-domains.service';
import { OrganizationActivity } from './organization-administration/organization-activity.service';
import { OrganizationExportClientEvents } from './organization-exports/organization-export.client-events';
import { OrganizationExports } from './organization-exports/organization-exports.service';
import { LeasedOrganizationJobs } from './organizations/leased-organization-jobs.service';
import { OrganizationPictures } from './organization-administration/organization-pictures.service';
import { PictureFiles } from './pictures/picture-files.service';
import { PushStatuses } from './organization-administration/push-statuses.service';
import { UserDefaultsClientEvents } from './personal-settings/user-defaults.client-events';
import { UserDefaults } from './personal-settings/user-defaults.service';
import { VideoCalls } from './video-calls/video-calls.service';
import { AvatarsController } from './avatars/avatars.controller';
import { CodePlaygroundsController } from './playgrounds/code-playgrounds.controller';
import { CustomEmojiController } from './emoji/custom-emoji.controller';
import { EmailDomainsController } from './email-domains/email-domains.controller';
import { OrganizationExportsController } from './organization-exports/organization-exports.controller';
import { OrganizationPicturesController } from './organization-administration/organization-pictures.controller';
import { CallController } from './video-calls/call.controller';
import { PicturesController } from './avatars/pictures.controller';
import { StaticController } from './server-settings/static.controller';
import { VideoCallsController } from './video-calls/video-calls.controller';
import { AvatarRepository } from './avatars/avatar.repository';
import { CodePlaygroundRepository } from './playgrounds/code-playground.repository';
import { CustomEmojiRepository } from './emoji/custom-emoji.repository';
import { EmailDomainRepository } from './email-domains/email-domain.repository';
import { OrganizationExportRepository } from './organization-exports/organization-export.repository';
import { UnusedPictureRepository } from './pictures/unused-picture.repository';

/** What an organization makes its own; other rooms use it. */
export const ORGANIZATION_SERVICES = [
  AddressRules,
  Avatars,
  CustomEmoji,
  OrganizationActivity,
  LeasedOrganizationJobs,
  PushStatuses,
];

export const ORGANIZATION_PROVIDERS = [
  AvatarAddresses,
  AvatarRepository,
  CodePlaygroundClientEvents,
  CodePlaygroundRepository,
  CodePlaygrounds,
  CustomEmojiClientEvents,
  CustomEmojiRepository,
  DrawnPictures,
  EmailDomainClientEvents,
  EmailDomainRepository,
  EmailDomains,
  OrganizationExportClientEvents,
  OrganizationExportRepository,
  OrganizationExports,
  OrganizationPictures,
  PictureFiles,
  UnusedPictureRepository,
  UserDefaults,
  UserDefaultsClientEvents,
  VideoCalls,
];

export const ORGANIZATION_CONTROLLERS = [
  AvatarsController,
  CodePlaygroundsController,
  CustomEmojiController,
  EmailDomainsController,
  OrganizationExportsController,
  OrganizationPicturesController,
  CallController,
  PicturesController,
  StaticController,
  VideoCallsController,
];
