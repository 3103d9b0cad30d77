import { Injectable } from '@nestjs/common';
import type { Organization } from '../records/organization';

/** A login method that leads an app through the browser (docs/protocol/login.md). */
export interface BrowserLogin {
  name: string;
  display_name: string;
  /** Absolute: apps show a PNG from there. */
  display_icon: string | null;
  login_url: string;
  signup_url: string;
}

type Source = (organization: Pick<Organization, 'id' | 'url'>) => Promise<readonly BrowserLogin[]>;

/** Logins at providers elsewhere. The context of logins registers its source in `onModuleInit`. */
@Injectable()
export class BrowserLogins {
  private readonly sources: Source[] = [];

  add(source: Source): void {
    this.sources.push(source);
  }

  async of(organization: Pick<Organization, 'id' | 'url'>): Promise<BrowserLogin[]> {
    const all = await Promise.all(this.sources.map((source) => source(organization)));
    return all.flat();
  }
}
