import type { Config } from '@app/platform';

const NO_CALLS = { name: 'None', id: 0 };
const JITSI_MEET = { name: 'Jitsi Meet', id: 1 };
const BIG_BLUE_BUTTON = { name: 'BigBlueButton', id: 4 };

/** All providers that an organization can have, on any server. */
export const VIDEO_CHAT_PROVIDER_IDS = [NO_CALLS, JITSI_MEET, BIG_BLUE_BUTTON].map(({ id }) => id);

/** The video call providers that this server offers. */
export const videoChatProviders = ({ bigBlueButton }: Pick<Config, 'bigBlueButton'>) => ({
  disabled: NO_CALLS,
  jitsi_meet: JITSI_MEET,
  ...(bigBlueButton ? { big_blue_button: BIG_BLUE_BUTTON } : {}),
});

export const GIPHY_RATINGS = {
  disabled: { name: 'GIPHY integration disabled', id: 0 },
  y: { name: 'Allow GIFs rated Y (Very young audience)', id: 1 },
  g: { name: 'Allow GIFs rated G (General audience)', id: 2 },
  pg: { name: 'Allow GIFs rated PG (Parental guidance)', id: 3 },
  'pg-13': { name: 'Allow GIFs rated PG-13 (Parental guidance - under 13)', id: 4 },
  r: { name: 'Allow GIFs rated R (Restricted)', id: 5 },
};

/** The types of organizations, by their numbers in the protocol. */
export const ORGANIZATION_TYPES = [0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000];
