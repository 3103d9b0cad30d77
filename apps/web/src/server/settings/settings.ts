import type { Connection, ParametersOf } from '@parley/client';
import { Refusal, refusalOf } from '../refusal';

type SettingsPatch = ParametersOf<'PATCH settings'>;
type OrganizationPatch = ParametersOf<'PATCH realm'>;

/** Facts about the account that have forms of their own. */
type OfAccount = 'full_name' | 'email' | 'old_password' | 'new_password';
export type PersonalSetting = Exclude<keyof SettingsPatch, OfAccount>;
/** `mandatory_topics` is the older name of `topics_policy`. */
export type OrganizationSetting = Exclude<keyof OrganizationPatch, 'mandatory_topics'>;

/** What a user may have otherwise in a channel. */
export type ChannelProperty =
  | 'is_muted'
  | 'pin_to_top'
  | 'desktop_notifications'
  | 'audible_notifications'
  | 'push_notifications'
  | 'email_notifications'
  | 'wildcard_mentions_notify';

/** What the user, and the organization, have chosen. The events that follow bring the new values into the store. */
export class Settings {
  constructor(private readonly connection: Connection) {}

  changeOwn(patch: SettingsPatch): Promise<Refusal | null> {
    return refusalOf(this.connection.request('PATCH settings', patch));
  }

  changeOrganization(patch: OrganizationPatch): Promise<Refusal | null> {
    return refusalOf(this.connection.request('PATCH realm', patch));
  }

  /** For those who join from now on. */
  changeForNewcomers(patch: ParametersOf<'PATCH realm/user_settings_defaults'>): Promise<Refusal | null> {
    return refusalOf(this.connection.request('PATCH realm/user_settings_defaults', patch));
  }

  /** @param file a picture */
  setAvatar(file: Blob): Promise<Refusal | null> {
    return refusalOf(this.connection.request('POST users/me/avatar', { file }));
  }

  deleteAvatar(): Promise<Refusal | null> {
    return refusalOf(this.connection.request('DELETE users/me/avatar', {}));
  }

  /** @param value nothing in it: the field becomes empty */
  setProfileValue(fieldId: number, value: string | number[]): Promise<Refusal | null> {
    return refusalOf(this.connection.request('PATCH users/me/profile_data', { data: [{ id: fieldId, value }] }));
  }

  /** For the user alone. @param value a colour is `#` and six digits */
  changeChannel(
    channelId: number,
    property: ChannelProperty | 'color',
    value: boolean | string,
  ): Promise<Refusal | null> {
    const change = { stream_id: channelId, property, value };
    return refusalOf(
      this.connection.request('POST users/me/subscriptions/properties', { subscription_data: [change] }),
    );
  }

  addAlertWord(word: string): Promise<Refusal | null> {
    return refusalOf(this.connection.request('POST users/me/alert_words', { alert_words: [word] }));
  }

  removeAlertWord(word: string): Promise<Refusal | null> {
    return refusalOf(this.connection.request('DELETE users/me/alert_words', { alert_words: [word] }));
  }

  muteUser(userId: number): Promise<Refusal | null> {
    return refusalOf(this.connection.request('POST users/me/muted_users/{user_id}', { user_id: userId }));
  }

  unmuteUser(userId: number): Promise<Refusal | null> {
    return refusalOf(this.connection.request('DELETE users/me/muted_users/{user_id}', { user_id: userId }));
  }

  /** @param isKnown the user has chosen something for the view before */
  pinView(fragment: string, isPinned: boolean, isKnown: boolean): Promise<Refusal | null> {
    const view = { fragment, is_pinned: isPinned };
    return refusalOf(
      isKnown
        ? this.connection.request('PATCH navigation_views/{fragment}', view)
        : this.connection.request('POST navigation_views', view),
    );
  }

  /** The user cannot log in any more. */
  deactivateOwn(): Promise<Refusal | null> {
    return refusalOf(this.connection.request('DELETE users/me', {}));
  }
}
