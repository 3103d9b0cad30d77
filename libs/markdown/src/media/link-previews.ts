import type { LinkFact } from '../fact';
import type { ReferenceIndex, RenderingOrganization } from '../references';
import {
  embeddableFrame,
  embeddedVideo,
  outsidePicture,
  uploadedPicture,
  uploadedVideo,
  websiteCard,
  youtubeVideo,
} from './preview-html';
import { imageAddress, videoSite, youtubeId } from './sites';
import { pathIdOf } from './uploads';

/** A message with more different links than this gets no previews. */
const MAX_LINKS = 24;
const SHOWN_VIDEO = /^video\/(?:mp4|webm|quicktime)$/;

interface Preview {
  /** null: only the text of the link changes. */
  readonly html: string | null;
  /** What a bare address is called instead; null: it stays. */
  readonly linkText: string | null;
  /** A paragraph of nothing but the address goes. */
  readonly replacesLink: boolean;
}

/** What is shown for the links of one text, each address once. */
export class LinkPreviews {
  /** Addresses of which a card or an embedded video could be made, in order. */
  readonly previewable: string[] = [];
  shownImages = 0;
  private readonly left: Set<string>;

  constructor(
    private readonly references: ReferenceIndex,
    private readonly organization: RenderingOrganization,
    links: readonly LinkFact[],
  ) {
    const addresses = new Set(links.map(({ address }) => address).filter((address) => this.mayBeShown(address)));
    this.left = addresses.size > MAX_LINKS ? new Set() : addresses;
    if (!organization.previewsLinks) return;
    for (const address of this.left) {
      const url = outsideUrl(address);
      if (url && imageAddress(url) === null) this.previewable.push(address);
    }
  }

  /** null: nothing is shown for the link, or it is shown already. */
  take({ address, text }: LinkFact): Preview | null {
    if (!this.left.delete(address)) return null;
    const title = text?.trim() || undefined;
    const url = outsideUrl(address);
    return url ? this.outside(url, address, title) : this.uploaded(address, title);
  }

  private mayBeShown(address: string): boolean {
    if (pathIdOf(address) !== null) return this.organization.previewsImages;
    return /^https?:\/\//i.test(address) && !`${address}/`.startsWith(`${this.organization.url}/`);
  }

  private uploaded(address: string, title: string | undefined): Preview | null {
    const upload = this.references.uploadAt(address);
    if (!upload) return null;
    if (SHOWN_VIDEO.test(upload.contentType)) return instead(uploadedVideo(address, title));
    const html = uploadedPicture(upload, address, title);
    if (html === null) return null;
    this.shownImages += 1;
    return instead(html);
  }

  private outside(url: URL, address: string, title: string | undefined): Preview | null {
    const image = imageAddress(url);
    if (image !== null) {
      if (!this.organization.previewsImages) return null;
      this.shownImages += 1;
      return instead(outsidePicture(this.proxied(image), address, title));
    }
    const known = this.organization.previewsLinks ? this.references.preview(address) : undefined;
    const site = videoSite(url);
    const linkText =
      site !== null && known && known.kind !== 'nothing' && known.title ? `${site} - ${known.title}` : null;
    const youtube = youtubeId(url);
    if (youtube !== null && this.organization.previewsImages) {
      const thumbnail = this.proxied(`https://i.ytimg.com/vi/${youtube}/mqdefault.jpg`);
      return { html: youtubeVideo(youtube, address, thumbnail), linkText, replacesLink: false };
    }
    if (known?.kind === 'card' && known.imageUrl !== null) {
      return { html: websiteCard(address, this.proxied(known.imageUrl), known), linkText, replacesLink: false };
    }
    const frame = known?.kind === 'video' ? embeddableFrame(known.embedHtml) : null;
    if (known?.kind !== 'video' || frame === null) return null;
    const html = embeddedVideo(frame, address, known.title ?? undefined, this.proxied(known.thumbnailUrl));
    return { html, linkText, replacesLink: false };
  }

  private proxied(address: string): string {
    return this.organization.externalImageProxy?.(address) ?? address;
  }
}

function instead(html: string): Preview {
  return { html, linkText: null, replacesLink: true };
}

function outsideUrl(address: string): URL | null {
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? new URL(address) : null;
}
