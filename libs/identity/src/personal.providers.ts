import { AlertWordClientEvents } from './alert-words/alert-word.client-events';
import { AlertWords } from './alert-words/alert-words.service';
import { EmojiChoices } from './emoji/emoji-choices.service';
import { MutedUserClientEvents } from './muted-users/muted-user.client-events';
import { MutedUsers } from './muted-users/muted-users.service';
import { NavigationViewClientEvents } from './navigation-views/navigation-view.client-events';
import { NavigationViews } from './navigation-views/navigation-views.service';
import { OnboardingStepClientEvents } from './onboarding-steps/onboarding-step.client-events';
import { OnboardingSteps } from './onboarding-steps/onboarding-steps.service';
import { PasswordChanges } from './password-changes/password-changes.service';
import { UserStatusReactions } from './statuses/user-status.reactions';
import { PersonalSettingsChanges } from './personal-settings/personal-settings-changes.service';
import { PersonalSettingsEvents } from './personal-settings/personal-setting-changes.client-events';
import { PersonalSettingsReadings } from './personal-settings/personal-settings-readings.service';
import { PresenceClientEvents } from './presence/presence.client-events';
import { PresenceReadings } from './presence/presence-readings.service';
import { Presences } from './presence/presences.service';
import { ProfileFieldAdministration } from './profile-fields/profile-field-administration.service';
import { ProfileFieldClientEvents } from './profile-fields/profile-field.client-events';
import { ProfileFields } from './profile-fields/profile-fields.service';
import { UserStatusClientEvents } from './statuses/user-status.client-events';
import { UserStatusesSnapshot } from './statuses/user-statuses.snapshot';
import { UserStatuses } from './statuses/user-statuses.service';
import { Zcommands } from './zcommands/zcommands.service';
import { AlertWordsController } from './alert-words/alert-words.controller';
import { MutedUsersController } from './muted-users/muted-users.controller';
import { NavigationViewsController } from './navigation-views/navigation-views.controller';
import { OnboardingStepsController } from './onboarding-steps/onboarding-steps.controller';
import { PersonalSettingsController } from './personal-settings/personal-settings.controller';
import { PresenceController } from './presence/presence.controller';
import { ProfileDataController } from './profile-fields/profile-data.controller';
import { ProfileFieldsController } from './profile-fields/profile-fields.controller';
import { UserStatusesController } from './statuses/user-statuses.controller';
import { ZcommandsController } from './zcommands/zcommands.controller';
import { AlertWordRepository } from './alert-words/alert-word.repository';
import { MutedUserRepository } from './muted-users/muted-user.repository';
import { NavigationViewRepository } from './navigation-views/navigation-view.repository';
import { OnboardingStepRepository } from './onboarding-steps/onboarding-step.repository';
import { PersonalSettingsRepository } from './personal-settings/personal-settings.repository';
import { PresenceRepository } from './presence/presence.repository';
import { ProfileFieldRepository } from './profile-fields/profile-field.repository';
import { ProfileValueRepository } from './profile-fields/profile-value.repository';
import { UserStatusRepository } from './statuses/user-status.repository';

/** What people say of themselves and how they like things; other rooms use it. */
export const PERSONAL_SERVICES = [
  AlertWords,
  EmojiChoices,
  MutedUsers,
  PersonalSettingsReadings,
  Presences,
  ProfileFields,
];

export const PERSONAL_PROVIDERS = [
  AlertWordClientEvents,
  AlertWordRepository,
  MutedUserClientEvents,
  MutedUserRepository,
  NavigationViewClientEvents,
  NavigationViewRepository,
  NavigationViews,
  OnboardingStepClientEvents,
  OnboardingStepRepository,
  OnboardingSteps,
  PasswordChanges,
  UserStatusReactions,
  PersonalSettingsChanges,
  PersonalSettingsEvents,
  PersonalSettingsRepository,
  PresenceClientEvents,
  PresenceReadings,
  PresenceRepository,
  ProfileFieldAdministration,
  ProfileFieldClientEvents,
  ProfileFieldRepository,
  ProfileValueRepository,
  UserStatusClientEvents,
  UserStatusRepository,
  UserStatuses,
  UserStatusesSnapshot,
  Zcommands,
];

export const PERSONAL_CONTROLLERS = [
  AlertWordsController,
  MutedUsersController,
  NavigationViewsController,
  OnboardingStepsController,
  PersonalSettingsController,
  PresenceController,
  ProfileDataController,
  ProfileFieldsController,
  UserStatusesController,
  ZcommandsController,
];
