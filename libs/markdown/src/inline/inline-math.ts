import { formula } from '../math';
import { element, leaf, textTokens } from './inline-token';
import { matching } from './passes';

/** `$$x+1$$`, apart from words; a formula that is wrong is shown as it was written. */
export const inlineMath = matching(
  '$',
  /(?<![\w$])\$\$([^\n_$\0](?:\\\$|[^$\n\0])*)\$\$(?![\w$])/g,
  ([written, source = ''], { work }) => {
    const html = formula(source, false, work);
    if (html === null) return element('span', { class: 'tex-error' }, textTokens(written));
    return [leaf('html', html)];
  },
);
