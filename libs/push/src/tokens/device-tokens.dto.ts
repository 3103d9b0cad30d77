import { Text } from '@app/platform';

const MAX_TOKEN_LENGTH = 4_096;
const MAX_APP_ID_LENGTH = 255;

export class DeviceTokenRequest {
  @Text({ doc: 'What the service of the device knows it by.', minLength: 1, maxLength: MAX_TOKEN_LENGTH })
  token: string;
}

export class AppleDeviceTokenRequest extends DeviceTokenRequest {
  @Text({ doc: 'Id of the app that asks.', required: false, maxLength: MAX_APP_ID_LENGTH })
  appid?: string;
}

export class TokenTestRequest {
  @Text({
    doc: 'The device that is to get it; without it, all devices of the user that were registered by token.',
    required: false,
    minLength: 1,
    maxLength: MAX_TOKEN_LENGTH,
  })
  token?: string;
}
