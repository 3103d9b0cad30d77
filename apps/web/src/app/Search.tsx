import { t } from '../i18n';
import { useClient } from './client';
import styles from './Search.module.css';

export function Search() {
  const { router } = useClient();
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const words = new FormData(event.currentTarget as HTMLFormElement).get('words');
    const operand = typeof words === 'string' ? words.trim() : '';
    if (operand !== '') router.go({ view: 'messages', narrow: [{ operator: 'search', operand }] });
  };
  return (
    <form role="search" class={styles.search} onSubmit={onSubmit}>
      <input class={styles.field} type="search" name="words" aria-label={t.search} placeholder={t.searchHint} />
    </form>
  );
}
