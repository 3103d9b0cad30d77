import type { MessageId } from '@app/kernel';
import { Addressees } from '@app/messaging';
import { Browser } from '../../support/browser';
import { expectFreshSnapshot } from '../../support/fold';
import { linkIn, mailTo } from '../../support/mailbox';
import type { ApiResponse, Person } from '../../support/person';
import { World } from '../../support/world';

const SECRET = 'winter owls count 7 stars';
const TEST = 'realm/test_welcome_bot_custom_message';

interface Message {
  id: number;
  content: string;
  sender_id: number;
  sender_full_name: string;
  flags: string[];
}

describe('the welcome bot', () => {
  let world: World;
  let owner: Person;
  beforeAll(async () => {
    world = await World.start();
    owner = world.owner;
    await owner.ok('PATCH', 'realm', { invite_required: false });
  });
  afterAll(() => world.stop());
  afterEach(() => owner.ok('PATCH', 'realm', { welcome_message_custom_text: '' }));

  const direct = {
    anchor: 'newest',
    num_before: 20,
    num_after: 0,
    narrow: [{ operator: 'is', operand: 'dm' }],
    apply_markdown: false,
  };
  const received = async (person: Person) => (await person.ok('GET', 'messages', direct)).messages as Message[];
  /** The messages that a new user has when the last step is answered. */
  const join = async (address: string, begin: () => Promise<unknown>): Promise<Message[]> => {
    await begin();
    const browser = new Browser(world.url);
    const link = linkIn(await mailTo(world, address));
    const typed = { full_name: `New ${address.split('@')[0]}`, password: SECRET, password_again: SECRET };
    expect((await browser.submit(link, typed)).status).toBe(303);
    return (await browser.json('GET', 'messages', direct)).body.messages as Message[];
  };
  const signUp = (address: string) =>
    join(address, () => new Browser(world.url).submit('/register/', { email: address }));
  const invite = (address: string, parameters: object = {}) =>
    join(address, () => owner.ok('POST', 'invites', { invitee_emails: address, stream_ids: [], ...parameters }));
  const systemBots = async (person = owner) =>
    (await person.register({ fetch_event_types: ['realm_user'] })).state.cross_realm_bots as {
      user_id: number;
      full_name: string;
      is_system_bot: boolean;
    }[];
  const refusal = ({ status, body }: ApiResponse) => [status, body.code];

  it('is created once, whichever user joins first, also if its address is taken', async () => {
    await owner.ok('POST', 'bots', { full_name: 'Our own', short_name: 'welcome' });
    expect((await systemBots()).map((bot) => bot.full_name)).toEqual(['Notification Bot']);
    const queue = await owner.register({});
    await Promise.all(['one@example.net', 'two@example.net', 'three@example.net'].map(signUp));
    expect((await systemBots()).map((bot) => bot.full_name)).toEqual(['Notification Bot', 'Welcome Bot']);
    await expectFreshSnapshot(queue);
  });

  it('writes to a user who signs up, before the answer', async () => {
    const [message, ...others] = await signUp('sam@example.net');
    expect(others).toEqual([]);
    expect(message).toMatchObject({ sender_full_name: 'Welcome Bot', flags: [] });
    expect(message.content).toMatch(/^Hello, and welcome!/);
    const bot = (await systemBots()).find((one) => one.user_id === message.sender_id);
    expect(bot).toMatchObject({ full_name: 'Welcome Bot', is_system_bot: true });
  });

  it('causes no mail and no push notification, unlike messages of other users', async () => {
    const [welcome] = await signUp('away@example.org');
    const reader = await owner.get('users/away@example.org');
    const userId = (reader.body.user as { user_id: number }).user_id;
    const { id } = await owner.ok('POST', 'messages', { type: 'direct', to: [userId], content: 'Are you there?' });
    const addressees = world.service(Addressees);
    const messages = await addressees.messages([welcome.id, id] as MessageId[]);
    expect(messages.map((message) => message.id)).toEqual([welcome.id, id]);
    for (const way of ['mail', 'push'] as const)
      expect(await addressees.of(way, messages[0].organizationId, messages)).toEqual([
        expect.objectContaining({ userId, messageId: id }),
      ]);
  });

  it('adds the custom text of the organization or of the invitation', async () => {
    await owner.ok('PATCH', 'realm', { welcome_message_custom_text: 'We bake **bread**.' });
    const words = (messages: Message[]) => messages.slice(1).map(({ content }) => content);
    expect(words(await signUp('bread@example.net'))).toEqual(['We bake **bread**.']);
    expect(words(await invite('cake@example.net', { welcome_message_custom_text: 'Cake!' }))).toEqual(['Cake!']);
    expect(words(await invite('empty@example.net', { welcome_message_custom_text: '' }))).toEqual([]);
    expect(words(await invite('default@example.net'))).toEqual(['We bake **bread**.']);
    const loud = await invite('loud@example.net', { welcome_message_custom_text: `@**all** @**${owner.fullName}**` });
    expect(loud).toHaveLength(2);
    expect(loud[1].flags).toEqual([]);
  });

  it('does not write to users whom an administrator creates, nor to bots', async () => {
    const made = await world.member('made');
    expect(await received(made)).toEqual([]);
  });

  it('accepts answers from the user', async () => {
    const [{ sender_id: botId }] = await signUp('talker@example.net');
    const browser = new Browser(world.url);
    await browser.logIn('talker@example.net', SECRET);
    const sent = await browser.json('POST', 'messages', { type: 'direct', to: [botId], content: 'Just trying' });
    expect(sent.status).toBe(200);
  });

  it('previews the custom text for administrators only', async () => {
    const alma = await world.admin('alma');
    const queue = await alma.register({ event_types: ['message'] });
    const others = await owner.register({ event_types: ['message'] });
    const { message_id: id } = await alma.ok('POST', TEST, { welcome_message_custom_text: 'We bake **bread**.' });
    expect(await received(alma)).toMatchObject([
      { id, content: 'We bake **bread**.', sender_full_name: 'Welcome Bot', flags: [] },
    ]);
    expect((await queue.drain()).map(({ type }) => type)).toEqual(['message']);
    expect(await others.drain()).toEqual([]);
    const { state } = await owner.register({ fetch_event_types: ['realm'] });
    expect(state.realm_welcome_message_custom_text).toBe('');
  });

  it.each(['', ' \n ', 'x'.repeat(8_001), 'a\0b'])('rejects the custom text %j', async (text) => {
    const before = await received(owner);
    expect(refusal(await owner.post(TEST, { welcome_message_custom_text: text }))).toEqual([400, 'BAD_REQUEST']);
    expect(await received(owner)).toEqual(before);
  });

  it('shows the preview to administrators only', async () => {
    const wish = { welcome_message_custom_text: 'x' };
    for (const person of [await world.moderator('mona'), await world.member('ana'), await world.guest('gus')]) {
      expect(refusal(await person.post(TEST, wish))).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
      expect(await received(person)).toEqual([]);
    }
    expect((await world.request('POST', TEST, wish)).status).toBe(401);
    expect((await owner.post(TEST)).body.code).toBe('REQUEST_VARIABLE_MISSING');
  });
});
