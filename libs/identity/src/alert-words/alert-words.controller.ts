import { Actor, CurrentActor, Operation, Parameters } from '@app/platform';
import { Controller } from '@nestjs/common';
import { AlertWords } from './alert-words.service';
import { AlertWordsRequest, AlertWordsResponse } from './alert-words.dto';

const SECTION = 'docs/protocol/personal.md';
const TAG = 'own account';

@Controller('api/v1')
export class AlertWordsController {
  constructor(private readonly alertWords: AlertWords) {}

  @Operation('GET', 'users/me/alert_words', {
    summary: 'Get own alert words',
    section: SECTION,
    tag: TAG,
    response: AlertWordsResponse,
  })
  async list(@CurrentActor() actor: Actor): Promise<AlertWordsResponse> {
    return { alert_words: await this.alertWords.of(actor) };
  }

  @Operation('POST', 'users/me/alert_words', {
    summary: 'Add alert words',
    section: SECTION,
    tag: TAG,
    request: AlertWordsRequest,
    response: AlertWordsResponse,
  })
  async add(@CurrentActor() actor: Actor, @Parameters() request: AlertWordsRequest): Promise<AlertWordsResponse> {
    return { alert_words: await this.alertWords.add(actor, request.alert_words) };
  }

  @Operation('DELETE', 'users/me/alert_words', {
    summary: 'Remove alert words',
    section: SECTION,
    tag: TAG,
    request: AlertWordsRequest,
    response: AlertWordsResponse,
  })
  async remove(@CurrentActor() actor: Actor, @Parameters() request: AlertWordsRequest): Promise<AlertWordsResponse> {
    return { alert_words: await this.alertWords.remove(actor, request.alert_words) };
  }
}
