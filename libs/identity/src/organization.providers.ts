import { AddressRules } from './app/address-rules.service';
import { AvatarAddresses } from './app/avatar-addresses.service';
import { Avatars } from './app/avatars.service';
import { CodePlaygroundClientEvents } from './app/code-playgrounds.client-events';
import { CodePlaygrounds } from './app/code-playgrounds.service';
import { CustomEmojiClientEvents } from './app/custom-emoji.client-events';
import { CustomEmoji } from './app/custom-emoji.service';
import { DrawnPictures } from './app/drawn-pictures';
import { EmailDomainClientEvents } from './app/email-domains.client-events';
import { EmailDomains } from './app/email-domains.service';
import { OrganizationActivity } from './app/organization-activity.service';
import { OrganizationExportClientEvents } from './app/organization-export.client-events';
import { OrganizationExports } from './app/organization-exports.service';
import { OrganizationPasses } from './app/organization-passes.service';
import { OrganizationPictures } from './app/organization-pictures.service';
import { PictureFiles } from './app/picture-files.service';
import { PushStatuses } from './app/push-statuses.service';
import { UserDefaultsClientEvents } from './app/user-defaults.client-events';
import { UserDefaults } from './app/user-defaults.service';
import { VideoCalls } from './app/video-calls.service';
import { AvatarsController } from './http/avatars.controller';
import { CodePlaygroundsController } from './http/code-playgrounds.controller';
import { CustomEmojiController } from './http/custom-emoji.controller';
import { EmailDomainsController } from './http/email-domains.controller';
import { OrganizationExportsController } from './http/organization-exports.controller';
import { OrganizationPicturesController } from './http/organization-pictures.controller';
import { CallController } from './http/pages/call.controller';
import { PicturesController } from './http/pictures.controller';
import { StaticController } from './http/static.controller';
import { VideoCallsController } from './http/video-calls.controller';
import { AvatarRepository } from './store/avatar.repository';
import { CodePlaygroundRepository } from './store/code-playground.repository';
import { CustomEmojiRepository } from './store/custom-emoji.repository';
import { EmailDomainRepository } from './store/email-domain.repository';
import { OrganizationExportRepository } from './store/organization-export.repository';
import { UnusedPictureRepository } from './store/unused-picture.repository';

/** What an organization makes its own; other rooms use it. */
export const ORGANIZATION_SERVICES = [
  AddressRules,
  Avatars,
  CustomEmoji,
  OrganizationActivity,
  OrganizationPasses,
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
