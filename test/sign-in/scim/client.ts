import { ScimTokens } from '@app/sign-in';
import type { World } from '../../support/world';

export interface ScimResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

let providers = 0;

/** An identity provider that writes users and groups by SCIM. */
export class ScimClient {
  private constructor(
    readonly world: World,
    readonly slug: string,
    readonly providerId: number,
    public token: string,
    private readonly url: string,
  ) {}

  static async start(world: World, options: Record<string, unknown> = {}): Promise<ScimClient> {
    const slug = `scim-${++providers}`;
    const { id } = await world.owner.ok('POST', 'realm/identity_providers', {
      kind: 'oidc',
      slug,
      name: `Corp ${providers}`,
      issuer: 'https://login.example.org',
      client_id: 'parley',
      ...options,
    });
    const { token } = await world.service(ScimTokens).create(world.organizationId, slug);
    return new ScimClient(world, slug, id as number, token, world.url);
  }

  /** The same provider with requests to one node. */
  at(node: number): ScimClient {
    return new ScimClient(this.world, this.slug, this.providerId, this.token, this.world.nodes[node]!.url);
  }

  async request(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ScimResponse> {
    const answer = await fetch(`${this.url}/scim/v2/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text === '' ? {} : (JSON.parse(text) as never) };
  }

  get(path: string, headers: Record<string, string> = {}): Promise<ScimResponse> {
    return this.request('GET', path, undefined, headers);
  }

  async found(path: string, filter: string): Promise<Record<string, unknown>[]> {
    const { status, body } = await this.get(`${path}?filter=${encodeURIComponent(filter)}`);
    if (status !== 200) throw new Error(`${filter}: ${status} ${JSON.stringify(body)}`);
    return body.Resources as Record<string, unknown>[];
  }

  patch(path: string, ...Operations: unknown[]): Promise<ScimResponse> {
    return this.request('PATCH', path, { schemas: [PATCH_OP], Operations });
  }

  /** A new person; returns the id. */
  async person(userName: string, more: Record<string, unknown> = {}): Promise<string> {
    const { status, body } = await this.request('POST', 'Users', { schemas: [USER], userName, ...more });
    if (status !== 201) throw new Error(`${userName}: ${status} ${JSON.stringify(body)}`);
    return body.id as string;
  }

  async group(displayName: string, members: readonly string[] = []): Promise<string> {
    const { status, body } = await this.request('POST', 'Groups', {
      schemas: [GROUP],
      displayName,
      members: members.map((value) => ({ value })),
    });
    if (status !== 201) throw new Error(`${displayName}: ${status} ${JSON.stringify(body)}`);
    return body.id as string;
  }

  async membersOf(id: string): Promise<string[]> {
    const { body } = await this.get(`Groups/${id}`);
    return (body.members as { value: string }[]).map(({ value }) => value).sort();
  }
}
