import { EventQueue } from './event-queue';
import type { World } from './world';

export type Body = Record<string, unknown> & { result: 'success' | 'error'; msg: string; code?: string };

export interface ApiResponse {
  status: number;
  headers: Headers;
  body: Body;
}

/** Strings are sent raw, everything else as JSON: as real clients do it. */
export type Parameters = Record<string, unknown>;

export const encode = (parameters: Parameters): URLSearchParams =>
  new URLSearchParams(
    Object.entries(parameters)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]): [string, string] => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );

/** A user with an account, who sends requests over HTTP as a client would. */
export class Person {
  constructor(
    readonly world: World,
    readonly id: number,
    /** Delivery email. */
    readonly email: string,
    readonly fullName: string,
    public key: string,
  ) {}

  get authorization(): string {
    return `Basic ${Buffer.from(`${this.email}:${this.key}`).toString('base64')}`;
  }

  /** The same user, whose every request goes to one node. */
  at(node: number): Person {
    return new Person(this.world.at(node), this.id, this.email, this.fullName, this.key);
  }

  /** With a new key: deactivation ends the earlier ones. */
  async logInAgain(): Promise<void> {
    const { api_key } = (await this.world.request('POST', 'dev_fetch_api_key', { username: this.email })).body;
    this.key = api_key as string;
  }

  get(path: string, parameters: Parameters = {}): Promise<ApiResponse> {
    return this.world.request('GET', path, parameters, this.authorization);
  }

  post(path: string, parameters: Parameters = {}): Promise<ApiResponse> {
    return this.world.request('POST', path, parameters, this.authorization);
  }

  patch(path: string, parameters: Parameters = {}): Promise<ApiResponse> {
    return this.world.request('PATCH', path, parameters, this.authorization);
  }

  delete(path: string, parameters: Parameters = {}): Promise<ApiResponse> {
    return this.world.request('DELETE', path, parameters, this.authorization);
  }

  /** The body of a request that must succeed. */
  async ok(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, parameters: Parameters = {}): Promise<Body> {
    const { status, body } = await this.world.request(method, path, parameters, this.authorization);
    if (status !== 200 || body.result !== 'success')
      throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  /** Subscribes to channels, creating those that do not exist. */
  async subscribe(names: string | string[], parameters: Parameters = {}): Promise<Body> {
    const subscriptions = [names].flat().map((name) => ({ name }));
    return this.ok('POST', 'users/me/subscriptions', { subscriptions, ...parameters });
  }

  /** Sends to a channel; returns the id of the message. */
  async send(channel: string | number, topic: string, content: string, parameters: Parameters = {}): Promise<number> {
    return (await this.ok('POST', 'messages', { type: 'stream', to: channel, topic, content, ...parameters }))
      .id as number;
  }

  /** Sends to users; returns the id of the message. */
  async sendTo(people: Person[], content: string, parameters: Parameters = {}): Promise<number> {
    return (
      await this.ok('POST', 'messages', { type: 'direct', to: people.map(({ id }) => id), content, ...parameters })
    ).id as number;
  }

  async channelId(name: string): Promise<number> {
    return (await this.ok('GET', 'get_stream_id', { stream: name })).stream_id as number;
  }

  /** A queue, with its initial state. */
  async register(parameters: Parameters = {}): Promise<EventQueue> {
    return new EventQueue(this, await this.ok('POST', 'register', parameters), parameters);
  }
}
