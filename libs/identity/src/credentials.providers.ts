import { BotChannels } from './app/bot-channels';
import { BotDirectory } from './app/bot-directory.service';
import { BotDefaults } from './app/bot-defaults.service';
import { BotSettingChanges } from './app/bot-settings.service';
import { BotClientEvents } from './app/bots.client-events';
import { Bots } from './app/bots.service';
import { CredentialsReactions } from './app/credentials.reactions';
import { LoginMethods } from './app/login-methods.service';
import { NewBots } from './app/new-bots.service';
import { Sessions } from './app/sessions.service';
import { ApiKeysController } from './http/api-keys.controller';
import { BotsController } from './http/bots.controller';
import { HomeController } from './http/pages/home.controller';
import { LoginController } from './http/pages/login.controller';
import { LogoutController } from './http/pages/logout.controller';
import { SessionsController } from './http/sessions.controller';
import { BotClosings } from './app/bot-closings.service';
import { BotClosingRepository } from './store/bot-closing.repository';
import { BotRepository } from './store/bot.repository';

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
