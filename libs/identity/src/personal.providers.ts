import { AlertWordClientEvents } from './app/alert-word.client-events';
import { AlertWords } from './app/alert-words.service';
import { EmojiChoices } from './app/emoji-choices.service';
import { MutedUserClientEvents } from './app/muted-user.client-events';
import { MutedUsers } from './app/muted-users.service';
import { NavigationViewClientEvents } from './app/navigation-view.client-events';
import { NavigationViews } from './app/navigation-views.service';
import { OnboardingStepClientEvents } from './app/onboarding-step.client-events';
import { OnboardingSteps } from './app/onboarding-steps.service';
import { PasswordChanges } from './app/password-changes.service';
import { PersonalReactions } from './app/personal.reactions';
import { PersonalSettingsChanges } from './app/personal-settings-changes.service';
import { PersonalSettingsEvents } from './app/personal-setting-changes.client-events';
import { PersonalSettingsReadings } from './app/personal-settings-readings.service';
import { PresenceClientEvents } from './app/presence.client-events';
import { PresenceReadings } from './app/presence-readings.service';
import { Presences } from './app/presences.service';
import { ProfileFieldAdministration } from './app/profile-field-administration.service';
import { ProfileFieldClientEvents } from './app/profile-field.client-events';
import { ProfileFields } from './app/profile-fields.service';
import { UserStatusClientEvents } from './app/user-status.client-events';
import { UserStatusesSnapshot } from './app/user-statuses.snapshot';
import { UserStatuses } from './app/user-statuses.service';
import { Zcommands } from './app/zcommands.service';
import { AlertWordsController } from './http/alert-words.controller';
import { MutedUsersController } from './http/muted-users.controller';
import { NavigationViewsController } from './http/navigation-views.controller';
import { OnboardingStepsController } from './http/onboarding-steps.controller';
import { PersonalSettingsController } from './http/personal-settings.controller';
import { PresenceController } from './http/presence.controller';
import { ProfileDataController } from './http/profile-data.controller';
import { ProfileFieldsController } from './http/profile-fields.controller';
import { UserStatusesController } from './http/user-statuses.controller';
import { ZcommandsController } from './http/zcommands.controller';
import { AlertWordRepository } from './store/alert-word.repository';
import { MutedUserRepository } from './store/muted-user.repository';
import { NavigationViewRepository } from './store/navigation-view.repository';
import { OnboardingStepRepository } from './store/onboarding-step.repository';
import { PersonalSettingsRepository } from './store/personal-settings.repository';
import { PresenceRepository } from './store/presence.repository';
import { ProfileFieldRepository } from './store/profile-field.repository';
import { ProfileValueRepository } from './store/profile-value.repository';
import { UserStatusRepository } from './store/user-status.repository';

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
  PersonalReactions,
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
