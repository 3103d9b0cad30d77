const YOUTUBE = /^(?:[\w-]+\.)?(?:youtube\.com|youtube-nocookie\.com)$/;
const VIDEO_PATH = /^\/(?:embed|v|shorts|live)\/([\w-]{11})(?:\/|$)/;
const IMAGE = /\.(?:bmp|gif|jpe|jpeg|jpg|png|webp)$/i;

export function youtubeId(url: URL): string | null {
  if (url.hostname === 'youtu.be') return /^\/([\w-]{11})\/?$/.exec(url.pathname)?.[1] ?? null;
  if (!YOUTUBE.test(url.hostname)) return null;
  const watched = /^\/watch(?:_popup)?$/.test(url.pathname) ? url.searchParams.get('v') : null;
  if (watched !== null) return /^[\w-]{11}$/.test(watched) ? watched : null;
  return VIDEO_PATH.exec(url.pathname)?.[1] ?? null;
}

/** A video's title after the name of the site, for a bare address. */
export function videoSite(url: URL): string | null {
  if (youtubeId(url) !== null) return 'YouTube';
  return /^(?:www\.|player\.)?vimeo\.com$/.test(url.hostname) ? 'Vimeo' : null;
}

/** The address of the image of a link. Some sites have a page at an address that looks like the image's. */
export function imageAddress(url: URL): string | null {
  if (!IMAGE.test(url.pathname)) return null;
  if (/\.wikipedia\.org$/.test(url.hostname) && url.pathname.startsWith('/wiki/File:')) {
    return `${url.origin}/wiki/Special:FilePath/${url.pathname.slice('/wiki/File:'.length)}`;
  }
  if (url.hostname === 'github.com')
    return url.href.replace(/^(https?:\/\/github\.com\/[^/]+\/[^/]+)\/blob\//, '$1/raw/');
  return url.href;
}
