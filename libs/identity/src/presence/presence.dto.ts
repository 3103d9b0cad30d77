import { Flag, Integer, Word } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';
import type { ModernPresences, OlderPresences } from './presence.client-events';

const SECONDS = { type: 'integer' as const, description: 'UNIX seconds.' };
const status = (words: string[]) => ({
  type: 'object' as const,
  required: ['status', 'timestamp'],
  additionalProperties: false,
  properties: { status: { type: 'string' as const, enum: words }, timestamp: SECONDS },
});
const CLIENT = { type: 'string' as const, enum: ['website'] };
const WORD = { type: 'string' as const, enum: ['active', 'idle'] };
const OLDER = {
  type: 'object' as const,
  required: ['aggregated', 'website'],
  properties: {
    aggregated: {
      type: 'object' as const,
      required: ['client', 'status', 'timestamp'],
      properties: { client: CLIENT, status: WORD, timestamp: SECONDS },
    },
    website: {
      type: 'object' as const,
      required: ['client', 'status', 'timestamp', 'pushable'],
      properties: { client: CLIENT, status: WORD, timestamp: SECONDS, pushable: { type: 'boolean' as const } },
    },
  },
};
const MODERN = {
  type: 'object' as const,
  required: ['active_timestamp', 'idle_timestamp'],
  properties: { active_timestamp: SECONDS, idle_timestamp: SECONDS },
};
const NOW = { description: 'UNIX seconds, with a fraction.' };

export class ReportPresenceRequest {
  @Word({ doc: 'Whether the client is in use.', oneOf: ['active', 'idle'] })
  status: 'active' | 'idle';

  @Flag({ doc: "Report only; do not answer with others' presence.", required: false })
  ping_only = false;

  @Flag({ doc: 'Whether the client was used since its last report.', required: false })
  new_user_input = false;

  @Flag({ doc: 'Presence keyed by user id.', required: false })
  slim_presence = false;

  @Integer({
    doc: '`presence_last_update_id` of an earlier answer: only what changed since; -1: everything.',
    min: -1,
    required: false,
  })
  last_update_id?: number;

  @Integer({
    doc: 'Days of presence to return; ignored with a `last_update_id` above 0.',
    max: 36_500,
    required: false,
  })
  history_limit_days = 14;
}

export class ReportPresenceResponse {
  @ApiProperty({
    selfRequired: false,
    description: 'By user id with `slim_presence` or `last_update_id`, otherwise by address; not with `ping_only`.',
    type: 'object',
    additionalProperties: { anyOf: [MODERN, OLDER] },
  })
  presences?: ModernPresences | OlderPresences;

  @ApiProperty({ ...NOW, required: false })
  server_timestamp?: number;

  @ApiProperty({
    type: 'integer',
    required: false,
    description: 'For the next `last_update_id`; -1: there is nothing.',
  })
  presence_last_update_id?: number;
}

export class PresenceOfUserResponse {
  @ApiProperty({
    type: 'object',
    selfRequired: true,
    required: ['aggregated', 'website'],
    properties: { aggregated: status(['active', 'idle', 'offline']), website: status(['active', 'idle']) },
  })
  presence: Record<'aggregated' | 'website', { status: string; timestamp: number }>;
}

export class PresenceOfOrganizationResponse {
  @ApiProperty({ description: 'By address.', type: 'object', additionalProperties: OLDER })
  presences: OlderPresences;

  @ApiProperty(NOW)
  server_timestamp: number;
}
