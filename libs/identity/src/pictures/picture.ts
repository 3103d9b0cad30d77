/** The purpose of a picture. Each kind has its own files. */
export type PictureKind = 'avatar' | 'emoji' | 'organization';

/** The file name endings of each kind. */
export const ENDINGS = {
  avatar: ['.png', '-medium.png'],
  emoji: ['.png', '.gif', '-still.png'],
  organization: ['.png'],
} as const satisfies Record<PictureKind, readonly string[]>;

export type Ending<Kind extends PictureKind> = (typeof ENDINGS)[Kind][number];

/** The result of `unguessable()`. The name is the permission to see the picture. */
const NAME = /^[A-Za-z0-9_-]{24}/;

/** The key of a file of a picture; `null`: this kind has no such file. */
export function pictureKey(kind: PictureKind, organizationId: number, file: string): string | null {
  const [name] = NAME.exec(file) ?? [];
  if (name === undefined || !(ENDINGS[kind] as readonly string[]).includes(file.slice(name.length))) return null;
  return `${kind}/${organizationId}/${file}`;
}
