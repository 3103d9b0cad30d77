import type { Random } from '../support/fuzz/random';
import type { Parameters } from '../support/person';
import { Client, Wire } from './client';
import type { Cluster } from './cluster';
import { Disturbances } from './disturbances';
import { Facts } from './facts';
import { Ledger } from './ledger';
import { Place } from './places';
import { Reader } from './reader';
import { Tally } from './tally';

const MEMBERS = 6;
const CAPABLE = {
  notification_settings_null: true,
  archived_channels: true,
  include_deactivated_groups: true,
  empty_topic_name: true,
};
/** All client capabilities, and fewer, with a slower reader. */
const BRISK: Parameters = { include_subscribers: 'true', client_capabilities: CAPABLE };
const LAZY: Parameters = { client_capabilities: { notification_settings_null: true } };

/** A file that a user uploaded, and where it was shown. */
export interface KeptFile {
  readonly url: string;
  readonly content: Buffer;
  readonly ownerId: number;
  readonly place: Place;
}

/** The users, their places, and all that is known of their actions. */
export class Town {
  readonly disturbances: Disturbances;
  readonly facts: Facts;
  readonly ledger = new Ledger();
  readonly tally = new Tally();
  readonly wire: Wire;
  readonly files: KeptFile[] = [];
  /** Forbidden data that users received, and other errors, at the time of their detection. */
  readonly breaches: string[] = [];
  owner: Client;
  people: Client[];
  /** Without a queue: may be deactivated. */
  visitor: Client;
  places: Place[];
  /** Where subscriptions change: a private channel to which the owner adds users, and a public one. */
  club: Place;
  park: Place;
  groupIds: number[];
  readers: Reader[];

  constructor(
    readonly cluster: Cluster,
    readonly random: Random,
    aftermathMs: number,
  ) {
    this.disturbances = new Disturbances(aftermathMs);
    this.facts = new Facts(this.disturbances);
    this.wire = new Wire(random);
  }

  get everybody(): Client[] {
    return [this.owner, ...this.people];
  }

  async build(): Promise<void> {
    this.owner = await Client.login(this.cluster, this.wire, this.cluster.ownerEmail);
    const names = [...Array.from({ length: MEMBERS }, (_, i) => `person${i}`), 'visitor'];
    const all = await Promise.all(names.map((name) => this.admit(name)));
    this.visitor = all.pop()!;
    this.people = all;
    await this.lay();
    const queues = this.everybody.flatMap((client) => [
      Reader.register(client, BRISK, false),
      Reader.register(client, LAZY, true),
    ]);
    this.readers = await Promise.all(queues);
  }

  readerOf({ id }: Client): Reader {
    return this.readers.find(({ client, isBrisk }) => isBrisk && client.id === id)!;
  }

  /** A new round: only its messages are audited. */
  begin(): void {
    this.ledger.messages.clear();
    for (const kind of ['content:', 'topic:', 'reaction:', 'starred:', 'read:']) this.facts.forget(kind);
    for (const reader of this.readers) reader.forget();
  }

  private async admit(name: string): Promise<Client> {
    const email = `${name}@example.org`;
    const parameters = { email, password: 'a long enough secret', full_name: name };
    const isDone = ({ msg }: Record<string, unknown>) => String(msg).includes('in use');
    await this.owner.insist('POST', 'users', { parameters, isDone });
    return Client.login(this.cluster, this.wire, email);
  }

  private async lay(): Promise<void> {
    const { owner, people } = this;
    const everybody = this.everybody.map(({ id }) => id);
    const [first, second, third, fourth] = people;
    const trio = [first, second, third].map(({ id }) => id);
    this.places = [
      await this.channel('everybody', everybody),
      await this.channel('attic', everybody),
      await this.channel('half', trio, { invite_only: true, history_public_to_subscribers: true }),
      direct([first, second]),
      direct([second, third, fourth, owner]),
      direct([fourth, people[5]]),
    ];
    this.club = await this.channel('club', everybody, { invite_only: true });
    this.park = await this.channel('park', everybody);
    this.groupIds = await Promise.all(['readers', 'writers'].map((name) => this.group(name)));
  }

  private async channel(name: string, userIds: number[], parameters: Parameters = {}): Promise<Place> {
    const founder = userIds.includes(this.owner.id) ? this.owner : this.people[0];
    const wish = { subscriptions: [{ name }], principals: userIds, announce: false, ...parameters };
    await founder.insist('POST', 'users/me/subscriptions', { parameters: wish });
    const id = (await founder.get('get_stream_id', { stream: name })).stream_id as number;
    return new Place(name, { type: 'stream', to: id }, userIds, id, parameters.invite_only === true);
  }

  private async group(name: string): Promise<number> {
    const parameters = { name, description: '', members: [this.owner.id] };
    return (await this.owner.insist('POST', 'user_groups/create', { parameters })).body.group_id as number;
  }
}

function direct(members: readonly Client[]): Place {
  const userIds = members.map(({ id }) => id);
  return new Place(`direct ${userIds.join()}`, { type: 'direct', to: userIds }, userIds, null, true);
}
