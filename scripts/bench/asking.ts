import { buildApp } from '#server/app.ts';
import type { Context } from '#server/context.ts';
import { openSession } from '../screens/render/guest.ts';

export interface Answer {
  readonly status: number;
  readonly headers: { readonly [name: string]: unknown };
  readonly bytes: Buffer;
}

export type Ask = (method: 'GET' | 'POST', path: string, body?: object) => Promise<Answer>;

export type AskJson = (
  method: 'GET' | 'POST',
  path: string,
  body?: object,
) => Promise<Record<string, unknown>>;

/** What is answered as JSON; throws where it is refused. */
export function asJson(ask: Ask): AskJson {
  return async (method, path, body) => {
    const { status, bytes } = await ask(method, path, body);
    const text = bytes.toString('utf8');
    if (status >= 300) throw new Error(`${path} answered ${status} ${text}`);
    return JSON.parse(text) as Record<string, unknown>;
  };
}

/** The server's own answers through HTTP to somebody whose session is opened beside it: no password is changed. */
export async function askingAs(
  context: Context,
  userId: number,
): Promise<{ readonly ask: Ask; readonly end: () => Promise<void> }> {
  const { config, database } = context;
  const app = await buildApp(context);
  const url = (await app.listen({ host: '127.0.0.1', port: 0 })) + config.basePath;
  const session = await openSession(config.dataDir, database, url, userId, { minutes: 480, hours: 24 });
  return {
    ask: async (method, path, body) => {
      const envelope = body && { CadastreSafeContent: Buffer.from(JSON.stringify(body)).toString('base64') };
      const answer = await fetch(`${url}/api${path}`, {
        method,
        headers: {
          authorization: `JWT ${session.token}`,
          ...(envelope ? { 'content-type': 'application/json' } : {}),
        },
        ...(envelope ? { body: JSON.stringify(envelope) } : {}),
      });
      return {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        bytes: Buffer.from(await answer.arrayBuffer()),
      };
    },
    end: async () => {
      await session.end();
      await app.close();
    },
  };
}
