import type { DomainEvents } from '@app/kernel';
import { ReactsTo } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { AnswerRepository } from './answer.repository';

/** Removes reactions and submessages of deleted messages. */
@Injectable()
export class AnswersReactions {
  constructor(private readonly answers: AnswerRepository) {}

  @ReactsTo('MessagesDeleted', 'messaging')
  async forgetAnswers({ messageIds }: DomainEvents['MessagesDeleted']): Promise<void> {
    await this.answers.forget(messageIds);
  }
}
