import type { OrganizationId } from '@app/kernel';

interface Versioned {
  readonly version: number;
}

/** Organizations that a node remembers something of; beyond that the one unused longest is read again. */
const CAPACITY = 1_000;

/** One value an organization, good for requests that were authenticated at its version or earlier. */
export class VersionedCache<T extends Versioned & { readonly id: OrganizationId }> {
  private readonly values = new Map<OrganizationId, T>();

  find(organizationId: OrganizationId, version: number): T | undefined {
    const value = this.values.get(organizationId);
    if (!value || value.version < version) return undefined;
    this.values.delete(organizationId);
    this.values.set(organizationId, value);
    return value;
  }

  keep(value: T): T {
    const known = this.values.get(value.id);
    if (known && known.version > value.version) return value;
    this.values.delete(value.id);
    this.values.set(value.id, value);
    if (this.values.size > CAPACITY) this.values.delete(this.values.keys().next().value!);
    return value;
  }
}
