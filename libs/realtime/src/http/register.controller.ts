import { Actor, CurrentActor, Operation, Parameters } from '@app/platform';
import { Controller } from '@nestjs/common';
import { QueueDefaults } from '../app/queue-defaults';
import { Registration, Registrations } from '../app/registrations.service';
import { PublicChannelsAreNotForGuests } from '../domain/errors';
import { Capabilities, NO_CAPABILITIES } from '../domain/queue-options';
import { RegisterRequest, RegisterResponse } from './register.dto';

const GUEST = 600;
const MOBILE_IDLE_SECONDS = 12 * 3600;
const LONGEST_IDLE_SECONDS = 7 * 86_400;

@Controller('api/v1')
export class RegisterController {
  constructor(
    private readonly registrations: Registrations,
    private readonly defaults: QueueDefaults,
  ) {}

  @Operation('POST', 'register', {
    summary: 'Register an event queue and read the state that it goes on from',
    section: 'reference realtime 1',
    tag: 'real time',
    request: RegisterRequest,
    response: RegisterResponse,
    errors: ['BAD_NARROW'],
  })
  async register(@CurrentActor() actor: Actor, @Parameters() request: RegisterRequest): Promise<Registration> {
    if (request.all_public_streams && actor.role === GUEST) throw new PublicChannelsAreNotForGuests();
    const byDefault = await this.defaults.of(actor);
    const narrow = [...(request.narrow ?? byDefault.narrow)];
    const isOfAllPublic = request.all_public_streams ?? byDefault.allPublicChannels;
    const idle = request.idle_queue_timeout === 'mobile' ? MOBILE_IDLE_SECONDS : request.idle_queue_timeout;
    const options = {
      eventTypes: request.event_types,
      applyMarkdown: request.apply_markdown,
      clientGravatar: request.client_gravatar,
      slimPresence: request.slim_presence,
      presenceHistoryDays: request.presence_history_limit_days,
      isWide: actor.role !== GUEST && (isOfAllPublic || narrow.length > 0),
      includeSubscribers: request.include_subscribers,
      narrow,
      capabilities: capabilities(request.client_capabilities ?? {}),
    };
    const wanted = request.fetch_event_types ?? request.event_types;
    return this.registrations.register(actor, options, wanted, Math.min(idle, LONGEST_IDLE_SECONDS));
  }
}

/** What a client does not name it does not understand; names of later levels are not ours to keep. */
function capabilities(given: Partial<Capabilities>): Capabilities {
  const known = Object.keys(NO_CAPABILITIES) as (keyof Capabilities)[];
  return Object.fromEntries(known.map((name) => [name, given[name] ?? false])) as unknown as Capabilities;
}
