import { Actor, CurrentActor, HumansOnly, Operation, Parameters, pathId } from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import { botAvatarUrl, defaultChannelNames } from './bot-object.client-events';
import { BotKeys } from './bot-keys.service';
import { Bots } from './bots.service';
import { NewBots } from './new-bots.service';
import { Users } from '../users/users.service';
import { BotIsUnknown } from './bot.errors';
import type { Role } from '../roles/role';
import { NewApiKeyResponse } from '../credentials/api-keys.dto';
import { CreateBotRequest, CreateBotResponse, ListBotsResponse, UpdateBotRequest, UpdateBotResponse } from './bots.dto';

const botIdIn = (path: string): number => pathId(path, () => new BotIsUnknown());

/** Bots cannot create or manage bots. */
@HumansOnly()
@Controller('api/v1')
export class BotsController {
  constructor(
    private readonly newBots: NewBots,
    private readonly bots: Bots,
    private readonly keys: BotKeys,
    private readonly users: Users,
  ) {}

  @Operation('POST', 'bots', {
    summary: 'Create a bot',
    section: 'docs/protocol/users.md',
    tag: 'bots',
    request: CreateBotRequest,
    response: CreateBotResponse,
  })
  async create(@CurrentActor() actor: Actor, @Parameters() request: CreateBotRequest): Promise<CreateBotResponse> {
    const bot = await this.newBots.create(actor, {
      fullName: request.full_name,
      shortName: request.short_name,
      type: request.bot_type,
      defaultSendingChannel: request.default_sending_stream,
      defaultEventsChannel: request.default_events_register_stream,
      defaultAllPublicChannels: request.default_all_public_streams,
    });
    const { user, apiKey } = bot;
    return { user_id: user.id, api_key: apiKey, avatar_url: botAvatarUrl(user), ...defaultChannelNames(bot) };
  }

  @Operation('GET', 'bots', {
    summary: 'Get own bots',
    section: 'docs/protocol/users.md',
    tag: 'bots',
    response: ListBotsResponse,
  })
  async list(@CurrentActor() actor: Actor): Promise<ListBotsResponse> {
    const bots = await this.bots.own(actor);
    return {
      bots: bots.map((bot) => ({
        user_id: bot.user.id,
        username: bot.user.email,
        full_name: bot.user.fullName,
        bot_type: bot.user.botType,
        api_key: bot.apiKey,
        avatar_url: botAvatarUrl(bot.user),
        ...defaultChannelNames(bot),
      })),
    };
  }

  @Operation('PATCH', 'bots/:bot_id', {
    summary: 'Update a bot',
    section: 'docs/protocol/users.md',
    tag: 'bots',
    request: UpdateBotRequest,
    response: UpdateBotResponse,
    errors: ['UNAUTHORIZED_PRINCIPAL'],
  })
  async update(
    @CurrentActor() actor: Actor,
    @Param('bot_id') id: string,
    @Parameters() request: UpdateBotRequest,
  ): Promise<UpdateBotResponse> {
    const bot = await this.bots.update(actor, botIdIn(id), {
      fullName: request.full_name,
      ownerId: request.bot_owner_id,
      role: request.role as Role | undefined,
      defaultSendingChannel: request.default_sending_stream,
      defaultEventsChannel: request.default_events_register_stream,
      defaultAllPublicChannels: request.default_all_public_streams,
    });
    const { user } = bot;
    const owner = user.botOwnerId === null ? null : await this.users.get(actor.organizationId, user.botOwnerId);
    return {
      full_name: user.fullName,
      avatar_url: botAvatarUrl(user),
      ...defaultChannelNames(bot),
      bot_owner: owner?.email ?? null,
    };
  }

  @Operation('DELETE', 'bots/:bot_id', {
    summary: 'Deactivate a bot',
    section: 'docs/protocol/users.md',
    tag: 'bots',
  })
  async deactivate(@CurrentActor() actor: Actor, @Param('bot_id') id: string): Promise<object> {
    await this.bots.deactivate(actor, botIdIn(id));
    return {};
  }

  @Operation('GET', 'bots/:bot_id/api_key', {
    summary: "Get a bot's API key",
    section: 'docs/protocol/users.md',
    tag: 'bots',
    response: NewApiKeyResponse,
  })
  async apiKey(@CurrentActor() actor: Actor, @Param('bot_id') id: string): Promise<NewApiKeyResponse> {
    return { api_key: await this.keys.get(actor, botIdIn(id)) };
  }

  @Operation('POST', 'bots/:bot_id/api_key/regenerate', {
    summary: 'Give a bot another API key',
    section: 'docs/protocol/login.md',
    tag: 'bots',
    response: NewApiKeyResponse,
  })
  async regenerate(@CurrentActor() actor: Actor, @Param('bot_id') id: string): Promise<NewApiKeyResponse> {
    return { api_key: await this.keys.regenerate(actor, botIdIn(id)) };
  }
}
