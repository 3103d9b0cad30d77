import type { Fold } from './state';

/** Lists that are sent as a whole replace the client's. */
const whole =
  (key: string): Fold =>
  (state, event) => {
    if (key in state) state[key] = event[key];
  };

export const realm_linkifiers = whole('realm_linkifiers');
export const realm_emoji = whole('realm_emoji');
export const onboarding_steps = whole('onboarding_steps');

interface Domain {
  domain: string;
  allow_subdomains: boolean;
}

export const realm_domains: Fold = (state, event) => {
  const domains = state.realm_domains as Domain[] | undefined;
  if (!domains) return;
  const changed = event.realm_domain as Domain | undefined;
  const name = changed?.domain ?? event.domain;
  const others = domains.filter(({ domain }) => domain !== name);
  state.realm_domains = changed ? [...others, changed] : others;
};

export const realm_user_settings_defaults: Fold = (state, event) => {
  const defaults = state.realm_user_settings_defaults as Record<string, unknown> | undefined;
  if (defaults) defaults[event.property as string] = event.value;
};
