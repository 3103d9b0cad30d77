import { OrganizationCreation, Passwords } from '@app/identity';
import type { EventQueue } from '../event-queue';
import { uploaded } from '../files';
import type { Person } from '../person';
import { ScriptedRelay } from '../push/scripted-relay';
import { World } from '../world';
import { HIDDEN, hideThings } from './hidden-things';
import { Props } from './props';

const ACTORS = ['owner', 'member', 'guest', 'nobody'] as const;
export type Actor = (typeof ACTORS)[number];

/** No operation connects to that server: only the page of a call does. */
const BIG_BLUE_BUTTON = {
  PARLEY_BIG_BLUE_BUTTON_URL: 'https://calls.example/bigbluebutton/',
  PARLEY_BIG_BLUE_BUTTON_SECRET: 'a secret of sixteen or more',
};

/** All users react with this to every message. */
export const KEPT_REACTION = { emoji_name: 'smile', emoji_code: '1f642' };

/** A text that must not be in any answer to these actors. */
export interface Secret {
  what: string;
  /** Lower case. */
  text: string;
  hiddenFrom: readonly Actor[];
}

const ALL = ACTORS;
/** Administrators see the metadata of private channels, and addresses. */
const ALL_BUT_OWNER = ACTORS.filter((actor) => actor !== 'owner');

const VAULT = 'zq-vault-zq';
const VAULT_DESCRIPTION = 'zq-description-zq';
const LATER_VAULT = 'zq-later-vault-zq';
const TOPIC = 'zq-topic-zq';
const CONTENT = 'zq-content-zq';
const DIRECT = 'zq-direct-zq';
const FILE = 'zq-file-zq';
const ELSEWHERE = 'zq-elsewhere-zq';

/**
 * A small organization in which two users have objects that others may not see: a private channel, a conversation,
 * their addresses. The server has a second organization too, of which nothing may be visible.
 */
export class Stage {
  readonly password = 'a long enough secret';
  readonly people: { owner: Person; member: Person; guest: Person };
  /** The targets of the actors. */
  props: Props;
  /** Ids of users, channels, messages, groups, folders; with ids of hidden, foreign and unknown ones. */
  ids: number[];
  /** Messages in the channel with all users. */
  openMessageIds: number[];
  /** One of those of the owner. */
  ownersMessageId: number;
  generalId: number;
  /** The parts of a file of the owner: organization, directory, secret, name. */
  filePath: string[];
  attachmentId = 0;
  /** A queue of another user. */
  hiddenQueueId: string;
  private readonly queues = new Map<Actor, EventQueue>();
  private acts = 0;

  private constructor(
    readonly world: World,
    private readonly relay: ScriptedRelay,
    private readonly keeper: Person,
    private readonly confidant: Person,
    member: Person,
    guest: Person,
  ) {
    this.people = { owner: world.owner, member, guest };
  }

  static async set(): Promise<Stage> {
    const relay = await ScriptedRelay.start();
    const world = await World.start({ ...relay.environment, ...BIG_BLUE_BUTTON });
    const [keeper, confidant] = [await world.member('Kay Keeper'), await world.member('Connie Confidant')];
    const stage = new Stage(world, relay, keeper, confidant, await world.member('mel'), await world.guest('gus'));
    await stage.fill();
    return stage;
  }

  async stop(): Promise<void> {
    await this.world.stop();
    await this.relay.stop();
  }

  get secrets(): Secret[] {
    return [
      { what: 'the name of a private channel', text: VAULT, hiddenFrom: ALL_BUT_OWNER },
      { what: 'the name of a new private channel', text: LATER_VAULT, hiddenFrom: ALL_BUT_OWNER },
      { what: 'the description of a private channel', text: VAULT_DESCRIPTION, hiddenFrom: ALL_BUT_OWNER },
      { what: "somebody's address", text: this.keeper.email, hiddenFrom: ALL_BUT_OWNER },
      { what: "somebody's address", text: this.confidant.email, hiddenFrom: ALL_BUT_OWNER },
      { what: 'a topic of a private channel', text: TOPIC, hiddenFrom: ALL },
      { what: 'a message of a private channel', text: CONTENT, hiddenFrom: ALL },
      { what: "somebody else's direct message", text: DIRECT, hiddenFrom: ALL },
      { what: "somebody else's file", text: FILE, hiddenFrom: ALL },
      { what: 'something of another organization', text: ELSEWHERE, hiddenFrom: ALL },
      { what: "somebody else's notes", text: HIDDEN.own, hiddenFrom: ALL },
      { what: 'a deleted message', text: HIDDEN.deleted, hiddenFrom: ALL },
      { what: 'a message moved to a private channel', text: HIDDEN.moved, hiddenFrom: ALL },
      { what: "somebody else's API key", text: this.keeper.key.toLowerCase(), hiddenFrom: ALL },
      { what: 'the hash of a password', text: '$argon2', hiddenFrom: ALL },
    ];
  }

  /** The event queue of an actor; empty without an account. */
  queueOf(actor: Actor): string {
    return this.queues.get(actor)?.id ?? '';
  }

  private async register(actor: Actor): Promise<void> {
    if (actor !== 'nobody') this.queues.set(actor, await this.people[actor].register());
  }

  /** Reverts what would keep the actors from further successes. */
  async restore(): Promise<void> {
    await this.props.restore();
    await this.keepMessages();
    await this.keepFile();
    await this.keeper.subscribe('general', { principals: Object.values(this.people).map(({ id }) => id) });
    for (const [actor, { person, id }] of this.queues) {
      const { status } = await person.get('events', { queue_id: id, last_event_id: -1, dont_block: true });
      if (status !== 200) await this.register(actor);
    }
  }

  /** Messages that were deleted or moved are sent again. */
  private async keepMessages(): Promise<void> {
    const kept = await this.world.sql<{ id: number }>(
      'SELECT id::int AS id FROM message WHERE id = ANY ($1) AND channel_id = $2',
      [this.openMessageIds, this.generalId],
    );
    const ids = kept.map(({ id }) => id);
    while (ids.length < Object.keys(this.people).length) {
      ids.push(await this.people.owner.send('general', 'greetings', 'Hello'));
    }
    this.openMessageIds = ids;
    await this.keepAnswers();
  }

  /** All users have reacted to each of them with that emoji only; each has a submessage of its author. */
  private async keepAnswers(): Promise<void> {
    const ids = this.openMessageIds;
    await this.world.sql('DELETE FROM reaction WHERE emoji_code <> $1', [KEPT_REACTION.emoji_code]);
    await this.world.sql(
      `INSERT INTO reaction (message_id, user_id, emoji_type, emoji_code, emoji_name)
       SELECT m, u, 'unicode_emoji', $3, $4 FROM unnest($1::bigint[]) m, unnest($2::bigint[]) u ON CONFLICT DO NOTHING`,
      [ids, Object.values(this.people).map(({ id }) => id), KEPT_REACTION.emoji_code, KEPT_REACTION.emoji_name],
    );
    await this.world.sql(
      `INSERT INTO submessage (message_id, sender_id, type, content)
       SELECT m.id, m.sender_id, 'kept', '{}' FROM message m
       WHERE m.id = ANY ($1) AND NOT EXISTS (SELECT FROM submessage s WHERE s.message_id = m.id)`,
      [ids],
    );
    const [own] = await this.world.sql<{ id: number | null }>(
      'SELECT max(id)::int AS id FROM message WHERE id = ANY ($1) AND sender_id = $2',
      [ids, this.people.owner.id],
    );
    this.ownersMessageId = own.id ?? (await this.people.owner.send('general', 'greetings', 'Hello'));
  }

  private async keepFile(): Promise<void> {
    const kept = await this.world.sql('SELECT FROM attachment WHERE id = $1', [this.attachmentId]);
    if (kept.length > 0) return;
    this.filePath = (await uploaded(this.people.owner, 'plan.txt', 'first things first')).split('/').slice(2);
    const rows = await this.world.sql<{ id: number }>('SELECT max(id) AS id FROM attachment');
    this.attachmentId = rows[0].id;
  }

  /** The users with secrets continue meanwhile, so that there are events of hidden objects. */
  async act(): Promise<void> {
    this.acts++;
    await this.keeper.send(VAULT, TOPIC, CONTENT);
    await this.keeper.sendTo([this.confidant], DIRECT);
    await this.keeper.sendTo([this.people.guest, this.people.owner], `Note ${this.acts}`);
    await this.keeper.send('general', 'news', `Number ${this.acts}`);
    if (this.acts % 5 === 1) await this.hideChannel(`${LATER_VAULT} ${this.acts}`, VAULT_DESCRIPTION);
  }

  /** @throws Error when sends, events or counts do not work any more */
  async assertHealthy(): Promise<void> {
    await this.restore();
    const ready = await fetch(`${this.world.url}/health/ready`);
    if (ready.status !== 200) throw new Error(`Not ready: ${ready.status} ${await ready.text()}`);
    const queue = await this.confidant.register();
    const id = await this.keeper.send(VAULT, TOPIC, 'still here');
    await queue.until((event) => (event.message as { id: number } | undefined)?.id === id);
  }

  private async fill(): Promise<void> {
    const everybody = Object.values(this.people);
    this.props = await Props.make(this.world, this.people.member, this.people.guest);
    this.generalId = await this.keeper.channelId('general');
    this.openMessageIds = [];
    for (const person of everybody) this.openMessageIds.push(await person.send('general', 'greetings', 'Hello'));
    await this.hideChannel(VAULT, VAULT_DESCRIPTION);
    await uploaded(this.keeper, `${FILE}.txt`, FILE);
    // The only owner can neither be deactivated nor demoted.
    await this.world.setRole(this.keeper, 'owner');
    await this.props.remember();
    await this.restore();
    const vaultId = await this.keeper.channelId(VAULT);
    await hideThings(this.keeper, vaultId);
    await this.keeper.ok('POST', 'user_topics', { stream_id: vaultId, topic: TOPIC, visibility_policy: 3 });
    this.hiddenQueueId = (await this.keeper.register()).id;
    await this.createOtherOrganization();
    await this.act();

    this.ids = [
      ...(await this.idsOf('user_account')),
      ...(await this.idsOf('channel')),
      ...(await this.idsOf('message')),
      ...(await this.idsOf('user_group')),
      ...(await this.idsOf('channel_folder')),
      ...(await this.idsOf('attachment')),
      0,
      4_711,
    ];
    for (const actor of ACTORS) await this.register(actor);
    await this.act();
  }

  private async hideChannel(name: string, description: string): Promise<void> {
    const subscriptions = [{ name, description }];
    const principals = [this.keeper.id, this.confidant.id];
    await this.keeper.ok('POST', 'users/me/subscriptions', { subscriptions, principals, invite_only: true });
  }

  private async createOtherOrganization(): Promise<void> {
    const passwordHash = await this.world.service(Passwords).hash(this.password);
    const owner = { email: `${ELSEWHERE}@example.org`, fullName: `Eva ${ELSEWHERE}`, passwordHash };
    const { organization } = await this.world
      .service(OrganizationCreation)
      .create({ name: ELSEWHERE, host: 'elsewhere.example', owner });
    for (const [table, columns] of [
      ['user_group', '(organization_id, name) VALUES ($1, $2)'],
      ['channel', '(organization_id, name) VALUES ($1, $2)'],
      ['channel_folder', '(organization_id, name, position) VALUES ($1, $2, 0)'],
    ]) {
      await this.world.sql(`INSERT INTO ${table} ${columns}`, [organization.id, ELSEWHERE]);
    }
  }

  private async idsOf(table: string): Promise<number[]> {
    const rows = await this.world.sql<{ id: number }>(`SELECT id::int AS id FROM ${table} ORDER BY id`);
    return rows.map(({ id }) => id);
  }
}
