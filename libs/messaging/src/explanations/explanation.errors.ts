import { DomainError } from '@app/kernel';

export class ActionDoesNotFit extends DomainError {
  constructor() {
    super("Invalid action for these parameters: 'channel_id', 'group_id' and 'other_user_id' decide which there are");
  }
}
