import { render } from '@app/markdown';
import { NOTHING_SHOWN, shownIn, withShown } from './shown-references';

const ana = { id: 5, fullName: 'Ana <Lee>', isActive: true };
const crew = { id: 41, name: 'crew', displayName: 'crew', isActive: true };
const plans = { id: 12, name: 'plans & more', history: 'all' as const };
const found = { users: [ana], groups: [crew], channels: [plans] };
const TEXT = '@**Ana <Lee>** @_**Ana <Lee>** @*crew* #**plans** @**all** @**topic**';

describe('references in rendered HTML', () => {
  it("are read from the renderer's output", () => {
    const channels = [{ ...plans, name: 'plans' }];
    const { html } = render(`${TEXT} #**plans>a > b** #**plans>a@7** **#plans**`, { ...found, channels });
    const plan = { id: 12, name: 'plans' };
    expect(shownIn(html)).toEqual({
      users: [
        { id: 5, name: 'Ana <Lee>' },
        { id: 5, name: 'Ana <Lee>' },
      ],
      groups: [{ id: 41, name: 'crew' }],
      channels: [plan, plan, plan],
    });
  });

  it.each([
    '`<span class="user-mention" data-user-id="9">@Eve</span>`',
    '<a class="stream" data-stream-id="9" href="#">#secret</a>',
    '[#secret](#narrow/channel/9-secret)',
    '[#secret](/#narrow/channel/9-secret/topic/x/near/7)',
    '```\n<a class="message-link" href="/#narrow/channel/9-secret">#secret</a>\n```',
  ])("do not come from users' texts: %s", (text) => {
    expect(shownIn(render(text, found).html)).toEqual(NOTHING_SHOWN);
  });
});

describe('what a text refers to when it is rendered again', () => {
  const again = (text: string, before: typeof found, now: typeof found) => {
    const { html } = render(text, before);
    return { html, renewed: render(text, withShown(now, shownIn(html))).html };
  };
  const nothing = { users: [], groups: [], channels: [] };

  it('keep their targets, even if the author no longer sees them', () => {
    const { html, renewed } = again(TEXT, found, nothing);
    expect(html).toContain('data-user-id="5"');
    expect(renewed).toBe(html);
  });

  it('keep their targets, even if the names now belong to others', () => {
    const now = {
      users: [
        { ...ana, fullName: 'Ana Bo' },
        { id: 2, fullName: 'Ana <Lee>', isActive: true },
      ],
      groups: [{ ...crew, name: 'staff', displayName: 'staff' }],
      channels: [
        { ...plans, name: 'past plans' },
        { ...plans, id: 3 },
      ],
    };
    const { html, renewed } = again(`${TEXT} @**Ana <Lee>|5**`, found, now);
    expect(renewed).toBe(html);
  });

  it('are silent for deactivated targets, and resolved if they were not shown before', () => {
    const now = { ...found, users: [{ ...ana, isActive: false }] };
    expect(again('@**Ana <Lee>**', found, now).renewed).toContain('user-mention silent');
    expect(again('@*crew*', nothing, found).renewed).toContain('data-user-group-id="41"');
  });
});
