import { DomainError } from '@app/kernel';

export class ModerationChannelMustBePrivate extends DomainError {
  constructor() {
    super('The channel of moderation requests must be private');
  }
}

export class VideoChatProviderIsUnknown extends DomainError {
  constructor(id: number) {
    super(`Invalid video_chat_provider ${id}`);
  }
}
