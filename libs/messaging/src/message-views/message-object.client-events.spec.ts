import type { ChannelId, ConversationId, MessageId, UserId } from '@app/kernel';
import { BIT } from '../received/flag';
import { flagWords, MessageView, messageObject } from './message-object.client-events';

const sender = {
  id: 5 as UserId,
  email: 'user5@host',
  fullName: 'Ana',
  avatarUrl: 'https://picture',
  avatarUrlForGravatarClients: null,
};
const view: MessageView = {
  id: 17 as MessageId,
  sender,
  client: 'website',
  content: '*x*',
  html: '<p><em>x</em></p>',
  topic: '',
  topicLinks: [],
  isMeMessage: false,
  sentAt: 1_700_000_000,
  channel: { id: 3 as ChannelId, name: 'plans', isPrivate: false },
  conversation: null,
};
const form = { applyMarkdown: true, clientGravatar: true, emptyTopicName: 'general chat' };

describe('a message object', () => {
  it('has the form that the reader requests', () => {
    expect(messageObject(view, form)).toMatchObject({
      content: view.html,
      content_type: 'text/html',
      avatar_url: null,
      subject: 'general chat',
    });
    expect(messageObject(view, { applyMarkdown: false, clientGravatar: false, emptyTopicName: null })).toMatchObject({
      content: view.content,
      content_type: 'text/x-markdown',
      avatar_url: 'https://picture',
      subject: '',
    });
  });

  it('of a direct message has neither channel nor topic', () => {
    const participants = [sender, { id: 6 as UserId, email: 'user6@host', fullName: 'Ben' }];
    const object = messageObject(
      { ...view, channel: null, conversation: { id: 3 as ConversationId, participants } },
      form,
    );
    expect(object).toMatchObject({ type: 'private', subject: '' });
    expect(object).not.toHaveProperty('stream_id');
    expect(object.display_recipient).toEqual([
      { id: 5, email: 'user5@host', full_name: 'Ana', is_mirror_dummy: false },
      { id: 6, email: 'user6@host', full_name: 'Ben', is_mirror_dummy: false },
    ]);
    expect(object.recipient_id).not.toBe(messageObject(view, form).recipient_id);
  });
});

describe('flags as words', () => {
  const standing = { bits: 0, isReceived: true, isUnread: true, mentionsChannel: false };
  it.each([
    [standing, []],
    [{ ...standing, isUnread: false }, ['read']],
    [{ ...standing, isReceived: false, isUnread: false }, ['read', 'historical']],
    [{ ...standing, isReceived: false, bits: BIT.historical | BIT.unread }, ['historical']],
    [{ ...standing, isReceived: false, isUnread: false, bits: BIT.hasRow }, ['read']],
    [{ ...standing, bits: BIT.starred | BIT.collapsed | BIT.mentioned }, ['starred', 'collapsed', 'mentioned']],
    [{ ...standing, mentionsChannel: true }, ['stream_wildcard_mentioned', 'wildcard_mentioned']],
    [{ ...standing, isReceived: false, isUnread: false, mentionsChannel: true }, ['read', 'historical']],
    [{ ...standing, bits: BIT.topicWildcard }, ['topic_wildcard_mentioned', 'wildcard_mentioned']],
    [{ ...standing, bits: BIT.alertWord }, ['has_alert_word']],
  ])('%j become %j', (one, words) => {
    expect(flagWords(one)).toEqual(words);
  });
});
