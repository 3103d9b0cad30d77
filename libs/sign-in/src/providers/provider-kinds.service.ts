import { Injectable } from '@nestjs/common';
import type { Finding } from './findings/finding';
import type { IdentityProvider, ProviderKindName, ProviderSettings } from './identity-provider';
import type { ProviderOptions } from './provider-options';
import { OptionIsInvalid } from './provider.errors';

/** What is stored of the options of one kind. */
export interface KindSettings {
  /** By the names of the interface. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Stored encrypted and never shown; `undefined`: as it is. */
  readonly secret?: string;
}

export interface ProviderTest {
  readonly isGood: boolean;
  readonly findings: readonly Finding[];
}

/** What a kind of provider knows of its own settings. */
export interface ProviderKind {
  readonly kind: ProviderKindName;
  /** Whether accounts are made at the first login unless the options say otherwise. */
  readonly makesAccounts: boolean;
  /**
   * Checks the options of this kind.
   * @param former the settings before the change; empty for a new provider
   * @throws OptionIsInvalid
   */
  settingsOf(given: ProviderOptions, former: Readonly<Record<string, unknown>>): KindSettings;
  /** Fetches, outside a transaction, what an option only points to. @throws OptionIsInvalid */
  completed?(given: ProviderOptions): Promise<ProviderOptions>;
  /**
   * The secret that this server makes itself; `undefined`: the former one stays. Runs outside of transactions.
   * @param former `null` for a new provider
   * @throws OptionIsInvalid
   */
  madeSecret?(given: ProviderOptions, former: string | null): Promise<string | undefined>;
  /** Asks the provider, outside a transaction, whether it works with these settings. */
  test(provider: IdentityProvider<ProviderSettings>): Promise<ProviderTest>;
}

/** The kinds of providers. Each registers in `onModuleInit`. */
@Injectable()
export class ProviderKinds {
  private readonly kinds = new Map<ProviderKindName, ProviderKind>();

  add(kind: ProviderKind): void {
    this.kinds.set(kind.kind, kind);
  }

  /** @throws OptionIsInvalid for a kind that this version cannot do */
  get(name: ProviderKindName): ProviderKind {
    const kind = this.kinds.get(name);
    if (!kind) throw new OptionIsInvalid('kind', `cannot be ${name} in this version`);
    return kind;
  }
}
