import type { Person } from '../store/people';
import styles from './Avatar.module.css';
import { classes } from './classes';

interface Props {
  readonly person: Pick<Person, 'user_id' | 'full_name' | 'avatar_url'> | undefined;
  readonly isSmall?: boolean;
}

/** The picture of a user, or the initials. Pictures are never loaded from other servers. */
export function Avatar({ person, isSmall }: Props) {
  const url = person?.avatar_url;
  const own = url && new URL(url, location.href).origin === location.origin ? url : null;
  return (
    <span
      class={classes(styles.avatar, isSmall && styles.small)}
      style={{ '--hue': ((person?.user_id ?? 0) * 67 + 210) % 360 }}
      aria-hidden="true"
      data-initials={own ? undefined : initialsOf(person?.full_name ?? '')}
    >
      {own && <img src={own} alt="" loading="lazy" />}
    </span>
  );
}

const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '').join('');
};
