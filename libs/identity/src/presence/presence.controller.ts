import { Actor, CurrentActor, Heavy, HumansOnly, Operation, Parameters, ReplicaReads } from '@app/platform';
import { Controller, Param } from '@nestjs/common';
import { modernPresences, olderPresences } from './presence.client-events';
import { PresenceReadings } from './presence-readings.service';
import { Presences } from './presences.service';
import { statusAt, statusOf } from './presence';
import {
  PresenceOfOrganizationResponse,
  PresenceOfUserResponse,
  ReportPresenceRequest,
  ReportPresenceResponse,
} from './presence.dto';

const SECTION = 'docs/protocol/personal.md';
const TAG = 'presence';

@Controller('api/v1')
export class PresenceController {
  constructor(
    private readonly presences: Presences,
    private readonly readings: PresenceReadings,
    private readonly reads: ReplicaReads,
  ) {}

  @HumansOnly()
  @Operation('POST', 'users/me/presence', {
    summary: "Report own presence, and get others'",
    section: SECTION,
    tag: TAG,
    request: ReportPresenceRequest,
    response: ReportPresenceResponse,
  })
  async report(
    @CurrentActor() actor: Actor,
    @Parameters() request: ReportPresenceRequest,
  ): Promise<ReportPresenceResponse> {
    await this.presences.report(actor, request.status === 'active');
    if (request.ping_only) return {};
    const { last_update_id: since, history_limit_days: historyDays } = request;
    const list = await this.readings.list(actor, { since, historyDays });
    const isModern = request.slim_presence || since !== undefined;
    return {
      presences: isModern ? modernPresences(list) : olderPresences(list),
      server_timestamp: list.now,
      presence_last_update_id: list.lastChange,
    };
  }

  @Operation('GET', 'users/:user/presence', {
    summary: 'Get the presence of a user, by id or by e-mail address',
    section: SECTION,
    tag: TAG,
    response: PresenceOfUserResponse,
  })
  async get(@CurrentActor() actor: Actor, @Param('user') user: string): Promise<PresenceOfUserResponse> {
    const presence = await this.readings.find(actor, user);
    return { presence: { aggregated: statusAt(presence, presence.now), website: statusOf(presence) } };
  }

  @Heavy()
  @Operation('GET', 'realm/presence', {
    summary: 'Get the presence of everybody',
    section: SECTION,
    tag: TAG,
    response: PresenceOfOrganizationResponse,
  })
  async list(@CurrentActor() actor: Actor): Promise<PresenceOfOrganizationResponse> {
    const list = await this.reads.run(actor, () => this.readings.list(actor, {}));
    return { presences: olderPresences(list), server_timestamp: list.now };
  }
}
