import { PieceExtractor, PIECE } from './inline-text';
import { textTokens } from './inline-token';
import { link } from './link';
import type { InlinePass } from './passes';
import { ANY } from './passes';
import { linkifierMatches } from '../linkifier/matches';

/** The organization's own patterns. What earlier passes have found is no part of a match. */
export const linkifiers: InlinePass = {
  marks: ANY,
  find: (line, { references, work }) => {
    if (references.linkifiers.length === 0) return line;
    const cutter = new PieceExtractor(line);
    let offset = 0;
    for (const [index, segment] of line.text.split(PIECE).entries()) {
      for (const { start, end, url } of linkifierMatches(segment, references.linkifiers, work, index > 0)) {
        const label = textTokens(segment.slice(start, end));
        cutter.replace(offset + start, offset + end, link(url, label, references.organization));
      }
      offset += segment.length + 1;
    }
    return cutter.finish();
  },
};
