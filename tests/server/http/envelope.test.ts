import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { envelope, startTestApp, type TestServer } from '#tests/support/http.ts';
import { screens } from '#tests/support/http-fixture.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestApp({ screens });
  token = await server.tokenOf('admin');
});
afterAll(() => server.close());

const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64');
const wrapped = (content: string | Buffer) => JSON.stringify({ CadastreSafeContent: base64(content) });
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

const hostile: readonly (readonly [string, string | Buffer])[] = [
  ['plain JSON', '{"path":"/x"}'],
  ['an empty body', ''],
  ['no JSON', 'CadastreSafeContent=abc'],
  ['a list', '[]'],
  ['null', 'null'],
  ['a text', '"eyJhIjoxfQ=="'],
  ['an empty envelope', '{}'],
  ['another field beside', JSON.stringify({ CadastreSafeContent: base64('{"path":"/x"}'), other: 1 })],
  ['another name', JSON.stringify({ SafeContent: base64('{"path":"/x"}') })],
  ['a number as content', '{"CadastreSafeContent":1}'],
  [
    'the field twice',
    `{"CadastreSafeContent":"${base64('{"path":"/a"}')}","CadastreSafeContent":"${base64('{"path":"/b"}')}"}`,
  ],
  ['content that is not base64', '{"CadastreSafeContent":"{path}"}'],
  [
    'base64url',
    JSON.stringify({ CadastreSafeContent: Buffer.from('{"path":"/x??>>"}').toString('base64url') }),
  ],
  ['base64 with a space', JSON.stringify({ CadastreSafeContent: `${base64('{"path":"/x"}')} ` })],
  ['base64 with unused bits', '{"CadastreSafeContent":"e31="}'],
  ['content that is not UTF-8', wrapped(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]))],
  ['a surrogate half in UTF-8', wrapped(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]))],
  [
    'an envelope that is not UTF-8',
    Buffer.concat([Buffer.from('{"CadastreSafeContent":"'), Buffer.from([0xff]), Buffer.from('"}')]),
  ],
  ['content with a byte order mark', wrapped('\ufeff{"path":"/x"}')],
  ['content that is no JSON', wrapped('{path:1}')],
  ['truncated content', wrapped('{"path":"/x"')],
  ['the key __proto__', wrapped('{"path":"/x","__proto__":{"admin":true}}')],
  ['the key constructor deep inside', wrapped('{"path":"/x","a":[{"constructor":{"prototype":{}}}]}')],
  ['an escaped __proto__', wrapped('{"path":"/x","\\u005f_proto__":{}}')],
  ['41 levels', wrapped(nested(41))],
  ['100,000 levels', wrapped('['.repeat(100_000))],
  ['content over 2 MB', wrapped(JSON.stringify({ path: `/${'x'.repeat(2 * 1024 * 1024)}` }))],
  ['a body of 10 MB', `{"CadastreSafeContent":"${'A'.repeat(10 * 1024 * 1024)}"}`],
  ['an unknown field', wrapped('{"path":"/x","other":1}')],
  ['a number where a text belongs', wrapped('{"path":1}')],
  ['a text where an object belongs', wrapped('"path"')],
];

describe('safe content', () => {
  it.each(hostile)('answers 400 to %s', async (_, raw) => {
    const { status, json, headers } = await server.call('PUT', '/user/loghit', {
      token,
      raw,
      headers: { 'content-type': 'application/json' },
    });
    expect(status).toBe(400);
    expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(json.message).not.toBe('');
    expect(JSON.stringify(json)).not.toMatch(/node_modules|at .*\.ts/);
  });

  it('says how a body is sent', async () => {
    const { json } = await server.call('PUT', '/user/loghit', { token, raw: '{"path":"/x"}' });
    expect(json.code).toBe('bad-envelope');
    expect(json.message).toContain('Send {"CadastreSafeContent": "…"}');
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'image/png',
    'application/octet-stream',
  ])('answers 400 to the content type %s', async (type) => {
    const { status } = await server.call('PUT', '/user/loghit', {
      token,
      raw: envelope({ path: '/x' }),
      headers: { 'content-type': type },
    });
    expect(status).toBe(400);
  });

  it('asks who calls before it looks at the body', async () => {
    expect((await server.call('PUT', '/user/loghit', { raw: '{' })).status).toBe(401);
  });

  it('keeps every character of a text', async () => {
    const text = 'ß 漢字 😀 \u2028 "\\" </script>';
    expect((await server.call('PUT', '/useroptions', { token, body: { note: text } })).status).toBe(204);
    expect((await server.call('GET', '/useroptions/note', { token })).json).toBe(text);
  });
});
