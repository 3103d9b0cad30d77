import { postForm, uploaded } from '../../support/files';
import { Person } from '../../support/person';
import { World } from '../../support/world';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** References in messages are resolved as their author may see them; invisible ones are treated as unknown. */
describe('references in messages', () => {
  let world: World;
  let ana: Person;
  let ben: Person;
  let gus: Person;

  beforeAll(async () => {
    world = await World.start();
    [ana, ben, gus] = [await world.member('ana'), await world.member('ben'), await world.guest('gus')];
    for (const person of [ana, ben]) await person.subscribe('den');
    await ana.subscribe('den', { principals: [gus.id] });
    await ana.subscribe('vault', { invite_only: true, history_public_to_subscribers: false });
  });
  afterAll(() => world.stop());

  const contentOf = async (id: number) =>
    ((await world.owner.ok('GET', `messages/${id}`)).message as { content: string }).content;
  /** Renders as a message and without sending, with the same result. */
  const htmlOf = async (person: Person, content: string): Promise<string> => {
    const { rendered } = await person.ok('POST', 'messages/render', { content });
    expect(await contentOf(await person.send('den', 't', content))).toBe(rendered);
    return rendered as string;
  };
  const set = (settings: object) => world.owner.ok('PATCH', 'realm', settings as never);

  describe('channels', () => {
    it('are linked for users who know them', async () => {
      const id = await ana.channelId('vault');
      const link = `<a class="stream" data-stream-id="${id}" href="/#narrow/channel/${id}-vault">#vault</a>`;
      expect(await htmlOf(ana, '#**vault**')).toBe(`<p>${link}</p>`);
    });

    it('mistake 2: stay text for others, invisible and unknown names alike', async () => {
      for (const person of [ben, gus]) {
        for (const [hidden, absent] of [
          ['#**vault**', '#**vaulx**'],
          ['#**vault>t**', '#**vaulx>t**'],
          ['#**vault>t@7**', '#**vaulx>t@7**'],
        ]) {
          expect(await htmlOf(person, hidden)).toBe((await htmlOf(person, absent)).replace('vaulx', 'vault'));
        }
      }
    });
  });

  describe('topics', () => {
    const linked = (html: string) => /href="[^"]*\/topic\/([^"]*)"/.exec(html)?.[1];
    const in_ = (place: string) => `#**${place}**`;

    it('are linked with the newest message there that the author can read', async () => {
      const first = await ana.send('den', 'Plans', 'x');
      expect(linked(await htmlOf(ben, in_('den>plans')))).toBe(`plans/with/${first}`);
      const second = await ana.send('den', 'PLANS', 'x');
      expect(linked(await htmlOf(gus, in_('den>plans')))).toBe(`plans/with/${second}`);
      expect(linked(await htmlOf(ben, in_('den>nothing here')))).toBe('nothing.20here');
    });

    it('can be the empty topic', async () => {
      const id = await ana.send('den', '', 'x');
      expect(linked(await htmlOf(ben, in_('den>')))).toBe(`with/${id}`);
    });

    it('mistake 5: of protected history link to no message that the author did not receive', async () => {
      const early = await ana.send('vault', 'old', 'x');
      await ana.subscribe('vault', { principals: [ben.id] });
      expect(linked(await htmlOf(ben, in_('vault>old')))).toBe('old');
      expect(linked(await htmlOf(ana, in_('vault>old')))).toBe(`old/with/${early}`);
      const late = await ana.send('vault', 'old', 'x');
      expect(linked(await htmlOf(ben, in_('vault>old')))).toBe(`old/with/${late}`);
      await ben.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['vault'] });
      expect(linked(await htmlOf(ben, in_('vault>old')))).toBeUndefined();
    });

    it('are linked without a message in channels that the author sees but cannot read', async () => {
      const html = await htmlOf(world.owner, in_('vault>old'));
      expect([linked(html) ?? 'none', 'none']).toContain(linked(html) === undefined ? 'none' : 'old');
    });
  });

  describe('users', () => {
    it('are mentioned by name or id, and deactivated users silently', async () => {
      const eve = await world.member('eve');
      expect(await htmlOf(ana, `@**eve example** @**|${eve.id}**`)).toBe(
        `<p><span class="user-mention" data-user-id="${eve.id}">@Eve Example</span> <span class="user-mention" data-user-id="${eve.id}">@Eve Example</span></p>`,
      );
      await world.owner.ok('DELETE', `users/${eve.id}`);
      expect(await htmlOf(ana, '@**Eve Example**')).toContain('class="user-mention silent"');
    });

    it('mistake 9: stay text for guests who may not see them', async () => {
      const { realm_user_groups: groups } = (await world.owner.register()).state as never as {
        realm_user_groups: { id: number; name: string }[];
      };
      const members = groups.find(({ name }) => name === 'role:members')!.id;
      const hans = await world.member('Hidden Hans');
      await hans.ok('DELETE', 'users/me/subscriptions', { subscriptions: ['general'] });
      expect(await htmlOf(gus, '@**Hidden Hans**')).toContain('data-user-id');
      await set({ can_access_all_users_group: JSON.stringify({ new: members }) });
      expect(await htmlOf(gus, '@**Hidden Hans**')).toBe('<p>@<strong>Hidden Hans</strong></p>');
      expect(await htmlOf(gus, '@**Ana Example**')).toContain(`data-user-id="${ana.id}"`);
      expect(await htmlOf(ben, '@**Hidden Hans**')).toContain('data-user-id');
      const everyone = groups.find(({ name }) => name === 'role:everyone')!.id;
      await set({ can_access_all_users_group: JSON.stringify({ new: everyone }) });
    });
  });

  describe('uploads', () => {
    it('are shown as pictures to users who can read them', async () => {
      const path = await uploaded(ana, 'own.png', PIXEL);
      expect(await htmlOf(ana, `[own](${path})`)).toContain('data-original-dimensions="1x1"');
    });

    it('mistake 1: of others are plain links, as unknown ones, until the reader may read them', async () => {
      const path = await uploaded(ana, 'mine.png', PIXEL);
      const absent = path.replace('mine', 'none');
      const html = await htmlOf(ben, `[x](${path})`);
      expect(html).toBe((await htmlOf(ben, `[x](${absent})`)).replace('none', 'mine'));
      expect(html).not.toContain('<img');
      expect(
        await world.sql(
          'SELECT FROM attachment a JOIN attachment_message m ON m.attachment_id = a.id WHERE path_id = $1',
          [path.replace('/user_uploads/', '')],
        ),
      ).toEqual([]);
      await ana.send('den', 't', `[x](${path})`);
      expect(await htmlOf(ben, `[x](${path})`)).toContain('<img');
    });
  });

  describe('settings of the organization', () => {
    it('add links by linkifiers', async () => {
      await world.owner.ok('POST', 'realm/filters', {
        pattern: '#(?P<id>[0-9]+)',
        url_template: 'https://t.example/{id}',
      });
      expect(await htmlOf(ana, 'see #42')).toBe('<p>see <a href="https://t.example/42">#42</a></p>');
      const { linkifiers } = await world.owner.ok('GET', 'realm/linkifiers');
      await world.owner.ok('DELETE', `realm/filters/${(linkifiers as { id: number }[])[0].id}`);
      expect(await htmlOf(ana, 'see #42')).toBe('<p>see #42</p>');
    });

    it('add custom emoji as pictures', async () => {
      const form = new FormData();
      form.append('file', new Blob([PIXEL], { type: 'image/png' }), 'gustav.png');
      expect((await postForm(world.owner, 'realm/emoji/gustav', form)).status).toBe(200);
      expect(await htmlOf(ana, ':gustav:')).toMatch(
        /^<p><img alt=":gustav:" class="emoji" src="\/user_avatars\/[^"]+" title="gustav"><\/p>$/,
      );
      await world.owner.ok('DELETE', 'realm/emoji/gustav');
      expect(await htmlOf(ana, ':gustav:')).toBe('<p>:gustav:</p>');
    });

    it('show or hide pictures', async () => {
      const content = 'https://example.org/x.png';
      expect(await htmlOf(ana, content)).toContain('message_inline_image');
      await set({ inline_image_preview: false });
      expect(await htmlOf(ana, content)).not.toContain('message_inline_image');
      await set({ inline_image_preview: true });
    });

    it('give code without a language the default one', async () => {
      const content = '```\nx = 1\n```';
      expect(await htmlOf(ana, content)).not.toContain('data-code-language');
      await set({ default_code_block_language: 'python' });
      expect(await htmlOf(ana, content)).toContain('data-code-language="Python"');
      await set({ default_code_block_language: '' });
    });

    it('shorten links to the organization', async () => {
      expect(await htmlOf(ana, `${world.url}/#narrow/is/starred`)).toContain('href="#narrow/is/starred"');
    });
  });

  it('turn emoticons into emoji for authors who enable that', async () => {
    await ana.ok('PATCH', 'settings', { translate_emoticons: true });
    expect(await htmlOf(ana, 'well :)')).toContain('emoji-1f642');
    expect(await htmlOf(ben, 'well :)')).toBe('<p>well :)</p>');
    await ana.ok('PATCH', 'settings', { translate_emoticons: false });
    expect(await htmlOf(ana, 'well :)')).toBe('<p>well :)</p>');
  });

  it('are applied to channel descriptions, without previews', async () => {
    await world.owner.ok('POST', 'realm/filters', {
      pattern: 'T(?P<id>[0-9]+)',
      url_template: 'https://t.example/{id}',
    });
    const description = 'T7 :tada: #**den** https://example.org/x.png';
    await ana.ok('POST', 'users/me/subscriptions', { subscriptions: [{ name: 'described', description }] });
    const { stream } = await ana.ok('GET', `streams/${await ana.channelId('described')}`);
    const html = (stream as { rendered_description: string }).rendered_description;
    expect(html).toContain('<a href="https://t.example/7">T7</a>');
    expect(html).toContain('emoji-1f389');
    expect(html).toContain('class="stream"');
    expect(html).not.toContain('message_inline_image');
  });
});
