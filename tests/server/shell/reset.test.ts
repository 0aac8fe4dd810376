import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { envelope, password, startTestApp, type TestServer } from '#tests/support/http.ts';

const good = 'wrong mule dynamo';
let server: TestServer;
beforeAll(async () => {
  server = await startTestApp({ config: { publicUrl: 'https://office.example.org/cadastre' } });
  for (const name of ['otto', 'vera', 'gone', 'eva@example.org']) await server.addUser(name, 'viewer', '*');
  await server.database.owner(async (client) => {
    await client.query(`update app_user set email = 'otto@example.org' where username = 'otto'`);
    await client.query(`update app_user set active = false where username = 'gone'`);
  });
});
beforeEach(() => server.wait(15 * 60_000));
afterAll(() => server.close());

const ask = (username: string) => server.call('POST', '/app/reset-password', { body: { username } });
const set = (token: string, newPass: string) =>
  server.call('PUT', '/app/reset-password', { body: { token, newPass } });
const outbox = () => join(server.context.config.dataDir, 'outbox');
const letters = async () => {
  await server.context.mail.idle();
  if (!existsSync(outbox())) return [];
  return readdirSync(outbox())
    .sort()
    .map((name) => readFileSync(join(outbox(), name), 'utf8'));
};
const tokenFor = async (username: string) => {
  rmSync(outbox(), { recursive: true, force: true });
  await ask(username);
  return /#token=(\S+)/.exec((await letters())[0] ?? '')?.[1] ?? '';
};
const signIn = async (username: string, given: string) =>
  (await server.call('POST', '/app/login', { body: { username, password: given } })).status;

describe('a forgotten password', () => {
  it('is asked for with one answer for every name, which tells where the message went', async () => {
    const answers = [await ask('otto'), await ask('OTTO '), await ask('nobody'), await ask('gone')];
    for (const { status, json } of answers) {
      expect(status).toBe(200);
      expect(json).toEqual(answers[0]?.json);
    }
    expect(answers[0]?.json).toMatchObject({ delivery: 'outbox' });
    expect(answers[0]?.json.message).toContain('outbox folder');
    expect(await letters()).toHaveLength(2);
  });

  it('leaves a letter with a link to the configured address, whatever the request says of its host', async () => {
    rmSync(outbox(), { recursive: true, force: true });
    await server.call('POST', '/app/reset-password', {
      body: { username: 'otto' },
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    });
    const [letter] = await letters();
    expect(letter).toContain('To: otto@example.org\n');
    expect(letter).toMatch(/https:\/\/office\.example\.org\/cadastre\/app\/reset-password#token=[\w-]{43}\n/);
    expect(letter).not.toContain('evil');
    const [name] = readdirSync(outbox());
    expect(statSync(join(outbox(), name ?? '')).mode & 0o777).toBe(0o600);
  });

  it('leads to the address listened on where none is configured', async () => {
    const bare = await startTestApp({ config: { port: 0, host: '127.0.0.1' } });
    try {
      const url = await bare.app.listen({ host: '127.0.0.1', port: 0 });
      const answer = await fetch(`${url}/api/app/reset-password`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', connection: 'close' },
        body: envelope({ username: 'admin' }),
      });
      expect(answer.status).toBe(200);
      await bare.context.mail.idle();
      const folder = join(bare.context.config.dataDir, 'outbox');
      const [name] = readdirSync(folder);
      expect(readFileSync(join(folder, name ?? ''), 'utf8')).toContain(`${url}/app/reset-password#token=`);
    } finally {
      await bare.close();
    }
  });

  it('is set once by the link, ends all sessions and lets nothing else in', async () => {
    const session = await server.tokenOf('vera');
    const token = await tokenFor('vera');
    expect((await set(token, 'password1')).json).toMatchObject({
      status: 422,
      errors: [{ pointer: '/newPass', message: 'Password must be of at least moderate strength' }],
    });
    const both = await Promise.all([set(token, good), set(token, `${good} two`)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await set(token, good)).json).toMatchObject({ status: 422, errors: [{ pointer: '/token' }] });
    expect((await server.call('GET', '/app/userinfo', { token: session })).status).toBe(401);
    expect(await signIn('vera', password)).toBe(401);
    expect(both.find(({ status }) => status === 200)?.json).toEqual({ username: 'vera' });
  });

  it('cannot be set by a link that is an hour old, of a disabled user, or made up', async () => {
    const old = await tokenFor('otto');
    server.wait(60 * 60_000);
    expect((await set(old, good)).json).toMatchObject({ status: 422, errors: [{ pointer: '/token' }] });
    const disabled = await tokenFor('eva@example.org');
    expect(disabled).not.toBe('');
    await server.database.owner((client) =>
      client.query(`update app_user set active = false where username = 'eva@example.org'`),
    );
    for (const token of [disabled, 'A'.repeat(43)]) expect((await set(token, good)).status).toBe(422);
  });

  it('is nowhere but in the letter: the database has a hash, the log nothing', async () => {
    const token = await tokenFor('otto');
    const { rows } = await server.database.owner((client) =>
      client.query(
        `select encode(token_hash, 'escape') || encode(token_hash, 'base64') as kept from password_reset`,
      ),
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify([rows, server.log.entries])).not.toContain(token);
  });

  it('makes links that are open worthless by a change of the password', async () => {
    const token = await tokenFor('otto');
    const session = await server.tokenOf('otto');
    const body = { currPass: password, newPass: good };
    expect((await server.call('PUT', '/user/change-password', { token: session, body })).status).toBe(204);
    expect((await set(token, `${good} two`)).status).toBe(422);
  });

  it('is not asked for without end, whether the name exists or not', async () => {
    for (const name of ['otto', 'nobody']) {
      const statuses: number[] = [];
      for (let i = 0; i < 4; i++) statuses.push((await ask(name)).status);
      expect(statuses).toEqual([200, 200, 200, 429]);
    }
  });
});

describe('another e-mail address', () => {
  const change = (token: string, email: string | null, given = password) =>
    server.call('PUT', '/user/mail', { token, body: { email, password: given } });
  const confirm = (token: string) => server.call('PUT', '/app/confirm-mail', { body: { token } });
  const address = async (token: string) => (await server.call('GET', '/user/profile', { token })).json.email;
  let ida: string;
  const fresh = async () => {
    // A letter of the test before may still be on its way into it.
    rmSync(outbox(), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    ida = await server.tokenOf('ida');
  };
  const linkIn = (letter: string | undefined) => /#token=(\S+)/.exec(letter ?? '')?.[1] ?? '';
  const letterTo = async (to: string) => (await letters()).find((text) => text.includes(`To: ${to}\n`));
  beforeAll(async () => {
    for (const name of ['ida', 'uma']) await server.addUser(name, 'viewer', '*');
  });
  beforeEach(fresh);

  it('asks for the password, goes to the new address and counts once its link is opened', async () => {
    expect((await change(ida, 'ida@example.org', 'not it')).json).toMatchObject({
      status: 422,
      errors: [{ pointer: '/password', message: 'The current password is wrong' }],
    });
    expect((await change(ida, 'ida at home')).json).toMatchObject({ errors: [{ pointer: '/email' }] });
    expect(await letters()).toEqual([]);
    expect((await change(ida, ' ida@example.org ')).status).toBe(200);
    expect(await address(ida)).toBeNull();
    const letter = await letterTo('ida@example.org');
    expect(letter).toContain('https://office.example.org/cadastre/app/confirm-mail#token=');
    const link = linkIn(letter);
    expect((await confirm('A'.repeat(43))).status).toBe(422);
    const raced = await Promise.all([confirm(link), confirm(link)]);
    expect(raced.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(await address(ida)).toBe('ida@example.org');
  });

  it('tells the old one, also when it is removed', async () => {
    await change(ida, 'ida@new.example.org');
    await confirm(linkIn(await letterTo('ida@new.example.org')));
    const told = await letterTo('ida@example.org');
    expect(told).toContain('is another one now');
    expect(told).not.toContain('new.example.org');
    await fresh();
    expect((await change(ida, null)).status).toBe(200);
    expect(await address(ida)).toBeNull();
    expect(await letterTo('ida@new.example.org')).toContain('was removed');
  });

  it('waits an hour, for the last link alone, and not past a change of the password', async () => {
    let uma = await server.tokenOf('uma');
    await change(uma, 'one@example.org');
    await change(uma, 'two@example.org');
    const [one, two] = [linkIn(await letterTo('one@example.org')), linkIn(await letterTo('two@example.org'))];
    expect((await confirm(one)).status).toBe(422);
    server.wait(60 * 60_000);
    expect((await confirm(two)).status).toBe(422);
    uma = await server.tokenOf('uma');
    await change(uma, 'three@example.org');
    const three = linkIn(await letterTo('three@example.org'));
    const body = { currPass: password, newPass: good };
    expect((await server.call('PUT', '/user/change-password', { token: uma, body })).status).toBe(204);
    expect((await confirm(three)).status).toBe(422);
    expect(await address(uma)).toBeNull();
  });

  it('is a version of the user with its history, and the token is nowhere but in the letter', async () => {
    await change(ida, 'ida@elsewhere.example.org');
    const link = linkIn(await letterTo('ida@elsewhere.example.org'));
    await confirm(link);
    const { rows } = await server.database.owner((client) =>
      client.query(
        `select a.fields, a.from_version + 1 = u.version as last, a.user_id = u.id as own, (select json_agg(m) from mail_change m) as waiting
         from audit a join app_user u on u.id = a.row_id and a.table_name = 'app_user'
         where u.username = 'ida' and a.fields ? 'email' order by a.id desc limit 1`,
      ),
    );
    expect(rows[0]).toMatchObject({
      last: true,
      own: true,
      fields: { email: { old: null, new: 'ida@elsewhere.example.org' } },
    });
    expect(JSON.stringify([rows, server.log.entries])).not.toContain(link);
    expect(server.log.entries.map(({ entry }) => Reflect.get(entry, 'event'))).toContain('mail-changed');
  });

  it('of oneself is not set on the page of users either', async () => {
    await server.addUser('boss', 'administrator', '*');
    const token = await server.tokenOf('boss');
    const found = await server.database.owner((client) =>
      client.query<{ id: number; username: string }>(
        `select id, username from app_user where username in ('boss', 'vera') order by username`,
      ),
    );
    const [boss, vera] = found.rows.map(({ id }) => id);
    const save = async (id: number | undefined) => {
      const { version } = (await server.call('GET', `/users/${id}`, { token })).json;
      return server.call('PUT', `/users/${id}`, { token, body: { version, email: 'x@example.org' } });
    };
    expect((await save(boss)).json).toMatchObject({ status: 422, errors: [{ pointer: '/email' }] });
    expect((await save(vera)).status).toBe(200);
  });

  it('that somebody else gives or takes is told the old one, on every way of saving', async () => {
    await server.addUser('chief', 'administrator', '*');
    await server.addUser('nora', 'viewer', '*');
    const token = await server.tokenOf('chief');
    const { rows } = await server.database.owner((client) =>
      client.query<{ id: number }>(`select id from app_user where username = 'nora'`),
    );
    const id = rows[0]?.id ?? 0;
    const one = async () => (await server.call('GET', `/users/${id}`, { token })).json;
    const told = async (work: () => Promise<{ status: number }>) => {
      rmSync(outbox(), { recursive: true, force: true });
      expect((await work()).status).toBeLessThan(300);
      await server.context.jobs.idle();
      return letters();
    };
    const save = (values: object) => async () => {
      const { version } = await one();
      return server.call('PUT', `/users/${id}`, { token, body: { version, ...values } });
    };
    const saveMany =
      (email: string, more: object = {}) =>
      async () => {
        const { version } = await one();
        const body = { rows: [{ id, version, email }], expected: 1, ...more };
        return server.call('PUT', '/users', { token, body });
      };
    const bulk = (email: string) => () => {
      const body = { action: 'set', values: { email }, ids: [id], expected: 1, request_id: randomUUID() };
      return server.call('POST', '/users/bulk/run', { token, body });
    };
    expect(await told(save({ email: 'one@example.org' }))).toEqual([]);
    expect(await told(save({ full_name: 'Nora Other' }))).toEqual([]);
    const [letter, ...more] = await told(save({ email: 'two@example.org' }));
    expect(more).toEqual([]);
    expect(letter).toContain('To: one@example.org\n');
    expect(letter).toContain('chief has given you another e-mail address');
    expect(letter).not.toContain('two@example.org');
    expect(await told(saveMany('three@example.org', { dryRun: true }))).toEqual([]);
    expect(await told(saveMany('three@example.org'))).toMatchObject([
      expect.stringContaining('To: two@example.org\n'),
    ]);
    expect(await told(bulk('four@example.org'))).toMatchObject([
      expect.stringContaining('To: three@example.org\n'),
    ]);
    expect(await told(save({ email: null }))).toMatchObject([
      expect.stringContaining('chief has removed your e-mail address'),
    ]);
  });
});

describe('a mail server', () => {
  /** Takes one letter after another as SMTP demands it; `refuse` makes it take none. */
  async function startSmtp(refuse: boolean) {
    const taken: string[] = [];
    const talk = (socket: Socket) => {
      let data: string[] | null = null;
      socket.setEncoding('utf8');
      socket.on('error', () => {});
      socket.write('220 test ESMTP\r\n');
      socket.on('data', (chunk: Buffer | string) => {
        for (const line of String(chunk).split('\r\n').slice(0, -1)) {
          if (data) {
            if (line !== '.') data.push(line);
            else {
              taken.push(data.join('\n'));
              data = null;
              socket.write('250 kept\r\n');
            }
          } else if (/^DATA/i.test(line)) {
            data = [];
            socket.write('354 go on\r\n');
          } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
          else socket.write(refuse && /^RCPT/i.test(line) ? '550 no\r\n' : '250 ok\r\n');
        }
      });
    };
    const smtp = createServer(talk);
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
    const address = smtp.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    return { taken, url: `smtp://127.0.0.1:${port}`, close: () => new Promise((done) => smtp.close(done)) };
  }

  it.each([
    [false, 1, 0],
    [true, 0, 1],
  ])('is given the letter; when it refuses (%s) the outbox keeps it', async (refuse, mailed, left) => {
    const smtp = await startSmtp(refuse);
    const app = await startTestApp({ config: { smtpUrl: smtp.url } });
    try {
      await app.addUser('otto@example.org', 'viewer', '*');
      const answer = await app.call('POST', '/app/reset-password', {
        body: { username: 'otto@example.org' },
      });
      expect(answer.json).toMatchObject({ delivery: 'mail' });
      await app.context.mail.idle();
      expect(smtp.taken).toHaveLength(mailed);
      if (mailed > 0) expect(smtp.taken[0]).toContain('To: otto@example.org');
      const folder = join(app.context.config.dataDir, 'outbox');
      expect(existsSync(folder) ? readdirSync(folder) : []).toHaveLength(left);
    } finally {
      await app.close();
      await smtp.close();
    }
  });
});
