import type { DomainEvents } from '@app/kernel';
import { OnDomainEvent } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { AnswerRepository } from './answer.repository';

/** Removes reactions and submessages of deleted messages. */
@Injectable()
export class AnswersEventHandlers {
  constructor(private readonly answers: AnswerRepository) {}

  @OnDomainEvent('MessagesDeleted', 'messaging')
  async forgetAnswers({ messageIds }: DomainEvents['MessagesDeleted']): Promise<void> {
    await this.answers.forget(messageIds);
  }
}
