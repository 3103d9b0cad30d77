import { Integer, Text } from '@app/platform';

const UUID_LENGTH = 36;
const LONGEST_TOKEN = 4_096;
const LONGEST_APP_ID = 255;

export class LegacyDeviceRequest {
  @Text({ doc: 'UUID of the realm, made with it.', maxLength: UUID_LENGTH })
  realm_uuid: string;

  @Text({ doc: "The server's word for the user: a UUID that says nothing.", maxLength: UUID_LENGTH })
  user_uuid: string;

  @Text({ doc: 'What the service of the device knows it by.', minLength: 1, maxLength: LONGEST_TOKEN })
  token: string;

  @Integer({ doc: "1: Apple's service; 2: Google's.", min: 1, max: 2 })
  token_kind: 1 | 2;
}

export class LegacyRegistrationRequest extends LegacyDeviceRequest {
  @Text({ doc: "Bundle id of the app; of Apple's devices.", required: false, maxLength: LONGEST_APP_ID })
  ios_app_id?: string;
}
