import { Flag, Integer, Json, SESSION_SECONDS, Text, Word } from '@app/platform';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import type { OrganizationChange, OrganizationPatch } from './organization-changes.service';
import { PROPERTIES, PROPERTY_NAMES, PropertyName, shownProperty } from './organization-properties.client-events';
import { ORGANIZATION_TYPES, VIDEO_CHAT_PROVIDER_IDS } from './organization-choices.client-events';
import type { GroupSetting } from '../roles/group-setting';
import { checkGroupSettingChange, GroupSettingChange } from '../permissions/group-setting-change';
import { groupSettingChangeSchema, groupSettingSchema } from '../permissions/group-setting.parameter';
import { LANGUAGES } from '../personal-settings/language';
import { Lifetime, MAX_NUMBER, Period, SHORTEST_SESSION } from './period.parameter';
import { AUTHENTICATION_METHODS, OrganizationSettings } from '../records/organization-settings';
import { ORGANIZATION_SETTINGS, OrganizationSettingName } from '../roles/setting-tables';

const GROUP_SETTING_NAMES = Object.keys(ORGANIZATION_SETTINGS) as OrganizationSettingName[];

const Switch = (doc: string) => Flag({ doc, required: false });
const Number_ = (doc: string, min: number, max: number) => Integer({ doc, required: false, min, max });
const Channel = (doc: string) => Integer({ doc: `${doc}; -1: none.`, required: false, min: -1 });
const Line = (doc: string, maxLength: number) => Text({ doc, required: false, maxLength });
const Choice = (doc: string, oneOf: readonly string[]) => Word({ doc, required: false, oneOf });

const LanguageTag = () =>
  ValidateBy(
    { name: 'language', validator: { validate: (text: string) => LANGUAGES.has(text) } },
    { message: 'Invalid $V' },
  );

const isMethods = (value: unknown): value is Record<string, boolean> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((one) => typeof one === 'boolean');
const unavailable = (methods: Record<string, boolean>): string | undefined =>
  Object.keys(methods).find((name) => methods[name] && !(AUTHENTICATION_METHODS as readonly string[]).includes(name));

/** A method that is absent is off. */
const Methods = () =>
  Json({
    doc: 'Ways to log in by name, and whether they are on; owners decide it.',
    required: false,
    schema: { type: 'object', additionalProperties: { type: 'boolean' } },
    check: (value) => {
      if (!isMethods(value)) return '$V is not a dict of booleans';
      const name = unavailable(value);
      return name === undefined ? null : `$V: ${name} is not available on this server`;
    },
  });

const Kind = () =>
  Json({
    doc: 'The number of the kind of organization that it is.',
    required: false,
    schema: { type: 'integer', enum: ORGANIZATION_TYPES },
    check: (value) => (ORGANIZATION_TYPES.includes(value as number) ? null : 'Invalid $V'),
  });

const Provider = () =>
  Json({
    doc: 'Number of the provider in available_video_chat_providers.',
    required: false,
    schema: { type: 'integer', enum: VIDEO_CHAT_PROVIDER_IDS },
    check: (value) => (VIDEO_CHAT_PROVIDER_IDS.includes(value as number) ? null : 'Invalid $V'),
  });

const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:\/\/[^\s/?#@]/i.test(text);

/** Clients append the name of a room, so the address has no credentials, spaces, query or fragment. */
const JitsiAddress = () =>
  ValidateBy(
    {
      name: 'jitsiAddress',
      validator: {
        validate: (text: string) => text === 'default' || (isWebAddress(text) && /^[^\s?#@<>"'`\\]+$/.test(text)),
      },
    },
    { message: '$V is not a URL' },
  );

/** The group settings of the organization are parameters too. They are declared below, from their table. */
export class ChangeOrganizationRequest {
  @Line('Name, of 1 to 40 characters.', 40) name?: string;
  @Line('Description: Markdown.', 1000) description?: string;
  @Switch('Whether messages can be edited.') allow_message_editing?: boolean;
  @Methods() authentication_methods?: Record<string, boolean>;
  @Switch('Only administrators change pictures.') avatar_changes_disabled?: boolean;
  @Line('Language of code blocks that name none.', 40) default_code_block_language?: string;
  @Line('Language of new accounts, such as en or pt-br.', 50) @LanguageTag() default_language?: string;
  @Switch('Whether summaries are mailed.') digest_emails_enabled?: boolean;
  @Number_('Day of the summaries: 0 Monday to 6 Sunday.', 0, 6) digest_weekday?: number;
  @Switch('Throw-away addresses are refused.') disallow_disposable_email_addresses?: boolean;
  @Switch('Only administrators change addresses.') email_changes_disabled?: boolean;
  @Switch('Only addresses of some domains may join.') emails_restricted_to_domains?: boolean;
  @Switch('Clients warn of direct messages to guests.') enable_guest_user_dm_warning?: boolean;
  @Switch('Clients mark guests.') enable_guest_user_indicator?: boolean;
  @Switch('Whether users see the readers of a message.') enable_read_receipts?: boolean;
  @Switch('Whether web-public channels can be read without an account.') enable_spectator_access?: boolean;
  @Number_('Number of the rating in giphy_rating_options.', 0, 5) giphy_rating?: number;
  @Switch('Whether clients show linked pictures.') inline_image_preview?: boolean;
  @Switch('Whether clients show linked pages.') inline_url_embed_preview?: boolean;
  @Switch('Joining takes an invitation; owners decide it.') invite_required?: boolean;
  @JitsiAddress()
  @Text({
    doc: 'Address of a Jitsi Meet server that clients link calls at; `default`: the one of the server.',
    required: false,
    maxLength: 200,
    isWord: true,
  })
  jitsi_server_url?: string;
  @Switch('Whether mails quote messages.') message_content_allowed_in_email_notifications?: boolean;
  @Switch('What `topics_policy` was called before: true disables the empty topic.') mandatory_topics?: boolean;
  @Period('Seconds in which messages can be deleted') message_content_delete_limit_seconds?: number | 'unlimited';
  @Period('Seconds in which messages can be edited') message_content_edit_limit_seconds?: number | 'unlimited';
  @Choice('What is shown of edits.', ['all', 'moves', 'none']) message_edit_history_visibility_policy?: string;
  @Period('Days that messages are kept; owners decide it') message_retention_days?: number | 'unlimited';
  @Channel('Channel that reported messages are sent to') moderation_request_channel_id?: number;
  @Period('Seconds in which messages can change the channel')
  move_messages_between_streams_limit_seconds?: number | 'unlimited';
  @Period('Seconds in which messages can change the topic')
  move_messages_within_stream_limit_seconds?: number | 'unlimited';
  @Switch('Only administrators change names.') name_changes_disabled?: boolean;
  @Channel('Channel in which new channels are announced') new_stream_announcements_stream_id?: number;
  @Kind() org_type?: number;
  @Switch('Whether presence is turned off.') presence_disabled?: boolean;
  @Number_('Seconds after which a session authenticates again for dangerous actions; owners decide it.', 60, 86_400)
  reauthentication_seconds?: number;
  @Switch('Push notifications carry no text of messages unless encrypted.') require_e2ee_push_notifications?: boolean;
  @Switch('All names of users must differ.') require_unique_names?: boolean;
  @Switch('Whether it is said in a channel what is done to it.') send_channel_events_messages?: boolean;
  @Switch('Whether newcomers get a mail.') send_welcome_emails?: boolean;
  @Number_('Seconds without use after which a session ends; owners decide it.', SHORTEST_SESSION, SESSION_SECONDS)
  session_idle_seconds?: number;
  @Lifetime() session_lifetime_seconds?: number | 'unlimited';
  @Channel('Channel in which newcomers are announced') signup_announcements_stream_id?: number;
  @Choice('Whether channel messages may be without a topic.', ['allow_empty_topic', 'disable_empty_topic'])
  topics_policy?: string;
  @Provider() video_chat_provider?: number;
  @Number_('Days until members are full members; owners decide it.', 0, MAX_NUMBER) waiting_period_threshold?: number;
  @Switch('Whether directories may list the organization.') want_advertise_in_communities_directory?: boolean;
  @Line('What newcomers are told.', 8000) welcome_message_custom_text?: string;
  @Channel('Channel in which news of the software are announced') zulip_update_announcements_stream_id?: number;
}

const SettingChange = Json({
  doc: 'Who may do it; `old` is what the client takes it to be.',
  required: false,
  schema: groupSettingChangeSchema,
  check: checkGroupSettingChange,
});
for (const name of GROUP_SETTING_NAMES) SettingChange(ChangeOrganizationRequest.prototype, name);

/** The changed values by name, without those of texts. */
export class ChangeOrganizationResponse {
  [name: string]: unknown;
}

const VALUE = {
  description: 'The new value; of a text the word "updated"',
  oneOf: [{ type: 'boolean' }, { type: 'integer' }, { type: 'string', enum: ['updated'] }, { type: 'object' }],
  nullable: true,
};
const document = (name: string, schema: object): void => {
  Reflect.defineMetadata('design:type', Object, ChangeOrganizationResponse.prototype, name);
  ApiProperty({ ...schema, required: false })(ChangeOrganizationResponse.prototype, name);
};
for (const name of ['name', 'description', ...PROPERTY_NAMES]) document(name, VALUE);
for (const name of GROUP_SETTING_NAMES) document(name, groupSettingSchema);

type Given = Partial<
  Record<PropertyName, boolean | number | string | object> & Record<OrganizationSettingName, unknown>
>;

/** Converts the request to the names of the domain. */
export function organizationPatchIn({
  name,
  description,
  mandatory_topics,
  ...request
}: ChangeOrganizationRequest): OrganizationPatch {
  const given = { ...request, topics_policy: request.topics_policy ?? topicsPolicyOf(mandatory_topics) } as Given;
  const settings = PROPERTY_NAMES.filter((property) => given[property] !== undefined).map((property) => {
    const { key, read } = PROPERTIES[property];
    return [key, read(given[property]!)] as const;
  });
  const permissions = GROUP_SETTING_NAMES.filter((setting) => given[setting] !== undefined).map((setting) => {
    return [setting, given[setting] as GroupSettingChange] as const;
  });
  return {
    name,
    description,
    settings: Object.fromEntries(settings),
    permissions: Object.fromEntries(permissions),
  };
}

function topicsPolicyOf(isMandatory: boolean | undefined): string | undefined {
  if (isMandatory === undefined) return undefined;
  return isMandatory ? 'disable_empty_topic' : 'allow_empty_topic';
}

export function answerOf({ settings, permissions, ...texts }: OrganizationChange): ChangeOrganizationResponse {
  const changed = PROPERTY_NAMES.filter((name) => PROPERTIES[name].key in settings);
  const values = changed.map((name) => [name, shownProperty(name, settings as OrganizationSettings)] as const);
  const simple = [...Object.entries(texts), ...values].map(([name, value]): [string, unknown] => [
    name,
    typeof value === 'string' ? 'updated' : value,
  ]);
  const groups: Partial<Record<OrganizationSettingName, GroupSetting>> = permissions;
  return { ...Object.fromEntries(simple), ...groups };
}
