import Fastify from 'fastify';
import { CompositeResponse, sendsWrittenJson, WrittenFields, WrittenJson } from './written-json';

describe('an answer with JSON that was serialised before', () => {
  const long = JSON.stringify('ü'.repeat(20_000));
  const shared = Buffer.from(long);

  async function responseOf(payload: object) {
    const server = Fastify();
    server.get('/', async (_request, reply) => {
      sendsWrittenJson(reply);
      return payload;
    });
    const response = await server.inject('/');
    await server.close();
    return response;
  }

  it('is the same JSON as without', async () => {
    const list = new WrittenJson(['[', shared, ',"ä"', ']']);
    const response = await responseOf({ before: 1, list, absent: undefined, after: { ö: [null] } });
    expect(response.json()).toEqual({ before: 1, list: ['ü'.repeat(20_000), 'ä'], after: { ö: [null] } });
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('announces its length in bytes', async () => {
    const response = await responseOf({ list: new WrittenJson([shared]) });
    expect(Number(response.headers['content-length'])).toBe(response.rawPayload.length);
  });

  it('may consist of parts', async () => {
    const parts = [
      new WrittenFields({}),
      { a: 1, absent: undefined },
      new WrittenFields({ b: 'ä', c: [2] }),
      {},
      { d: null },
    ];
    expect((await responseOf(new CompositeResponse(parts))).body).toBe('{"a":1,"b":"ä","c":[2],"d":null}');
    expect((await responseOf(new CompositeResponse(parts.slice(2)))).body).toBe('{"b":"ä","c":[2],"d":null}');
    expect((await responseOf(new CompositeResponse([{}, new WrittenFields({})]))).body).toBe('{}');
  });

  it('may be without fields', async () => {
    expect((await responseOf({})).body).toBe('{}');
  });
});
