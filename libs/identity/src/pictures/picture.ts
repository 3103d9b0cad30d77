/** What a picture is for; each kind has files of its own. */
export type PictureKind = 'avatar' | 'emoji' | 'organization';

/** Endings of the files that a picture of that kind may have. */
export const ENDINGS = {
  avatar: ['.png', '-medium.png'],
  emoji: ['.png', '.gif', '-still.png'],
  organization: ['.png'],
} as const satisfies Record<PictureKind, readonly string[]>;

export type Ending<Kind extends PictureKind> = (typeof ENDINGS)[Kind][number];

/** As `unguessable()` makes them: knowing the name is the permission to see the picture. */
const NAME = /^[A-Za-z0-9_-]{24}/;

/** The key of one file of a picture; null: no picture of that kind has such a file. */
export function pictureKey(kind: PictureKind, organizationId: number, file: string): string | null {
  const [name] = NAME.exec(file) ?? [];
  if (name === undefined || !(ENDINGS[kind] as readonly string[]).includes(file.slice(name.length))) return null;
  return `${kind}/${organizationId}/${file}`;
}
