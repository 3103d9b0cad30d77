import type { OrganizationId } from '@app/kernel';
import { Audit, ExternalLogins, Organizations, OwnerLoginMethods } from '@app/identity';
import { lock, Secrets, Transactions } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { domainsIn, IdentityProvider, isSlug, ProviderKindName, ProviderSettings } from './identity-provider';
import { IdentityProviderRepository, StoredProvider } from './identity-provider.repository';
import { ProviderKind, ProviderKinds } from './provider-kinds.service';
import { foreignOption, ProviderOptions } from './provider-options';
import {
  OptionIsForOthers,
  OptionIsInvalid,
  ProviderIsUnknown,
  ProviderWasChanged,
  SlugIsInvalid,
  SlugIsTaken,
} from './provider.errors';

interface NewProviderOptions extends ProviderOptions {
  kind: ProviderKindName;
  slug: string;
  name: string;
}

/** A provider without its secret. */
export interface ListedProvider extends IdentityProvider {
  readonly hasSecret: boolean;
}

/** The identity providers of organizations. Who may change them is asked before. */
@Injectable()
export class Providers {
  constructor(
    private readonly rows: IdentityProviderRepository,
    private readonly kinds: ProviderKinds,
    private readonly logins: ExternalLogins,
    private readonly organizations: Organizations,
    private readonly ownerLoginMethods: OwnerLoginMethods,
    private readonly secrets: Secrets,
    private readonly audit: Audit,
    private readonly transactions: Transactions,
  ) {}

  async list(organizationId: OrganizationId): Promise<ListedProvider[]> {
    const all = await this.rows.list(organizationId);
    return all.map(({ sealedSecret, ...provider }) => ({ ...provider, hasSecret: sealedSecret !== null }));
  }

  /** Those of all organizations that are in use. */
  enabledOfKind(kind: ProviderKindName): Promise<IdentityProvider[]> {
    return this.rows.enabledOfKind(kind);
  }

  /** @throws ProviderIsUnknown */
  async get(organizationId: OrganizationId, id: number): Promise<IdentityProvider> {
    return this.stored(organizationId, id);
  }

  /** @throws ProviderIsUnknown */
  async bySlug(organizationId: OrganizationId, slug: string): Promise<IdentityProvider> {
    const found = isSlug(slug) ? await this.rows.findBySlug(organizationId, slug) : null;
    if (!found) throw new ProviderIsUnknown();
    return found;
  }

  /**
   * The provider of a path, if it is in use.
   * @throws ProviderIsUnknown
   */
  async inUse(organizationId: OrganizationId, kind: ProviderKindName, slug: string): Promise<IdentityProvider> {
    const found = await this.bySlug(organizationId, slug);
    if (!found.isEnabled || found.kind !== kind) throw new ProviderIsUnknown();
    return found;
  }

  /** `null`: it has none. Read anew, because a provider object holds no secret. */
  async secretOf({ organizationId, id }: IdentityProvider): Promise<string | null> {
    const { sealedSecret } = await this.stored(organizationId, id);
    return sealedSecret && this.secrets.open(sealedSecret);
  }

  /** @throws SlugIsInvalid, SlugIsTaken, OptionIsInvalid, OptionIsForOthers */
  async add(organizationId: OrganizationId, options: NewProviderOptions): Promise<IdentityProvider> {
    const { kind: kindName, slug, ...wanted } = options;
    if (!isSlug(slug)) throw new SlugIsInvalid();
    const kind = this.kinds.get(kindName);
    const given = await completed(kind, wanted);
    const made = this.changed(kind, given, {}, await kind.madeSecret?.(given, null));
    return this.transactions.run([lock.organization(organizationId)], async () => {
      if (await this.rows.findBySlug(organizationId, slug)) throw new SlugIsTaken();
      const icon = iconIn(given.icon ?? '');
      const isEnabled = given.enabled ?? true;
      const row = { organizationId, kind: kindName, slug, name: nameIn(given.name), icon, isEnabled, ...made };
      const id = await this.rows.insert(row);
      this.audit.record({
        organizationId,
        action: 'created',
        object: { type: 'identity_provider', id },
        after: factsOf(row),
      });
      return this.stored(organizationId, id);
    });
  }

  /**
   * A provider that is switched off keeps its links; sessions and keys that came from it end.
   * @param isForced also if the provider is the last way in for an owner
   * @throws ProviderIsUnknown, OptionIsInvalid, OptionIsForOthers, OwnersWouldBeLockedOut, ProviderWasChanged
   */
  async change(
    organizationId: OrganizationId,
    id: number,
    wanted: ProviderOptions,
    isForced = false,
  ): Promise<IdentityProvider> {
    const read = await this.stored(organizationId, id);
    const kind = this.kinds.get(read.kind);
    const given = await completed(kind, wanted);
    const madeSecret = await kind.madeSecret?.(given, read.sealedSecret && this.secrets.open(read.sealedSecret));
    const isSwitchedOff = await this.transactions.run([lock.organization(organizationId)], async () => {
      const before = await this.stored(organizationId, id);
      if (madeSecret !== undefined && before.version !== read.version) throw new ProviderWasChanged();
      if (before.isEnabled && given.enabled === false && !isForced)
        await this.ownerLoginMethods.assertOneStays(await this.organizations.current(organizationId), {
          providerId: id,
        });
      const { settings, sealedSecret } = this.changed(kind, given, before.settings, madeSecret);
      const after = {
        ...before,
        name: given.name === undefined ? before.name : nameIn(given.name),
        icon: given.icon === undefined ? before.icon : iconIn(given.icon),
        isEnabled: given.enabled ?? before.isEnabled,
        settings,
        sealedSecret: sealedSecret ?? before.sealedSecret,
      };
      await this.rows.update(after);
      this.audit.record({
        organizationId,
        action: 'changed',
        object: { type: 'identity_provider', id },
        before: factsOf(before),
        after: { ...factsOf(after), has_new_secret: sealedSecret !== null },
      });
      return before.isEnabled && !after.isEnabled;
    });
    if (isSwitchedOff) await this.endLogins(id);
    return this.stored(organizationId, id);
  }

  /**
   * Removes the provider with its links. Sessions and keys that came from it end.
   * @throws ProviderIsUnknown, OwnersWouldBeLockedOut
   */
  async remove(organizationId: OrganizationId, id: number): Promise<void> {
    // Nothing new comes from a provider that is off, so all of its logins have ended when it goes.
    await this.change(organizationId, id, { enabled: false });
    await this.endLogins(id);
    await this.transactions.run([lock.organization(organizationId)], async () => {
      const before = await this.stored(organizationId, id);
      await this.rows.remove(id);
      const object = { type: 'identity_provider' as const, id };
      this.audit.record({ organizationId, action: 'deleted', object, before: factsOf(before) });
    });
  }

  private endLogins(providerId: number): Promise<number> {
    return this.logins.end({ providerId, subject: null, sid: null });
  }

  private async stored(organizationId: OrganizationId, id: number): Promise<StoredProvider> {
    const found = await this.rows.find(organizationId, id);
    if (!found) throw new ProviderIsUnknown();
    return found;
  }

  private changed(
    kind: ProviderKind,
    given: ProviderOptions,
    former: Partial<ProviderSettings>,
    madeSecret: string | undefined,
  ) {
    const own = kind.settingsOf(given, former);
    const domains = given.domain === undefined ? (former.domains ?? []) : domainsIn(given.domain);
    if (domains === null) throw new OptionIsInvalid('domain', 'must be a mail domain such as example.org');
    const settings: ProviderSettings = {
      ...own.settings,
      groups_claim: given.groups_claim ?? former.groups_claim ?? null,
      role_claim: given.role_claim ?? former.role_claim ?? null,
      makes_owners: given.makes_owners ?? former.makes_owners ?? false,
      jit: given.jit ?? former.jit ?? kind.makesAccounts,
      invited_only: given.invited_only ?? former.invited_only ?? false,
      link_by_address: given.link_by_address ?? former.link_by_address ?? false,
      domains,
    };
    const secret = own.secret ?? madeSecret;
    return { settings, sealedSecret: secret === undefined ? null : this.secrets.seal(secret) };
  }
}

/** The options with what they point to. @throws OptionIsForOthers, OptionIsInvalid */
async function completed(kind: ProviderKind, given: ProviderOptions): Promise<ProviderOptions> {
  const foreign = foreignOption(kind.kind, given);
  if (foreign) throw new OptionIsForOthers(foreign, kind.kind);
  return kind.completed ? kind.completed(given) : given;
}

/** @throws OptionIsInvalid */
function nameIn(given: string | undefined): string {
  const name = given?.trim() ?? '';
  if (name === '') throw new OptionIsInvalid('name', 'must not be blank');
  return name;
}

/** Apps show it beside the button. @throws OptionIsInvalid */
function iconIn(given: string): string | null {
  if (given === '') return null;
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url?.protocol !== 'https:' || url.username !== '') throw new OptionIsInvalid('icon', 'must be an https address');
  return url.href;
}

const factsOf = ({ kind, slug, isEnabled, settings }: Omit<IdentityProvider, 'id' | 'version'>) => ({
  kind,
  slug,
  enabled: isEnabled,
  ...settings,
});
