import { expectAbsent, Probe } from './channel-paths';
import type { User } from './facts';
import type { Actor, Method, Scene } from './scene';

/** An invisible user does not exist for a guest: by id, by address and by name. */
export function hiddenUserProbes(scene: Scene, who: Actor, { id, email, name }: User): Probe[] {
  const address = (word: string) => `${word}@example.org`;
  const probe = (place: string, hidden: number | string, ask: (word: string) => [Method, string, object?]): Probe => ({
    who,
    place,
    check: () =>
      expectAbsent(
        scene,
        who,
        (word) => {
          const [method, path, parameters = {}] = ask(word);
          return [who, method, path, { ...parameters }];
        },
        hidden,
      ),
  });
  return [
    probe('GET users/{id}', id, (word) => ['GET', `users/${word}`]),
    probe('GET users/{email}', email, (word) => ['GET', `users/${encodeURIComponent(address(word))}`]),
    probe('GET users/{id}/status', id, (word) => ['GET', `users/${word}/status`]),
    probe('GET users/{id}/presence', id, (word) => ['GET', `users/${word}/presence`]),
    probe('GET users?user_ids', id, (word) => ['GET', 'users', { user_ids: [Number(word)] }]),
    probe('POST users/me/muted_users/{id}', id, (word) => ['POST', `users/me/muted_users/${word}`]),
    probe('GET messages sender:', email, (word) => [
      'GET',
      'messages',
      { anchor: 'newest', num_before: 10, narrow: [{ operator: 'sender', operand: address(word) }] },
    ]),
    probe('POST messages to', email, (word) => [
      'POST',
      'messages',
      { type: 'direct', to: [address(word)], content: 'to a hidden user' },
    ]),
    probe('POST messages/render', name, (word) => ['POST', 'messages/render', { content: `@**${word}**` }]),
    probe('DELETE users/me/subscriptions', email, (word) => [
      'DELETE',
      'users/me/subscriptions',
      { subscriptions: [[...scene.model.channels.values()][0].name], principals: [address(word)] },
    ]),
  ];
}
