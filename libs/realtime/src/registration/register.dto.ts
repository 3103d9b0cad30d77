import { Flag, Integer, Json, Texts, Word } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';
import type { Capabilities, NarrowTerm } from '../records/queue-options';

/** Unknown capabilities are ignored: newer clients declare more than this feature level has. */
function knownCapabilities(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return '$V is not a dict';
  const given = value as Record<string, unknown>;
  if (Object.keys(given).length > MAX_CAPABILITIES) return '$V is too long';
  if (!('notification_settings_null' in given)) return 'Missing $V["notification_settings_null"]';
  const wrong = Object.keys(given).find((name) => typeof given[name] !== 'boolean');
  return wrong === undefined ? null : `$V[${JSON.stringify(wrong)}] is not a boolean`;
}

/** The most terms of a narrow. Each sent message is compared with every term of every queue. */
const MAX_NARROW_TERMS = 100;
/** In code points, for an operator or operand. */
const MAX_OPERAND = 1_000;
/** In characters, for a whole narrow, which is stored and held in memory. */
const MAX_NARROW = 10_000;
const MAX_EVENT_TYPES = 100;
/** Long enough for names of later feature levels. */
const MAX_EVENT_TYPE = 60;
const MAX_CAPABILITIES = 100;

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

function narrowPairs(value: unknown): string | null {
  if (!Array.isArray(value)) return '$V is not a list';
  if (value.length > MAX_NARROW_TERMS) return '$V is too long';
  const isPair = (term: unknown) =>
    Array.isArray(term) &&
    term.length === 2 &&
    typeof term[0] === 'string' &&
    (typeof term[1] === 'string' || Number.isSafeInteger(term[1])) &&
    term.every((part) => typeof part !== 'string' || isStorable(part));
  const wrong = value.findIndex((term) => !isPair(term));
  if (wrong >= 0) return `$V[${wrong}] is not a pair of operator and operand`;
  const isLong = (part: unknown) => typeof part === 'string' && [...part].length > MAX_OPERAND;
  const long = value.findIndex((term: unknown[]) => term.some(isLong));
  if (long >= 0) return `$V[${long}] is too long`;
  return JSON.stringify(value).length > MAX_NARROW ? '$V is too long' : null;
}

export class RegisterRequest {
  @Texts({
    doc: 'Types of events that the queue delivers; absent: all. Unknown ones are accepted.',
    required: false,
    maxItems: MAX_EVENT_TYPES,
    maxLength: MAX_EVENT_TYPE,
  })
  event_types: string[] | null = null;

  @Texts({
    doc: 'Types of state to return; absent: those of `event_types`, else all.',
    required: false,
    maxItems: MAX_EVENT_TYPES,
    maxLength: MAX_EVENT_TYPE,
  })
  fetch_event_types: string[] | null = null;

  @Flag({ doc: 'Message content as HTML instead of its source.', required: false })
  apply_markdown = false;

  @Flag({
    doc: 'The client computes avatar addresses of the third-party provider itself; absent: so with an account.',
    required: false,
  })
  client_gravatar: boolean | null = null;

  @Flag({ doc: 'Presence keyed by user id.', required: false })
  slim_presence = false;

  @Integer({ doc: 'Days of presence to return.', required: false })
  presence_history_limit_days = 14;

  @Flag({ doc: 'Deliver messages of all public channels; absent: as the account has it by default.', required: false })
  all_public_streams: boolean | null = null;

  @Word({ doc: 'Whether subscriptions list their subscribers.', oneOf: ['true', 'false', 'partial'], required: false })
  include_subscribers: 'true' | 'false' | 'partial' = 'false';

  @Json({
    doc: 'Which messages the queue delivers: pairs of operator and operand; absent: as the account has it by default.',
    required: false,
    schema: {
      type: 'array',
      maxItems: MAX_NARROW_TERMS,
      items: {
        type: 'array',
        minItems: 2,
        maxItems: 2,
        items: { oneOf: [{ type: 'string', maxLength: MAX_OPERAND }, { type: 'integer' }] },
      },
    },
    check: narrowPairs,
  })
  narrow: NarrowTerm[] | null = null;

  @Json({
    doc: 'What the client understands.',
    required: false,
    schema: { type: 'object', additionalProperties: { type: 'boolean' } },
    check: knownCapabilities,
  })
  client_capabilities: Partial<Capabilities> | null = null;

  @Json({
    doc: 'Seconds that the queue is kept without polls, or `mobile`.',
    required: false,
    aliases: ['queue_lifespan_secs'],
    bareWords: ['mobile'],
    schema: {
      oneOf: [
        { type: 'integer', minimum: 1 },
        { type: 'string', enum: ['mobile'] },
      ],
    },
    check: (value) =>
      value === 'mobile' || (Number.isSafeInteger(value) && (value as number) > 0) ? null : 'Invalid $V',
  })
  idle_queue_timeout: number | 'mobile' = 600;
}

export class RegisterResponse {
  @ApiProperty({
    description: 'Names the queue in GET /events; null without an account.',
    type: String,
    nullable: true,
  })
  queue_id: string | null;

  @ApiProperty({ description: 'To be passed to the first GET /events.', type: 'integer' })
  last_event_id: number;

  @ApiProperty()
  zulip_version: string;

  @ApiProperty({ type: 'integer' })
  zulip_feature_level: number;

  @ApiProperty()
  zulip_merge_base: string;
}
