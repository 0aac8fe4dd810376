import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { startUpstream, type Upstream } from '#tests/support/upstream.ts';

let upstream: Upstream;
let server: TestServer;
let token: string;
beforeAll(async () => {
  upstream = await startUpstream();
  server = await startTestApp({
    config: { reword: { url: upstream.url, key: 'the key', model: 'small', timeoutMs: 3_000 } },
  });
  await server.addUser('otto', 'office', '*');
  token = await server.tokenOf('admin');
  await setParam('1');
});
beforeEach(() => server.wait(60_000));
afterAll(async () => {
  await server.close();
  await upstream.close();
});

const text = 'The land falls gently to the east, and floods.';
const reword = (given: string, as = token) =>
  server.call('POST', '/app/reword', { token: as, body: { text: given } });
const setParam = (value: string | null) =>
  server.database.owner((client) =>
    client.query(`update sysparam set value = $1 where name = 'USETXTAI'`, [value]),
  );

describe('rewording', () => {
  it('answers the proposal of the service where the client reads it', async () => {
    expect((await reword(text)).json).toEqual({
      choices: [{ message: { role: 'assistant', content: 'Other words.' } }],
    });
    const asked = upstream.asked.at(-1);
    expect(asked?.headers.authorization).toBe('Bearer the key');
    const body = JSON.parse(asked?.body ?? '{}');
    expect(body.model).toBe('small');
    expect(body.messages.at(-1)).toEqual({ role: 'user', content: text });
    expect(asked?.body).not.toContain(token);
  });

  it('wants twenty characters', async () => {
    const before = upstream.asked.length;
    for (const short of ['', 'x'.repeat(19), `${'x'.repeat(19)}   `])
      expect((await reword(short)).json).toMatchObject({
        status: 422,
        message: 'There is not enough text -- please type some more',
        errors: [{ pointer: '/text' }],
      });
    expect((await reword('x'.repeat(20_001))).status).toBe(422);
    expect(upstream.asked.length).toBe(before);
    expect((await reword('x'.repeat(20))).status).toBe(200);
  });

  it.each([
    ['401', 401, '{}'],
    ['a redirect', 302, ''],
    ['500', 500, 'oh'],
    ['no JSON', 200, '<html>'],
    ['no choices', 200, '{"choices": []}'],
    ['no text', 200, '{"choices": [{"message": {"content": null}}]}'],
    ['more than 64 KB', 200, JSON.stringify({ choices: [{ message: { content: 'x'.repeat(70_000) } }] })],
  ])('answers 502 when the service answers %s', async (_, status, body) => {
    const before = upstream.asked.length;
    upstream.answer((response) => {
      response.writeHead(status, { location: upstream.url });
      response.end(body);
    });
    const answer = await reword(text);
    expect(answer.json).toMatchObject({ status: 502, code: 'upstream-failed' });
    expect(answer.text).not.toContain('127.0.0.1');
    // A redirect is not followed.
    expect(upstream.asked.length).toBe(before + 1);
  });

  it('answers 502 when the service never does, or is not there', async () => {
    upstream.answer(() => {});
    expect((await reword(text)).status).toBe(502);
    await upstream.close();
    expect((await reword(text)).status).toBe(502);
    upstream = await startUpstream();
    Object.assign(server.context.config.reword ?? {}, { url: upstream.url });
    expect((await reword(text)).status).toBe(200);
  });

  it('is done ten times a minute for each user', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++) statuses.push((await reword(text)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    expect((await reword(text, await server.tokenOf('otto'))).status).toBe(200);
  });

  it('is refused while it is switched off, and where no service is configured', async () => {
    for (const off of ['0', null]) {
      await setParam(off);
      expect((await reword(text)).json.message).toContain('USETXTAI');
    }
    const bare = await startTestApp();
    await bare.database.owner((client) =>
      client.query(`update sysparam set value = '1' where name = 'USETXTAI'`),
    );
    const answer = await bare.call('POST', '/app/reword', {
      token: await bare.tokenOf('admin'),
      body: { text },
    });
    expect(answer.json).toMatchObject({ status: 422 });
    expect(answer.json.message).toContain('REWORD_URL');
    await bare.close();
  });
});
