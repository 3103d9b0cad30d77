import type { ProfileField } from '@parley/client';
import { useClient } from '../app/client';
import { userName } from '../app/names';
import type { Person } from '../store/people';
import type { Store } from '../store/store';
import { Html } from '../ui/Html';
import styles from './Card.module.css';

type Value = NonNullable<Person['profile_data']>[string];

const KIND = { select: 3, link: 5, users: 6, account: 7 };

/** What a user says in the fields that the organization has defined. */
export function ProfileValues({ person }: { readonly person: Person }) {
  const { store } = useClient();
  const fields = [...store.lists.get('custom_profile_fields')].sort((one, other) => one.order - other.order);
  const shown = fields.flatMap((field) => {
    const value = person.profile_data?.[field.id];
    return value && value.value !== '' ? [{ field, value }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <dl class={styles.values}>
      {shown.map(({ field, value }) => (
        <div key={field.id}>
          <dt dir="auto">{field.name}</dt>
          <dd dir="auto">{contentOf(store, field, value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function contentOf(store: Store, { type, field_data: data }: ProfileField, { value, rendered_value: html }: Value) {
  if (html) return <Html html={html} />;
  switch (type) {
    case KIND.select:
      return (JSON.parse(data) as Record<string, { text: string } | undefined>)[value]?.text ?? value;
    case KIND.users:
      return (JSON.parse(value) as number[]).map((id) => userName(store, id)).join(', ');
    case KIND.link:
      return <Link href={value}>{value}</Link>;
    case KIND.account: {
      const { url_pattern: pattern } = JSON.parse(data) as { url_pattern?: string };
      return pattern ? <Link href={pattern.replace('%(username)s', encodeURIComponent(value))}>{value}</Link> : value;
    }
    default:
      return value;
  }
}

/** A user may have written any scheme. */
function Link({ href, children }: { readonly href: string; readonly children: string }) {
  if (!/^https?:/i.test(href)) return <>{children}</>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
