import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../i18n';
import { classes } from './classes';
import { copy } from './clipboard';
import { glyphOf } from './emoji';
import { cleanHtml } from './html';
import { wholeTimeOf } from './time';

interface Props {
  /** As the server rendered it. */
  readonly html: string;
  readonly class?: string;
}

/** What the server rendered of a message, with what only the client knows of it. */
export function Html({ html, class: name }: Props) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    element.current!.innerHTML = cleanHtml(html) as unknown as string;
    enliven(element.current!);
  }, [html]);
  return <div ref={element} class={classes('rendered', name)} dir="auto" />;
}

function enliven(root: HTMLElement): void {
  for (const time of root.querySelectorAll('time[datetime]')) {
    const at = Date.parse(time.getAttribute('datetime')!);
    if (!Number.isNaN(at)) time.textContent = wholeTimeOf(at / 1000);
  }
  for (const image of root.querySelectorAll('img[data-original-dimensions]')) reserve(image);
  for (const emoji of root.querySelectorAll('span.emoji')) draw(emoji);
  for (const block of root.querySelectorAll('.spoiler-block')) fold(block);
  for (const code of root.querySelectorAll<HTMLElement>('pre')) offerCopy(code);
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

/** A button that copies a block of code. */
function offerCopy(code: HTMLElement): void {
  const text = code.textContent;
  const button = document.createElement('button');
  button.className = 'copy-code';
  button.textContent = t.copyCode;
  button.addEventListener('click', () => void copy(text));
  code.append(button);
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
