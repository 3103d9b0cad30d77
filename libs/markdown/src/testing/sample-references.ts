import { compileLinkifier } from '../linkifier/linkifier';
import type { Upload, UploadedImage } from '../media/media';
import type { References } from '../references';

export const noReferences: References = { users: [], groups: [], channels: [] };

/** A bakery: the users, groups and channels of the specs. */
export const sampleReferences: References = {
  users: [
    { id: 31, fullName: 'Rosa Lind', isActive: true },
    { id: 44, fullName: 'Kim Ode', isActive: true },
    { id: 12, fullName: 'Kim Ode', isActive: true },
    { id: 57, fullName: "Ben <O'Hara> & Co", isActive: true },
    { id: 60, fullName: 'Former Baker', isActive: false },
  ],
  groups: [
    { id: 5, name: 'ovens', displayName: 'ovens', isActive: true },
    { id: 6, name: 'role:moderators', displayName: 'Moderators', isActive: true },
    { id: 7, name: 'nightshift', displayName: 'nightshift', isActive: false },
  ],
  channels: [
    { id: 3, name: 'daily bread' },
    { id: 8, name: 'café v1.2 (old)' },
  ],
};

const PICTURE: UploadedImage = { width: 800, height: 600, isAnimated: false, transcoded: null, state: 'ready' };

const upload = (name: string, contentType: string, image: Partial<UploadedImage> | null = null): Upload => ({
  pathId: `2/ab/K/${name}`,
  contentType,
  image: image && { ...PICTURE, ...image },
});

/** The same bakery with all that an organization may have of its own, and previews. */
export const fullReferences: References = {
  ...sampleReferences,
  topics: [
    { channelId: 3, topic: 'v2 beta', newestMessageId: 5120 },
    { channelId: 8, topic: '', newestMessageId: 77 },
  ],
  uploads: [
    upload('roll.png', 'image/png', {}),
    upload('raw.png', 'image/png', { state: 'pending' }),
    upload('broken.png', 'image/png', { state: 'failed' }),
    upload('spin.gif', 'image/gif', { isAnimated: true }),
    upload('photo.heic', 'image/heic', { width: 4032, height: 3024, transcoded: '4032x3024.webp' }),
    upload('film.mp4', 'video/mp4'),
    upload('song.mp3', 'audio/mpeg'),
    upload('list.txt', 'text/plain'),
  ],
  previews: new Map([
    [
      'https://vimeo.com/76979871',
      {
        kind: 'video',
        title: 'Rolls & more',
        embedHtml:
          '<iframe src="https://player.vimeo.com/video/76979871" width="640" height="360" onload="x"></iframe>',
        thumbnailUrl: 'https://i.vimeocdn.com/video/1.jpg',
      },
    ],
    [
      'https://rye.example/menu',
      { kind: 'card', title: 'The "menu"', description: 'Rye & oat', imageUrl: 'https://rye.example/menu (1).png' },
    ],
    ['https://rye.example/plain', { kind: 'card', title: 'Plain', description: null, imageUrl: null }],
    ['https://rye.example/nothing', { kind: 'nothing' }],
  ]),
  customEmoji: [
    { id: 4, name: 'sourdough', sourceUrl: '/user_avatars/2/emoji/images/4.png', stillUrl: null },
    { id: 5, name: 'bread', sourceUrl: '/user_avatars/2/emoji/images/5.gif', stillUrl: null },
  ],
  linkifiers: [compileLinkifier('#(?P<id>[0-9]+)', 'https://oven.example/{id}')],
  organization: {
    url: 'https://chat.rye.example',
    defaultCodeLanguage: null,
    previewsImages: true,
    previewsLinks: true,
    externalImageProxy: (url) => `/external_content/${'0'.repeat(40)}/${Buffer.from(url).toString('hex')}`,
  },
};

/** {@link fullReferences} for an author who has faces translated. */
export const emojiReferences: References = { ...fullReferences, translatesEmoticons: true };
