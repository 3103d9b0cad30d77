import type { Actor } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { commandIn, confirmationOf } from './zcommand';
import { PersonalSettingsChanges } from '../personal-settings/personal-settings-changes.service';
import { PersonalSettingsReadings } from '../personal-settings/personal-settings-readings.service';

/** Settings that a user changes by typing a command in the compose box. */
@Injectable()
export class Zcommands {
  constructor(
    private readonly readings: PersonalSettingsReadings,
    private readonly changes: PersonalSettingsChanges,
  ) {}

  /**
   * Runs a command. Returns the text for the user, which may be empty.
   * @throws CommandHasNoSlash, CommandIsUnknown
   */
  async run(actor: Actor, text: string): Promise<string> {
    const command = commandIn(text);
    if (!command) return '';
    const { setting, value } = command;
    const present = await this.readings.of(actor.organizationId, actor.userId);
    if (present[setting] === value) return confirmationOf(command, false);
    await this.changes.change(actor, { settings: { [setting]: value } });
    return confirmationOf(command, true);
  }
}
