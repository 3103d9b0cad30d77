import { signal } from '@preact/signals-core';
import type { Snapshot } from '@parley/client';
import { EventOf, ignoreNewer } from './events';
import { withoutUser } from './group-settings';
import { assignedKnown, derived } from './people';

type Facts = Partial<Snapshot>;

/** What the snapshot says besides lists: settings of the organization, limits of the server, and who the user is. */
export class Organization {
  private readonly facts = signal<Facts>({});

  /** @param rest what no other part of the store keeps */
  constructor(rest: Facts) {
    this.facts.value = rest;
  }

  toSnapshot(): Facts {
    return this.facts.peek();
  }

  get<Name extends keyof Snapshot>(name: Name): Snapshot[Name] {
    return this.facts.value[name] as Snapshot[Name];
  }

  /** Every fact, by its name in the snapshot. */
  all(): Readonly<Record<string, unknown>> {
    return this.facts.value;
  }

  apply(event: EventOf<'realm'>): void {
    switch (event.op) {
      case 'update':
        return this.change({ [event.property]: event.value });
      case 'update_dict':
        return this.change(event.data);
      case 'deactivated':
        return;
      default:
        ignoreNewer(event);
    }
  }

  applyDefault({ property, value }: EventOf<'realm_user_settings_defaults'>): void {
    const { realm_user_settings_defaults: defaults } = this.facts.peek();
    if (!defaults || !(property in defaults)) return;
    this.facts.value = { ...this.facts.peek(), realm_user_settings_defaults: { ...defaults, [property]: value } };
  }

  /** Something about the user's own account changed. */
  describeOwn(person: Record<string, unknown>): void {
    const { user_id: _, ...news } = derived(person);
    const moderator = typeof news.role === 'number' ? { is_moderator: news.role <= 300 } : {};
    this.facts.value = assignedKnown(this.facts.peek(), { ...news, ...moderator });
  }

  forgetUser(userId: number): void {
    this.facts.value = withoutUser(this.facts.peek(), userId);
  }

  noteMessage(id: number): void {
    const facts = this.facts.peek();
    if (id > (facts.max_message_id ?? 0)) this.facts.value = { ...facts, max_message_id: id };
  }

  private change(changes: Record<string, unknown>): void {
    const facts = this.facts.peek();
    const named = Object.entries(changes).map(([name, value]): [string, unknown] => [`realm_${name}`, value]);
    const more: Record<string, unknown> = {};
    const methods = changes.authentication_methods as { Email?: { enabled: boolean } } | undefined;
    if (methods?.Email)
      for (const name of ['realm_email_auth_enabled', 'realm_password_auth_enabled'])
        more[name] = methods.Email.enabled;
    if ('jitsi_server_url' in changes)
      more.jitsi_server_url = changes.jitsi_server_url ?? (facts as Record<string, unknown>).server_jitsi_server_url;
    this.facts.value = assignedKnown(facts, { ...Object.fromEntries(named), ...more });
  }
}
