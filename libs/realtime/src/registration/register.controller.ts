import {
  Actor,
  ActorOrSpectator,
  Heavy,
  OpenToSpectators,
  Operation,
  Parameters,
  CompositeResponse,
  RequestHost,
  sendsWrittenJson,
} from '@app/platform';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { QueueDefaults } from '../queues/queue-defaults.service';
import { Registrations } from './registrations.service';
import { SpectatorOrganizations } from './spectator-organizations.service';
import { ParameterNeedsAccount, PublicChannelsAreNotForGuests } from '../errors';
import { Capabilities, NO_CAPABILITIES, QueueOptions } from '../records/queue-options';
import { RegisterRequest, RegisterResponse } from './register.dto';

const GUEST = 600;
const MOBILE_IDLE_SECONDS = 12 * 3600;
const LONGEST_IDLE_SECONDS = 7 * 86_400;

@Controller('api/v1')
export class RegisterController {
  constructor(
    private readonly registrations: Registrations,
    private readonly defaults: QueueDefaults,
    private readonly organizations: SpectatorOrganizations,
  ) {}

  @OpenToSpectators()
  @Heavy()
  @Operation('POST', 'register', {
    summary: 'Register an event queue and read the state that it goes on from',
    section: 'docs/protocol/events.md',
    tag: 'real time',
    request: RegisterRequest,
    response: RegisterResponse,
    errors: ['BAD_NARROW'],
  })
  async register(
    @ActorOrSpectator() actor: Actor | null,
    @RequestHost() host: string,
    @Parameters() request: RegisterRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CompositeResponse> {
    const registration = actor ? await this.open(actor, request) : await this.look(host, request);
    sendsWrittenJson(reply);
    return registration;
  }

  private async open(actor: Actor, request: RegisterRequest): Promise<CompositeResponse> {
    if (request.all_public_streams && actor.role === GUEST) throw new PublicChannelsAreNotForGuests();
    const byDefault = await this.defaults.of(actor);
    const narrow = [...(request.narrow ?? byDefault.narrow)];
    const isOfAllPublic = request.all_public_streams ?? byDefault.allPublicChannels;
    const idle = request.idle_queue_timeout === 'mobile' ? MOBILE_IDLE_SECONDS : request.idle_queue_timeout;
    const options = {
      ...requestedOptions(request),
      clientGravatar: request.client_gravatar ?? true,
      isWide: actor.role !== GUEST && (isOfAllPublic || narrow.length > 0),
      narrow,
    };
    return this.registrations.register(actor, options, wantedOf(request), Math.min(idle, LONGEST_IDLE_SECONDS));
  }

  /** Spectators receive no events, so options about events are ignored. */
  private async look(host: string, request: RegisterRequest): Promise<CompositeResponse> {
    const organizationId = await this.organizations.organizationAt(host);
    if (request.client_gravatar) throw new ParameterNeedsAccount('client_gravatar');
    if (request.include_subscribers !== 'false') throw new ParameterNeedsAccount('include_subscribers');
    if (request.all_public_streams) throw new PublicChannelsAreNotForGuests();
    const options = { ...requestedOptions(request), clientGravatar: false, isWide: false, narrow: [] };
    return this.registrations.look(organizationId, options, wantedOf(request));
  }
}

const wantedOf = (request: RegisterRequest): string[] | null => request.fetch_event_types ?? request.event_types;

/** Options that every user may choose. */
const requestedOptions = (request: RegisterRequest): Omit<QueueOptions, 'clientGravatar' | 'isWide' | 'narrow'> => ({
  eventTypes: request.event_types,
  applyMarkdown: request.apply_markdown,
  slimPresence: request.slim_presence,
  presenceHistoryDays: request.presence_history_limit_days,
  includeSubscribers: request.include_subscribers,
  capabilities: capabilities(request.client_capabilities ?? {}),
});

/** A capability that the client does not name is off. Unknown names are dropped. */
function capabilities(given: Partial<Capabilities>): Capabilities {
  const capabilities = { ...NO_CAPABILITIES };
  for (const name of Object.keys(NO_CAPABILITIES) as (keyof Capabilities)[]) capabilities[name] = given[name] ?? false;
  return capabilities;
}
