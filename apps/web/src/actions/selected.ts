interface Selected {
  readonly messageId: number;
  /** As a quotation is written. @param groupName what is written for a group, by its id; `undefined`: what is shown */
  markdown(groupName: (id: number) => string | undefined): Promise<string>;
}

/** What is what it is only as a whole. */
const WHOLE = '.katex, .user-mention, .user-group-mention, .topic-mention, .emoji, time, a[class]';
const MENTIONS = '.user-mention, .user-group-mention, .topic-mention';
/** What a part of its words keeps. */
const KEPT = 'a, strong, em, del, code, pre, .codehilite';
/** What is kept around several of its parts. */
const AROUND_PARTS = 'ul, ol, table';
/** What is kept around all of its words. */
const AROUND_ALL = 'h1, h2, h3, h4, h5, h6, blockquote';

/** The part of one message that is selected; `null`: nothing is, or parts of several messages. */
export function selected(): Selected | null {
  const selection = getSelection();
  if (!selection || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0);
  const body = elementOf(range.startContainer).closest('.rendered');
  const id = body?.closest<HTMLElement>('article[data-id]')?.dataset.id;
  const text = selection.toString().trim();
  if (!body || id === undefined || text === '' || reachesBeyond(range, body)) return null;
  const markdown: Selected['markdown'] = async (groupName) => {
    const part = copyOf(range, body);
    for (const mention of part.querySelectorAll<HTMLElement>(MENTIONS)) {
      mention.classList.add('silent'); // as all of a quotation
      const name = groupName(Number(mention.dataset.userGroupId));
      if (name !== undefined) mention.textContent = name;
    }
    const { markdownOf, piecesOf } = await import('../markdown');
    return markdownOf(piecesOf(part)) || text;
  };
  return { messageId: Number(id), markdown };
}

/** Three clicks select up to the beginning of what stands behind, which is no text of it. */
function reachesBeyond(range: Range, body: Element): boolean {
  if (body.contains(range.endContainer)) return false;
  const beyond = range.cloneRange();
  beyond.setStartAfter(body);
  return beyond.toString().trim() !== '';
}

/** What is selected, in the elements that give it its meaning. */
function copyOf(selection: Range, body: Element): DocumentFragment {
  const range = wholeRange(selection, body);
  const common = elementOf(range.commonAncestorContainer);
  const start = elementOf(range.startContainer);
  const words = range.toString().trim();
  const part = document.createDocumentFragment();
  part.append(range.cloneContents());
  for (const around of ancestors(common, body)) {
    const isAll = around.matches(AROUND_ALL) && around.textContent.trim() === words;
    if (!isAll && !around.matches(KEPT) && !(around === common && around.matches(AROUND_PARTS))) continue;
    const copy = around.cloneNode() as Element;
    copy.append(part);
    part.append(copy);
  }
  if (common.matches('thead, tbody')) {
    const table = document.createElement('table');
    table.append(part);
    part.append(table);
  }
  const lists = ancestors(start, body).filter((one) => one instanceof HTMLOListElement && common.contains(one));
  const copies = part.querySelectorAll('ol');
  for (const [at, list] of lists.reverse().entries()) {
    const copy = copies[at];
    if (copy) copy.start = numberAt(list as HTMLOListElement, start);
  }
  return part;
}

function wholeRange(selection: Range, body: Element): Range {
  const range = selection.cloneRange();
  if (!body.contains(range.endContainer)) range.setEnd(body, body.childNodes.length);
  const first = elementOf(range.startContainer).closest(WHOLE);
  const last = elementOf(range.endContainer).closest(WHOLE);
  if (first && body.contains(first)) range.setStartBefore(first);
  if (last && body.contains(last)) range.setEndAfter(last);
  return range;
}

/** From the inside out. */
function ancestors(element: Element, body: Element): Element[] {
  const all: Element[] = [];
  for (let one = element; one !== body && body.contains(one); one = one.parentElement!) all.push(one);
  return all;
}

/** The number of the item that contains an element. */
const numberAt = (list: HTMLOListElement, element: Element): number =>
  list.start +
  Math.max(
    0,
    [...list.children].findIndex((item) => item.contains(element)),
  );

const elementOf = (node: Node): Element => (node instanceof Element ? node : node.parentElement!);
