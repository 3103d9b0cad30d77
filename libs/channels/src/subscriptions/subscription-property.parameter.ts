import { checkedColor } from '../records/color';
import { SubscriptionPropertyIsUnknown, SubscriptionValueIsInvalid } from '../errors';
import type { SettingChange } from '../records/subscription';

/** Settings by their names in requests. Muting also has an older name with the opposite meaning. */
const BOOLEANS: Readonly<Record<string, { setting: Exclude<SettingChange['setting'], 'color'>; isOpposite?: true }>> = {
  is_muted: { setting: 'isMuted' },
  in_home_view: { setting: 'isMuted', isOpposite: true },
  pin_to_top: { setting: 'pinToTop' },
  desktop_notifications: { setting: 'desktopNotifications' },
  audible_notifications: { setting: 'audibleNotifications' },
  push_notifications: { setting: 'pushNotifications' },
  email_notifications: { setting: 'emailNotifications' },
  wildcard_mentions_notify: { setting: 'wildcardMentionsNotify' },
};

/**
 * Reads one change (docs/protocol/subscriptions.md).
 * @throws SubscriptionPropertyIsUnknown, SubscriptionValueIsInvalid, ColorIsInvalid
 */
export function settingChange(property: string, value: boolean | string): SettingChange {
  if (property === 'color') {
    if (typeof value !== 'string') throw new SubscriptionValueIsInvalid('color is not a string');
    return { setting: 'color', value: checkedColor(value) };
  }
  const known = Object.hasOwn(BOOLEANS, property) ? BOOLEANS[property] : undefined;
  if (!known) throw new SubscriptionPropertyIsUnknown(property);
  if (typeof value !== 'boolean') throw new SubscriptionValueIsInvalid(`${property} is not a boolean`);
  return { setting: known.setting, value: known.isOpposite ? !value : value };
}
