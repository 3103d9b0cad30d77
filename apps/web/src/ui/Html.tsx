import { render } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useClient } from '../app/client';
import { userName } from '../app/names';
import { t } from '../i18n';
import type { Store } from '../store/store';
import { classes } from './classes';
import { copy } from './clipboard';
import { glyphOf } from './emoji';
import { cleanHtml } from './html';
import { Icon, IconName } from './icons';
import { linkName } from './link-name';
import { playgroundAddress } from './playgrounds';
import { wholeTimeOf } from './time';

type Playground = NonNullable<ReturnType<typeof playgroundsFor>>[number];

/** How the user wants emoji and moving pictures; messages without any do not hear of changes. */
const looksOf = (store: Store, html: string): Looks => ({
  emojiset: html.includes('class="emoji ') ? store.lists.get('user_settings').emojiset : '',
  animates: html.includes(ANIMATED) ? store.lists.get('user_settings').web_animate_image_previews : '',
});

/** What mentioned users are called now; messages without mentions do not hear of changes. */
const namesIn = (store: Store, html: string): string =>
  Array.from(html.matchAll(/data-user-id="(\d+)"/g), ([, id]) => userName(store, Number(id))).join();

interface Looks {
  readonly emojiset: string;
  readonly animates: string;
}

const ANIMATED = 'data-animated="true"';

/** Messages without code do not hear of changes. */
const playgroundsFor = (store: Store, html: string) =>
  html.includes('data-code-language') ? store.lists.get('realm_playgrounds') : null;

interface Props {
  /** As the server rendered it. */
  readonly html: string;
  readonly class?: string;
}

/** The HTML of a message as the server rendered it, with what only the client can add. */
export function Html({ html, class: name }: Props) {
  const { store } = useClient();
  const element = useRef<HTMLDivElement>(null);
  const playgrounds = playgroundsFor(store, html);
  const { emojiset, animates } = looksOf(store, html);
  const names = namesIn(store, html);
  useLayoutEffect(() => {
    const hadFocus = element.current!.contains(document.activeElement);
    element.current!.innerHTML = cleanHtml(html) as unknown as string;
    enliven(element.current!, playgrounds ?? []);
    if (!store.isSpectator)
      for (const mention of element.current!.querySelectorAll<HTMLElement>('.user-mention')) nameIn(store, mention);
    if (emojiset !== AS_TEXT) for (const emoji of element.current!.querySelectorAll('span.emoji')) draw(emoji);
    if (animates !== '')
      for (const image of element.current!.querySelectorAll<HTMLImageElement>(`img[${ANIMATED}]`))
        move(image, animates);
    if (hadFocus) element.current!.closest('article')?.focus({ preventScroll: true });
  }, [html, playgrounds, emojiset, animates, names]);
  return <div ref={element} class={classes('rendered', name)} dir="auto" />;
}

function enliven(root: HTMLElement, playgrounds: readonly Playground[]): void {
  for (const time of root.querySelectorAll('time[datetime]')) {
    const at = Date.parse(time.getAttribute('datetime')!);
    if (!Number.isNaN(at)) time.textContent = wholeTimeOf(at / 1000);
  }
  for (const image of root.querySelectorAll('img[data-original-dimensions]')) reserve(image);
  for (const image of root.querySelectorAll<HTMLImageElement>('a > img:not([alt])'))
    image.alt = linkName(image.parentElement as HTMLAnchorElement);
  for (const block of root.querySelectorAll('.spoiler-block')) fold(block);
  for (const code of root.querySelectorAll<HTMLElement>('pre')) offerTools(code, playgrounds);
  for (const wide of root.querySelectorAll<HTMLElement>('table, pre > code'))
    if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
}

/** By what the user may see: the text has the name that its author saw then. */
function nameIn(store: Store, mention: HTMLElement): void {
  const id = Number(mention.dataset.userId);
  if (!(id > 0)) return; // of all
  const text = (mention.classList.contains('silent') ? '' : '@') + userName(store, id);
  if (mention.textContent !== text) mention.textContent = text;
}

/** The value of the setting with which names stand in place of emoji. */
const AS_TEXT = 'text';
/** The moving preview, and the still one of the same file. */
const MOVING = /-anim(?=\.webp$)/;

/** A moving preview moves at all times, below the pointer or the focus, or never. */
function move(image: HTMLImageElement, setting: string): void {
  const moving = image.getAttribute('src') ?? '';
  if (setting === 'always' || !MOVING.test(moving)) return;
  const show = (source: string) => image.setAttribute('src', source);
  const still = moving.replace(MOVING, '');
  show(still);
  const place = image.closest('a') ?? image;
  if (setting === 'never') return;
  for (const type of ['mouseenter', 'focus']) place.addEventListener(type, () => show(moving));
  for (const type of ['mouseleave', 'blur']) place.addEventListener(type, () => show(still));
}

/** A picture has its place before it is loaded. */
function reserve(image: Element): void {
  const [width = 0, height = 0] = image.getAttribute('data-original-dimensions')!.split('x').map(Number);
  if (!(image instanceof HTMLElement) || !(width > 0 && height > 0)) return;
  image.style.setProperty('--own-width', `${width}px`);
  image.style.setProperty('--ratio', String(width / height));
}

/** Shown as a character; its name is what it is called, for those who hear it. */
function draw(emoji: Element): void {
  const [, code] = /(?:^| )emoji-([0-9a-f-]+)(?: |$)/.exec(emoji.className) ?? [];
  const name = emoji.textContent;
  if (code === undefined) return;
  emoji.textContent = glyphOf(code, name);
  emoji.setAttribute('role', 'img');
  emoji.setAttribute('aria-label', name.replaceAll(':', ''));
}

/** Buttons that copy a block of code, and run it where the organization says where. */
function offerTools(code: HTMLElement, playgrounds: readonly Playground[]): void {
  const text = code.textContent;
  const tools = document.createElement('div');
  tools.className = 'code-tools';
  const offer = (icon: IconName, name: string, work: () => void): void => {
    const button = document.createElement('button');
    button.title = name;
    button.ariaLabel = name;
    render(<Icon name={icon} />, button);
    button.addEventListener('click', work);
    tools.append(button);
  };
  const language = code.closest<HTMLElement>('[data-code-language]')?.dataset.codeLanguage;
  if (language) tools.dataset.language = language;
  for (const { name, pygments_language, url_template } of playgrounds) {
    const address = pygments_language === language ? playgroundAddress(url_template, text) : null;
    if (address !== null)
      offer('play', t.viewInPlayground(name), () => void window.open(address, '_blank', 'noopener'));
  }
  offer('copy', t.copyCode, () => void copy(text));
  code.prepend(tools);
}

/** Spoilers open like any other details. */
function fold(block: Element): void {
  const [header, content] = [block.querySelector('.spoiler-header'), block.querySelector('.spoiler-content')];
  if (!header || !content) return;
  const [details, summary] = [document.createElement('details'), document.createElement('summary')];
  content.removeAttribute('aria-hidden');
  summary.className = header.className;
  summary.append(...header.childNodes);
  details.append(summary, content);
  header.remove();
  block.prepend(details);
}
