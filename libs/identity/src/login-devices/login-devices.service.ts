import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { createHash, randomBytes } from 'node:crypto';
import { AccountMails } from '../confirmations/account-mails.service';
import { Organizations } from '../organizations/organizations.service';
import { PersonalSettingsReadings } from '../personal-settings/personal-settings-readings.service';
import type { User } from '../records/user';
import { KnownDeviceRepository } from './known-device.repository';
import { programOf, systemOf, withoutVersions } from './user-agent';

/** Where a login comes from. `Browser` has the fields. */
export interface LoginPlace {
  readonly userAgent: string;
  /** IP address; `null`: unknown. */
  readonly address: string | null;
  /** The token of the cookie that the browser keeps across logins; absent or `null`: it has none. */
  readonly device?: string | null;
}

const TOKEN = /^[\w-]{43}$/;
const MAX_PER_USER = 50;

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * The devices from which users log in. A login from a new one is mailed to the user, unless the user has switched that
 * off, or has not logged in before. The caller's transaction holds the user's lock.
 */
@Injectable()
export class LoginDevices {
  constructor(
    private readonly devices: KnownDeviceRepository,
    private readonly settings: PersonalSettingsReadings,
    private readonly organizations: Organizations,
    private readonly mails: AccountMails,
    private readonly clock: Clock,
  ) {}

  /** Returns the token by which the browser is known from now on, for its cookie. */
  async noteBrowser(user: User, place: LoginPlace): Promise<string> {
    const shown = place.device ?? '';
    const token = TOKEN.test(shown) ? shown : randomBytes(32).toString('base64url');
    await this.note(user, hashOf(`browser ${token}`), place);
    return token;
  }

  /** A program keeps no cookies: it is known by its name and its address. */
  async noteProgram(user: User, place: LoginPlace): Promise<void> {
    await this.note(user, hashOf(`program ${withoutVersions(place.userAgent)} ${place.address}`), place);
  }

  private async note(user: User, hash: Buffer, place: LoginPlace): Promise<void> {
    const { isNew, hasOthers } = await this.devices.note(user.id, hash);
    if (!isNew || !hasOthers) return;
    await this.devices.forgetOldest(user.id, MAX_PER_USER);
    const settings = await this.settings.of(user.organizationId, user.id);
    if (settings.enable_login_emails === false) return;
    await this.mails.loggedInFromNewDevice(await this.organizations.current(user.organizationId), user.deliveryEmail, {
      program: programOf(place.userAgent),
      system: systemOf(place.userAgent),
      address: place.address,
      time: timeIn(settings.timezone, this.clock.now()),
    });
  }
}

/** @param zone of the user; empty or unknown: UTC */
function timeIn(zone: unknown, time: Date): string {
  const options = { dateStyle: 'full', timeStyle: 'long' } as const;
  try {
    return new Intl.DateTimeFormat('en-GB', {
      ...options,
      timeZone: typeof zone === 'string' && zone !== '' ? zone : 'UTC',
    }).format(time);
  } catch {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' }).format(time);
  }
}
