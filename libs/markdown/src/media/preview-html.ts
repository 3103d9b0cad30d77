import { escapedText as text, openingTag } from '../html';
import type { LinkPreview, Upload } from './media';
import { pictureAttributes, PLACEHOLDER_CLASS } from './uploads';

type Attributes = Record<string, string | undefined>;

/** An image below its link; null when it cannot be shown. */
export function uploadedPicture(upload: Upload, href: string, title: string | undefined): string | null {
  const attributes = pictureAttributes(upload);
  if (!attributes) return null;
  const waits = upload.image!.state === 'pending' ? { class: PLACEHOLDER_CLASS } : {};
  return below('message_inline_image', { href, title }, opened('img', { ...waits, ...attributes }));
}

export function outsidePicture(src: string, href: string, title: string | undefined): string {
  return below('message_inline_image', { href, title }, opened('img', { src }));
}

/** Browsers load its first frame. */
export function uploadedVideo(href: string, title: string | undefined): string {
  const video = `${opened('video', { preload: 'metadata', src: href })}</video>`;
  return below('message_inline_image message_inline_video', { href, title }, video);
}

export function youtubeVideo(id: string, href: string, thumbnail: string): string {
  return below('youtube-video message_inline_image', { 'data-id': id, href }, opened('img', { src: thumbnail }));
}

export function embeddedVideo(embed: string, href: string, title: string | undefined, thumbnail: string): string {
  return below(
    'embed-video message_inline_image',
    { 'data-id': embed, href, title },
    opened('img', { src: thumbnail }),
  );
}

/** A card of a page; `image` is the address that the reader's client loads. */
export function websiteCard(href: string, image: string, card: Extract<LinkPreview, { kind: 'card' }>): string {
  const picture = { class: 'message_embed_image', href, style: `background-image: url("${cssAddress(image)}")` };
  const title =
    card.title && `<div class="message_embed_title">${anchor({ href, title: card.title }, text(card.title))}</div>`;
  const description = card.description && `<div class="message_embed_description">${text(card.description)}</div>`;
  const data = `<div class="data-container">${title ?? ''}${description ?? ''}</div>`;
  return `<div class="message_embed">${anchor(picture, '')}${data}</div>`;
}

/** Of the HTML for embedding, only the iframe of an https page is used. `null`: there is none. */
export function embeddableFrame(html: string): string | null {
  const [, written] = /^\s*<iframe\s([^<>]*)>\s*<\/iframe>\s*$/i.exec(html) ?? [];
  const [, src] = /(?:^|\s)src="(https:\/\/[^"<>\s]+)"/i.exec(written ?? '') ?? [];
  if (src === undefined) return null;
  const size = Array.from(
    written!.matchAll(/(?:^|\s)(width|height)="(\d{1,5})"/gi),
    ([, side = '', pixels]) => ` ${side.toLowerCase()}="${pixels}"`,
  );
  return `<iframe src="${src}"${size.join('')} frameborder="0" allowfullscreen></iframe>`;
}

function below(classes: string, link: Attributes, content: string): string {
  return `<div class="${classes}">${anchor(link, content)}</div>`;
}

function anchor(attributes: Attributes, content: string): string {
  return `${opened('a', attributes)}${content}</a>`;
}

function opened(name: string, attributes: Attributes): string {
  const known = Object.entries(attributes).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return openingTag(name, known);
}

/** What would end the address, or the declaration, is encoded. */
function cssAddress(address: string): string {
  return address.replace(
    /[\s"'()\\;]/g,
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
  );
}
