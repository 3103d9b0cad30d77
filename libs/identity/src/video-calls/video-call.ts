import { DomainError } from '@app/kernel';
import { createHash } from 'node:crypto';

export class BigBlueButtonIsNotConfigured extends DomainError {
  constructor() {
    super('BigBlueButton is not configured.');
  }
}

export class BigBlueButtonIsUnreachable extends DomainError {
  constructor() {
    super('Error connecting to the BigBlueButton server.');
  }
}

export class CallLinkIsInvalid extends DomainError {
  constructor() {
    super('Invalid signature.');
  }
}

/** The call of a link. */
export interface VideoCall {
  readonly meetingId: string;
  readonly name: string;
  readonly isVoiceOnly: boolean;
  /** The user who created the link. */
  readonly moderatorId: number;
  readonly organizationId: number;
}

type Server = { readonly url: string; readonly secret: string };

/** The address of a request to BigBlueButton's API, with the required checksum. */
function addressOf({ url, secret }: Server, name: 'create' | 'join', parameters: Record<string, string>): string {
  const query = new URLSearchParams(parameters).toString();
  const checksum = createHash('sha256').update(`${name}${query}${secret}`).digest('hex');
  return `${url}/api/${name}?${query}&checksum=${checksum}`;
}

/** Creates the meeting. If it exists, the server leaves it unchanged. */
export const createAddress = (server: Server, { meetingId, name, isVoiceOnly }: VideoCall): string =>
  addressOf(server, 'create', {
    meetingID: meetingId,
    name,
    ...(isVoiceOnly ? { lockSettingsDisableCam: 'true' } : {}),
  });

export const joinAddress = (
  server: Server,
  { meetingId, moderatorId }: VideoCall,
  user: { readonly id: number; readonly fullName: string },
): string =>
  addressOf(server, 'join', {
    meetingID: meetingId,
    role: user.id === moderatorId ? 'MODERATOR' : 'VIEWER',
    fullName: user.fullName,
  });
