import { DomainError } from '@app/kernel';

export class ActionDoesNotFit extends DomainError {
  constructor() {
    super("Invalid action for these parameters: 'channel_id' and 'group_id' decide which there are");
  }
}
