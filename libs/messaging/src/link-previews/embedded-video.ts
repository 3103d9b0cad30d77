import type { LinkPreview } from '@app/markdown';

const VIMEO = /^https:\/\/(?:www\.)?vimeo\.com\/(\d{1,12})(?:[/?#]|$)/;

/**
 * Videos that clients embed, of the one provider whose player address follows from the page address. The HTML is made
 * here and contains nothing from other servers.
 */
export function asVideo(url: string, card: LinkPreview): LinkPreview {
  const id = VIMEO.exec(url)?.[1];
  if (id === undefined || card.kind !== 'card' || card.imageUrl === null) return card;
  const embedHtml = `<iframe src="https://player.vimeo.com/video/${id}" width="640" height="360" frameborder="0" allow="autoplay; fullscreen; picture-in-picture" allowfullscreen></iframe>`;
  return { kind: 'video', title: card.title, embedHtml, thumbnailUrl: card.imageUrl };
}
