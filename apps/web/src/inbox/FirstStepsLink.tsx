import { useEffect, useState } from 'preact/hooks';
import { useClient } from '../app/client';
import { t } from '../i18n';

/** The number of steps in the guide (`settings/first-steps/steps.ts`), which is loaded with the settings. */
const STEPS = 6;

/** Leads owners to the guide for a new organization, while it has open steps. */
export function FirstStepsLink() {
  const { store, firstSteps } = useClient();
  const isOwner = store.own?.is_owner === true;
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (!isOwner) return;
    let isWanted = true;
    const take = (settled: readonly string[]) => isWanted && setLeft(STEPS - settled.length);
    void firstSteps.settled().then(take, () => undefined);
    return () => void (isWanted = false);
  }, [isOwner]);
  if (!isOwner || left <= 0) return null;
  return (
    <p>
      <a href="#organization/first-steps">{t.firstSteps(left)}</a>
    </p>
  );
}
