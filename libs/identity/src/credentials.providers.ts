import { BotChannels } from './bots/bot-channels.port';
import { BotDirectory } from './bots/bot-directory.service';
import { BotDefaults } from './bots/bot-defaults.service';
import { BotSettingChanges } from './bots/bot-settings.service';
import { BotClientEvents } from './bots/bots.client-events';
import { Bots } from './bots/bots.service';
import { CredentialsReactions } from './authentication/credentials.reactions';
import { LoginMethods } from './authentication/login-methods.service';
import { NewBots } from './bots/new-bots.service';
import { Sessions } from './credentials/sessions.service';
import { ApiKeysController } from './credentials/api-keys.controller';
import { BotsController } from './bots/bots.controller';
import { HomeController } from './authentication/home.controller';
import { LoginController } from './authentication/login.controller';
import { LogoutController } from './authentication/logout.controller';
import { SessionsController } from './credentials/sessions.controller';
import { BotClosings } from './deactivation/bot-closings.service';
import { BotClosingRepository } from './deactivation/bot-closing.repository';
import { BotRepository } from './bots/bot.repository';

/** How people and programs show who they are; other rooms use it. */
export const CREDENTIALS_SERVICES = [BotChannels, BotDefaults, LoginMethods, Sessions];

export const CREDENTIALS_PROVIDERS = [
  BotClientEvents,
  BotDirectory,
  BotClosings,
  BotClosingRepository,
  BotRepository,
  Bots,
  BotSettingChanges,
  CredentialsReactions,
  NewBots,
];

export const CREDENTIALS_CONTROLLERS = [
  ApiKeysController,
  BotsController,
  HomeController,
  LoginController,
  LogoutController,
  SessionsController,
];
