import Fastify from 'fastify';
import { CompositeAnswer, sendsWrittenJson, WrittenFields, WrittenJson } from './written-json';

describe('an answer with JSON that was serialised before', () => {
  const long = JSON.stringify('ü'.repeat(20_000));
  const shared = Buffer.from(long);

  async function answerOf(payload: object) {
    const server = Fastify();
    server.get('/', async (_request, reply) => {
      sendsWrittenJson(reply);
      return payload;
    });
    const answer = await server.inject('/');
    await server.close();
    return answer;
  }

  it('is the same JSON as without', async () => {
    const list = new WrittenJson(['[', shared, ',"ä"', ']']);
    const answer = await answerOf({ before: 1, list, absent: undefined, after: { ö: [null] } });
    expect(answer.json()).toEqual({ before: 1, list: ['ü'.repeat(20_000), 'ä'], after: { ö: [null] } });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('announces its length in bytes', async () => {
    const answer = await answerOf({ list: new WrittenJson([shared]) });
    expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length);
  });

  it('may consist of parts', async () => {
    const parts = [
      new WrittenFields({}),
      { a: 1, absent: undefined },
      new WrittenFields({ b: 'ä', c: [2] }),
      {},
      { d: null },
    ];
    expect((await answerOf(new CompositeAnswer(parts))).body).toBe('{"a":1,"b":"ä","c":[2],"d":null}');
    expect((await answerOf(new CompositeAnswer(parts.slice(2)))).body).toBe('{"b":"ä","c":[2],"d":null}');
    expect((await answerOf(new CompositeAnswer([{}, new WrittenFields({})]))).body).toBe('{}');
  });

  it('may be without fields', async () => {
    expect((await answerOf({})).body).toBe('{}');
  });
});
