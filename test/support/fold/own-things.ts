import type { Event } from '../event-queue';
import type { Fold } from './state';

interface Words {
  /** The name of the object in the events, and its id. */
  readonly one: string;
  readonly id: string;
  /** The id inside of the object. */
  readonly key: string;
}

/** Lists whose events add, change and remove single objects; several are added at once where `one` is their list. */
const list =
  (name: string, { one, id, key }: Words): Fold =>
  (state, event) => {
    const present = state[name] as Record<string, unknown>[] | undefined;
    if (!present) return;
    const given = thingsIn(event, name, one);
    const gone = new Set([...given.map((thing) => thing[key]), ...(event.op === 'remove' ? [event[id]] : [])]);
    state[name] = [...present.filter((thing) => !gone.has(thing[key])), ...given];
  };

const thingsIn = (event: Event, name: string, one: string): Record<string, unknown>[] =>
  [event[name], event[one]].flat().filter((thing) => typeof thing === 'object') as Record<string, unknown>[];

export const drafts: Fold = list('drafts', { one: 'draft', id: 'draft_id', key: 'id' });
export const saved_snippets: Fold = list('saved_snippets', {
  one: 'saved_snippet',
  id: 'saved_snippet_id',
  key: 'id',
});

export const navigation_view: Fold = (state, event) => {
  const views = state.navigation_views as Record<string, unknown>[] | undefined;
  if (!views) return;
  if (event.op === 'add') views.push(event.navigation_view as Record<string, unknown>);
  const view = views.find(({ fragment }) => fragment === event.fragment);
  if (event.op === 'update') Object.assign(view!, event.data);
  if (event.op === 'remove') state.navigation_views = views.filter((one) => one !== view);
};

export const realm_playgrounds: Fold = (state, event) => {
  if ('realm_playgrounds' in state) state.realm_playgrounds = event.realm_playgrounds;
};

/** Clients receive no events of a removed device. */
export const push_device: Fold = (state, { push_account_id, status, error_code = null }) => {
  const devices = state.push_devices as Record<string, unknown> | undefined;
  if (devices) devices[String(push_account_id)] = { status, error_code };
};
