import { ApiKeys, NewUsers, OrganizationCreation } from '@app/identity';
import type { OrganizationId } from '@app/kernel';
import { Body, Parameters } from '../support/person';
import type { World } from '../support/world';
import { Devices } from './devices';
import { CAST, ChannelFacts, GRANTS, NEWCOMER, Setting } from './facts';
import { learnGroups } from './group-actions';
import { Model } from './model';
import { remove } from './model-changes';
import { Secrets } from './secrets';
import type { OracleServer } from './oracle-server';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** A user who sends requests. */
export interface Actor {
  id: number;
  name: string;
  host: string;
  authorization: string | null;
}

export interface Reply {
  status: number;
  text: string;
  body: Body;
}

/** Where something is shown to a user who may not see it, or hidden from a user who may. */
export class Disagreement extends Error {
  constructor(place: string, who: string, got: unknown, wanted: unknown) {
    const cut = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 1_500);
    super(`${place} as ${who}\n    server: ${cut(got)}\n    model:  ${cut(wanted)}`);
  }
}

/** Openings are older than the time limit of edits. */
const SPECTATORS_AND_NO_LIMITS = JSON.stringify({ enableSpectatorAccess: true, messageContentEditLimitSeconds: null });
export const ABSENT_ID = 999_999_999;

/**
 * One organization of its own, its model and its users; besides them a user of another organization and a spectator.
 */
export class Scene {
  /** The current state; a step replaces it. */
  model = new Model();
  readonly people: Actor[] = [];
  /** The number of actions so far. */
  taken = 0;
  /** The profile field that all users can fill in. */
  mottoField = 0;
  readonly devices = new Devices(this);
  private newestMessage = 0;
  private known = new Map<number, Set<string>>();

  private constructor(
    readonly oracleServer: OracleServer,
    readonly organizationId: number,
    readonly secrets: Secrets,
    private readonly host: string,
  ) {}

  static async set(oracleServer: OracleServer): Promise<Scene> {
    const { world } = oracleServer;
    const host = `scene${oracleServer.scenes++}.example`;
    const owner = { email: `owner@${host}`, fullName: 'Olivia', passwordHash: null };
    const made = await world.service(OrganizationCreation).create({ name: host, host, owner });
    const organizationId = made.organization.id as number;
    const scene = new Scene(oracleServer, organizationId, new Secrets(organizationId), host);
    await scene.sql(
      `UPDATE organization SET settings = settings || '${SPECTATORS_AND_NO_LIMITS}',
       permission_version = permission_version + 1 WHERE id = $1`,
      [organizationId],
    );
    await scene.enter(made.owner.id, 'olivia', 100, 3);
    for (const [name, role, visibility] of CAST) {
      const newcomer = { organizationId: made.organization.id, email: `${name}@${host}`, fullName: `The ${name}` };
      const { id } = await world.service(NewUsers).create({ ...newcomer, passwordHash: null, role });
      await scene.enter(id, name, role, visibility);
    }
    await scene.devices.handOut();
    await scene.makeMottoField();
    await learnGroups(scene);
    await scene.learnChannels();
    await scene.learnMessages();
    return scene;
  }

  /** In its state before the first step, on a copy of the database. */
  copyFor(oracleServer: OracleServer): Scene {
    const copy = new Scene(oracleServer, this.organizationId, this.secrets.clone(), this.host);
    copy.people.push(...this.people.map((one) => ({ ...one })));
    copy.mottoField = this.mottoField;
    copy.newestMessage = this.newestMessage;
    copy.model = this.model.clone();
    copy.taken = this.taken;
    this.devices.goOnIn(copy.devices);
    return copy;
  }

  get world(): World {
    return this.oracleServer.world;
  }

  /** The active users. */
  get active(): Actor[] {
    return this.people.filter(({ id }) => !this.model.isStrange(id));
  }

  person = (id: number): Actor => this.people.find((one) => one.id === id)!;
  nameOf = (id: number): string => this.people.find((one) => one.id === id)?.name ?? `user ${id}`;

  /** A request, whose answer contains no secret that the caller may not know and has not sent. */
  async ask(who: Actor, method: Method, path: string, parameters: Parameters = {}): Promise<Reply> {
    const reply = await this.oracleServer.send(who, method, path, parameters);
    const asked = new Set(this.secrets.in(`${decodeURIComponent(path)} ${JSON.stringify(parameters)}`));
    const found = this.secrets.in(reply.text).filter((secret) => !asked.has(secret) && !this.knows(who, secret));
    if (found.length > 0)
      throw new Disagreement(`${method} ${path} ${JSON.stringify(parameters)}`, who.name, found, []);
    return reply;
  }

  /** The body of a request that must succeed. */
  async get(who: Actor, path: string, parameters: Parameters = {}): Promise<Body> {
    const reply = await this.ask(who, 'GET', path, parameters);
    if (reply.status !== 200)
      throw new Disagreement(`GET ${path} ${JSON.stringify(parameters)}`, who.name, reply.text, 'success');
    return reply.body;
  }

  /** The model has changed. */
  become(model: Model): void {
    this.model = model;
    this.known.clear();
  }

  sql = async <T>(text: string, values: unknown[]): Promise<T[]> =>
    (await this.oracleServer.database.query(text, values)).rows as T[];

  /**
   * Adds all messages that were sent meanwhile: their text is up to the server, their readers up to the model. Notices
   * are read for the user who caused them. Returns the first later transaction id.
   */
  async learnMessages(model = this.model, occasionedBy: Actor | null = null): Promise<{ endXid: number }> {
    const rows = await this.sql<Record<string, string | null>>(
      `SELECT m.*, pg_snapshot_xmax(pg_current_snapshot()) AS xmax
       FROM (SELECT 1) AS always LEFT JOIN (
         SELECT m.id, m.channel_id, m.topic, m.sender_id, m.read_rule, m.content, c.participant_ids,
           ARRAY (SELECT t.user_id FROM user_topic t WHERE t.channel_id = m.channel_id
             AND lower(t.topic) = lower(m.topic) AND t.visibility_policy = 3) AS follower_ids
         FROM message m LEFT JOIN conversation c ON c.id = m.conversation_id
         WHERE m.organization_id = $1 AND m.id > $2) m ON true ORDER BY m.id`,
      [this.organizationId, this.newestMessage],
    );
    for (const row of rows.filter(({ id }) => id !== null) as Record<string, string>[]) {
      const id = Number(row.id);
      const place = row.channel_id === null ? null : Number(row.channel_id);
      const [people, followerIds] = [row.participant_ids, row.follower_ids].map(
        (ids) => new Set(((ids ?? []) as unknown as string[]).map(Number)),
      );
      const [ofTopic, ofText] = [row.topic, row.content].map((text) => this.secrets.in(text));
      const senderId = Number(row.sender_id);
      const message = { id, channelId: place, topic: row.topic, senderId, people, ofTopic, ofText };
      model.send(message, Number(row.read_rule), followerIds);
      model.show(message.senderId, id, row.content);
      if (occasionedBy && model.isStrange(message.senderId)) model.messages.get(id)!.unread.delete(occasionedBy.id);
      this.newestMessage = id;
    }
    return { endXid: Number(rows[0].xmax) };
  }

  /** Notices that the server has deleted. */
  async forgetNotices(model: Model): Promise<void> {
    const said = model.allMessages().filter(({ senderId }) => model.isStrange(senderId));
    const rows = await this.sql<{ id: string }>('SELECT id FROM message WHERE id = ANY ($1)', [
      said.map(({ id }) => id),
    ]);
    const present = new Set(rows.map(({ id }) => Number(id)));
    remove(
      model,
      said.filter(({ id }) => !present.has(id)),
    );
  }

  /** The requested channel of that name. */
  async learnChannel(name: string, model: Model, facts: Partial<ChannelFacts>): Promise<void> {
    const [row] = await this.sql<{ id: string; permissions: Record<string, Setting> }>(
      'SELECT id, permissions FROM channel WHERE organization_id = $1 AND name = $2',
      [this.organizationId, name],
    );
    const id = Number(row.id);
    const grants = Object.fromEntries(GRANTS.map((grant) => [grant, row.permissions[grant]]));
    model.channels.set(id, {
      ...{ id, name, names: new Set([name]), isPrivate: false, isWebPublic: false, isShared: true, isArchived: false },
      ...{
        isDefault: false,
        subscribers: new Set<number>(),
        everSubscribed: new Set<number>(),
      },
      ...facts,
      grants: grants as never,
    });
  }

  /** A reactivated user needs a new one. */
  async giveKey(id: number): Promise<void> {
    const owner = { id: id as never, organizationId: this.organizationId as OrganizationId, isBot: false };
    const key = await this.world.service(ApiKeys).issue(owner, 'oracle');
    const address = `${this.model.users.get(id)!.email}@example.org`;
    this.person(id).authorization = `Basic ${Buffer.from(`${address}:${key}`).toString('base64')}`;
  }

  private knows(who: Actor, secret: string): boolean {
    if (!this.known.has(who.id)) this.known.set(who.id, this.model.secretsOf(who.id));
    return this.known.get(who.id)!.has(secret);
  }

  /** The address and name of this user are secrets from now on. */
  private async enter(id: number, name: string, role: number, emailVisibility: number): Promise<void> {
    const secret = this.secrets.next('mail');
    const email = `${secret}@example.org`;
    const fullName = this.secrets.next('name');
    this.secrets.rememberAddress(email, secret);
    await this.sql(
      `UPDATE user_account SET delivery_email = $2, email_address_visibility = $3::smallint, full_name = $4,
         email = CASE WHEN $3::smallint = 1 THEN $2 ELSE email END WHERE id = $1`,
      [id, email, emailVisibility, fullName],
    );
    this.people.push({ id, name, host: this.host, authorization: null });
    this.model.users.set(id, {
      id,
      role,
      name: fullName,
      email: secret,
      emailVisibility,
      ...NEWCOMER,
      hasDevice: true,
      said: new Set(),
      muted: new Set(),
    });
    await this.giveKey(id);
  }

  private async makeMottoField(): Promise<void> {
    const wish = { name: 'Motto', field_type: 1 };
    this.mottoField = (await this.ask(this.people[0], 'POST', 'realm/profile_fields', wish)).body.id as number;
  }

  /** The first channel of every organization, with all users. */
  private async learnChannels(): Promise<void> {
    const name = this.secrets.next('chan');
    await this.sql('UPDATE channel SET name = $2 WHERE organization_id = $1', [this.organizationId, name]);
    await this.learnChannel(name, this.model, { isDefault: true });
    const [general] = this.model.channels.values();
    for (const { id } of this.people) this.model.subscribe(id, general);
  }
}
