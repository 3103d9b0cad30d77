import { DomainError } from '@app/kernel';

export class AlertWordIsTooLong extends DomainError {
  constructor(limit: number) {
    super(`alert_words: a word is too long (limit: ${limit} characters)`);
  }
}

export class TooManyAlertWords extends DomainError {
  constructor(limit: number) {
    super(`There can be at most ${limit} alert words`);
  }
}
