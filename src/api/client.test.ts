import { HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Problem } from '#server/problem.ts';
import { type MockAnswer, operationHandlers } from '#tests/support/msw.ts';
import { createClient } from './client.ts';

const base = 'http://api.test/api';
const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

function clientOf(answers: { readonly [operation: string]: MockAnswer }, token: string | null = 'abc') {
  server.use(...operationHandlers(base, answers));
  const told = {
    unauthorized: 0,
    versions: [] as string[],
    stamps: [] as string[],
    definitions: [] as string[],
  };
  const client = createClient({
    base,
    product: 'Cadastre',
    token: () => token,
    onUnauthorized: () => {
      told.unauthorized++;
    },
    onVersion: (version) => told.versions.push(version),
    onSysparams: (stamp) => told.stamps.push(stamp),
    onDefinitions: (stamp) => told.definitions.push(stamp),
  });
  return { client, told };
}

const answerWith =
  (status: number, body: string, type = 'application/json') =>
  () =>
    new HttpResponse(body, { status, headers: { 'content-type': type } });

describe('client', () => {
  it('sends the token, the path and the envelope', async () => {
    const { client } = clientOf({
      'record.save': ({ params, body, headers }) => ({ params, body, token: headers.get('authorization') }),
    });
    const text = 'ß 漢字 😀';
    expect(
      await client.call('record.save', { params: { list: 'sales', id: 7 }, body: { version: 1, text } }),
    ).toEqual({
      params: { list: 'sales', id: 7 },
      body: { version: 1, text },
      token: 'JWT abc',
    });
  });

  it('does not repeat in the query what stands in the path', async () => {
    const { client } = clientOf({ 'record.get': ({ query }) => ({ query }) });
    const params = { list: 'sales', id: 7 };
    expect(await client.call('record.get', { params, query: params })).toEqual({ query: {} });
  });

  it('tells a problem with its message, pointers and details', async () => {
    const { client } = clientOf({
      'record.save': () => {
        throw new Problem('conflict', 'Vera has changed this.', {
          errors: [{ pointer: '/suburb', message: 'Changed.' }],
          details: { current_version: 3 },
        });
      },
    });
    await expect(
      client.call('record.save', { params: { list: 'sales', id: 7 }, body: { version: 1 } }),
    ).rejects.toMatchObject({
      status: 409,
      code: 'conflict',
      message: 'Vera has changed this.',
      errors: [{ pointer: '/suburb', message: 'Changed.' }],
      details: { current_version: 3 },
    });
  });

  it.each([
    [answerWith(500, '{"message":"the message","description":"x"}'), 'the message'],
    [answerWith(500, '{"description":"the description","error":{"message":"x"}}'), 'the description'],
    [answerWith(500, '{"error":{"message":"the error"}}'), 'the error'],
    [
      answerWith(500, '<h1>proxy</h1>', 'text/html'),
      'The server did not answer as expected. Please try again.',
    ],
    [answerWith(500, ''), 'The server did not answer as expected. Please try again.'],
    [answerWith(200, '{"cut'), 'The server did not answer as expected. Please try again.'],
    [
      answerWith(406, ''),
      "The security system has decided that there is something threatening about what you just tried to do and won't allow it",
    ],
    [() => HttpResponse.error(), 'The server could not be reached. Check the connection and try again.'],
  ])('says what the error catalogue says (%#)', async (answer, message) => {
    const { client } = clientOf({ 'sysparam.list': answer });
    await expect(client.call('sysparam.list')).rejects.toMatchObject({ message });
  });

  it('tells the end of a session once for ten parallel refusals', async () => {
    const { client, told } = clientOf({
      'sysparam.list': () => {
        throw new Problem('not-signed-in');
      },
    });
    await Promise.allSettled(Array.from({ length: 10 }, () => client.call('sysparam.list')));
    expect(told.unauthorized).toBe(1);
  });

  it('takes a refused sign-in for no end of a session', async () => {
    const refuse = () => {
      throw new Problem('sign-in-refused');
    };
    const { client, told } = clientOf({ 'session.signin': refuse }, null);
    await expect(
      client.call('session.signin', { body: { username: 'a', password: 'b' } }),
    ).rejects.toMatchObject({ status: 401 });
    expect(told.unauthorized).toBe(0);
  });

  it('hands on the version and the stamps of system parameters and definitions', async () => {
    const headers = {
      'x-cadastre-version': '9',
      'x-cadastre-sysparams': 's1',
      'x-cadastre-definitions': 'd1',
    };
    const { client, told } = clientOf({ 'sysparam.list': () => HttpResponse.json({}, { headers }) });
    await client.call('sysparam.list');
    expect(told).toMatchObject({ versions: ['9'], stamps: ['s1'], definitions: ['d1'] });
  });

  it('names the draft that is looked at with every call of that client alone', async () => {
    const { client } = clientOf({
      'sysparam.list': ({ headers }) => ({ draft: headers.get('x-cadastre-preview') }),
    });
    expect(await client.looking?.('preview:1').call('sysparam.list')).toEqual({ draft: 'preview:1' });
    expect(await client.call('sysparam.list')).toEqual({ draft: null });
  });

  it('fetches a file with its name and rows', async () => {
    const headers = { 'content-disposition': 'attachment; filename="a.csv"', 'x-cadastre-rows': '2' };
    const { client } = clientOf({ 'query.export': () => new HttpResponse('a\r\nb\r\n', { headers }) });
    const file = await client.file('query.export', { body: { screen: 's', source: 'r', format: 'csv' } });
    expect([await file.blob.text(), file.filename, file.rows]).toEqual(['a\r\nb\r\n', 'a.csv', 2]);
  });

  it('lets a cancelled call end as cancelled', async () => {
    const { client } = clientOf({ 'sysparam.list': () => new Promise(() => {}) });
    const abort = new AbortController();
    const call = client.call('sysparam.list', {}, abort.signal);
    abort.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });
});
