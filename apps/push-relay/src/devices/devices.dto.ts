import { Text } from '@app/platform';

/** A token of 4,096 characters in its dictionary, sealed and in base64, fits well. */
const LONGEST_BOX = 16_384;

export class RegisterDeviceRequest {
  @Text({ doc: 'UUID of the realm, made with it.', maxLength: 36 })
  realm_uuid: string;

  @Text({ doc: "The app's number for the account: a signed integer of 64 bits.", maxLength: 20 })
  push_account_id: string;

  @Text({
    doc: "The dictionary of the device in a sealed box to one of the relay's keys; base64.",
    maxLength: LONGEST_BOX,
  })
  encrypted_push_registration: string;

  @Text({ doc: "The relay's key that it is sealed to, in the app's own words.", maxLength: 1_000 })
  bouncer_public_key: string;
}
