import { linkName } from '../ui/link-name';

/** A picture or a video of a message, as the lightbox shows it. */
export interface Picture {
  /** The link that shows it small. */
  readonly link: HTMLAnchorElement;
  readonly source: string;
  readonly isVideo: boolean;
  readonly name: string;
}

const LINKS = '.message_inline_image > a, a:has(> .message-media-preview-image)';

/** Those of the view, in the order of its messages. Videos of other sites are links and no pictures. */
export const picturesIn = (root: ParentNode): Picture[] =>
  [...root.querySelectorAll<HTMLAnchorElement>(LINKS)].flatMap((link) => pictureOf(link) ?? []);

export const picturesOfView = (): Picture[] => picturesIn(document.getElementById('main')!);

function pictureOf(link: HTMLAnchorElement): Picture | null {
  if (link.closest('.youtube-video, .embed-video')) return null;
  const shown = link.querySelector<HTMLImageElement | HTMLVideoElement>('img[src], video[src]');
  if (!shown) return null;
  return { link, source: wholeSourceOf(link, shown), isVideo: shown instanceof HTMLVideoElement, name: linkName(link) };
}

/** The upload itself, the form of it that browsers can draw, or the copy that this server keeps of another site's. */
function wholeSourceOf(link: HTMLAnchorElement, shown: HTMLImageElement | HTMLVideoElement): string {
  const drawable = shown.dataset.transcodedImage;
  if (drawable !== undefined) return shown.src.replace(/[^/]+$/, drawable);
  return link.origin === location.origin ? link.href : shown.src;
}
