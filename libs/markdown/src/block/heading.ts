import type { MarkdownIt } from 'markdown-it';
import { lineAt } from './lines';
import { pushInline } from './paragraph';

/** `# Title` to `###### title`, at the very start of a line; hashes after the title are dropped. */
export function heading(md: MarkdownIt): void {
  md.block.ruler.push(
    'hash_heading',
    (state, startLine, _endLine, silent) => {
      const line = lineAt(state, startLine);
      const opening = /^(#{1,6})[ \t]+/.exec(line);
      if (!opening) return false;
      const [{ length }, hashes = ''] = opening;
      const title = withoutClosingHashes(line.slice(length).trimEnd());
      if (title === '') return false;
      if (silent) return true;

      const tag = `h${hashes.length}`;
      state.line = startLine + 1;
      state.push('heading_open', tag, 1);
      pushInline(state, title);
      state.push('heading_close', tag, -1);
      return true;
    },
    { alt: ['paragraph'] },
  );
}

/** Hashes at the end belong to the title if no space precedes them, as in `C#`. */
function withoutClosingHashes(title: string): string {
  let end = title.length;
  while (end > 0 && title[end - 1] === '#') end--;
  if (end === title.length || (end > 0 && title[end - 1] !== ' ')) return title;
  return title.slice(0, end).trimEnd();
}
