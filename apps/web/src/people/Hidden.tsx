import { useClient } from '../app/client';
import { t } from '../i18n';

/** The last entry of a list of people: how many of them the user may not see. */
export function Hidden({ ids }: { readonly ids: readonly number[] }) {
  const { store } = useClient();
  const count = ids.filter((id) => !store.people.users.get(id)).length;
  return count === 0 ? null : <li>{t.hiddenPeople(count)}</li>;
}
