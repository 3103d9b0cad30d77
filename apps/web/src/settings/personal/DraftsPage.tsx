import { useClient } from '../../app/client';
import { hrefOf } from '../../app/router';
import { s } from '../words';

/** Where the drafts are. */
export function DraftsPage() {
  const { store } = useClient();
  return (
    <>
      <p>{s.draftCount(store.lists.get('drafts').length)}</p>
      <p>
        <a href={hrefOf({ view: 'drafts' })}>{s.showDrafts}</a>
      </p>
    </>
  );
}
