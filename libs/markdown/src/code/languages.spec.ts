import { render } from '../renderer';
import { noReferences } from '../testing/sample-references';

describe('the language of a code block', () => {
  it.each([
    ['dart', 'Dart'],
    ['clojure', 'Clojure'],
    ['elm', 'Elm'],
    ['fsharp', 'F#'],
    ['f#', 'F#'],
    ['groovy', 'Groovy'],
    ['nix', 'Nix'],
    ['r', 'S'],
    ['objectivec', 'Objective-C'],
    ['protobuf', 'Protocol Buffer'],
    ['lisp', 'Common Lisp'],
    ['nginx', 'Nginx configuration file'],
    ['http', 'HTTP'],
    ['scss', 'SCSS'],
    ['less', 'LessCss'],
    ['vim', 'VimL'],
    ['zig', 'Zig'],
    ['Zig', 'Zig'],
    ['klingon', 'klingon'],
  ])('%s is shown as %s', (word, name) => {
    const { html } = render(`\`\`\`${word}\nx\n\`\`\``, noReferences);
    expect(html).toContain(`<div class="codehilite" data-code-language="${name}">`);
  });
});
