import { useEffect, useState } from 'preact/hooks';
import { useClient } from '../../app/client';
import { t } from '../../i18n';
import type { IdentityProvider, ProviderTest } from '../../server/settings/identity-providers';
import type { Refusal } from '../../server/refusal';
import { DialogButtons, Dialog } from '../../ui/Dialog';
import { useAction } from '../action';
import { Failure } from '../Failure';
import styles from '../settings.module.css';
import { s, wordsOf } from '../words';
import { findingsOf } from './findings';
import { PersonTest } from './PersonTest';
import { type KeyStep, SigningKey } from './SigningKey';
import { ScimTokensDialog } from './ScimTokensDialog';

interface Props {
  readonly provider: IdentityProvider;
  /** It was just saved: whether it works is shown without being asked for. */
  readonly isNew: boolean;
  onChange(): void;
  onDone(): void;
}

/** A provider with what an owner does to it. */
export function ProviderRow({ provider, isNew, onChange, onDone }: Props) {
  const { identityProviders } = useClient();
  const { failure, run } = useAction();
  const [tested, setTested] = useState<ProviderTest | 'underWay' | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const [showsTokens, setShowsTokens] = useState(false);
  const { id, name, slug, kind, enabled } = provider;
  const reloading = async (work: Promise<Refusal | null>) => {
    const refused = await work;
    onDone();
    return refused;
  };
  const test = async () => {
    setTested('underWay');
    setRefusal(null);
    const outcome = await identityProviders.test(id, null);
    setTested(outcome.refusal ? null : outcome.answer);
    if (outcome.refusal) setRefusal(outcome.refusal.message || t.notReached);
  };
  useEffect(() => {
    if (isNew) void test();
  }, [isNew]);
  const remove = (event: Event) => {
    event.preventDefault();
    void run(reloading(identityProviders.remove(id)));
    setLeaving(false);
  };
  const changeKey = async (step: KeyStep) => {
    const refused = await identityProviders.change(id, { signing_key: step });
    if (!refused) void test();
    return refused;
  };
  const toggle = () => void run(reloading(identityProviders.change(id, { enabled: !enabled })));
  return (
    <li class={styles.item}>
      <span class={styles.about}>
        <span dir="auto">{name}</span>
        <small>{[wordsOf(`provider_${kind}`) ?? kind, slug, enabled ? s.inUse : s.notInUse].join(' · ')}</small>
      </span>
      <button class={styles.button} aria-label={s.testOf(name)} onClick={() => void test()}>
        {s.testShort}
      </button>
      <button class={styles.button} aria-label={s.change(name)} onClick={onChange}>
        {s.changeShort}
      </button>
      <button class={styles.button} aria-label={enabled ? s.switchOff(name) : s.switchOn(name)} onClick={toggle}>
        {enabled ? s.switchOffShort : s.switchOnShort}
      </button>
      <button class={styles.button} aria-label={s.scimTokensOf(name)} onClick={() => setShowsTokens(true)}>
        {s.scimTokens}
      </button>
      <button class={styles.danger} aria-label={s.remove(name)} onClick={() => setLeaving(true)}>
        {s.removeShort}
      </button>
      <Failure text={failure ?? refusal} />
      {tested === 'underWay' && <p role="status">{s.testing}</p>}
      {tested !== null && tested !== 'underWay' && <Findings tested={tested} />}
      {tested !== null && tested !== 'underWay' && tested.works && <PersonTest provider={provider} />}
      {tested !== null && tested !== 'underWay' && kind === 'saml' && (
        <SigningKey provider={provider} onStep={(step) => void run(reloading(changeKey(step)))} />
      )}
      {showsTokens && <ScimTokensDialog provider={provider} onClose={() => setShowsTokens(false)} />}
      {isLeaving && (
        <Dialog title={s.remove(name)} onClose={() => setLeaving(false)}>
          <form onSubmit={remove}>
            <p>{s.removeProviderHelp}</p>
            <DialogButtons confirm={s.removeShort} isDangerous failure={null} onCancel={() => setLeaving(false)} />
          </form>
        </Dialog>
      )}
    </li>
  );
}

/** What came of a test. */
function Findings({ tested }: { readonly tested: ProviderTest }) {
  return (
    <div class={styles.rows} role="status">
      <strong>{tested.works ? s.providerWorks : s.providerFails}</strong>
      <ul>
        {findingsOf(tested).map((finding, at) => (
          <li key={at}>{finding}</li>
        ))}
      </ul>
    </div>
  );
}
