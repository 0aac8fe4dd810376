import { type Answer, pause } from '../kill/office.ts';

export interface Answered extends Answer {
  readonly headers: Headers;
}

/** Of a machine that others keep busy, too: a publication looks at every definition. */
const patienceMs = 300_000;
const mostRepeats = 20;

/** Somebody who is signed in; each call names the port that it goes to. */
export class Caller {
  private token = '';
  /** Answers that nothing was done because the machine was too busy to reach the database. */
  static repeats = 0;

  async signIn(port: number, username: string, password: string): Promise<void> {
    this.token = '';
    const { status, body } = await this.ask(port, 'POST', '/app/login', { username, password });
    if (status !== 200) throw new Error(`${username} cannot sign in: ${status} ${JSON.stringify(body)}`);
    this.token = String(body.token);
  }

  async call(port: number, method: string, path: string, body?: object, key?: string): Promise<Answered> {
    const content = body && Buffer.from(JSON.stringify(body)).toString('base64');
    const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      method,
      headers: {
        ...(this.token ? { authorization: `JWT ${this.token}` } : {}),
        ...(content ? { 'content-type': 'application/json' } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
      },
      ...(content ? { body: JSON.stringify({ CadastreSafeContent: content }) } : {}),
      signal: AbortSignal.timeout(patienceMs),
    });
    const text = await response.text();
    const { status, headers } = response;
    return { status, headers, body: text === '' ? {} : (JSON.parse(text) as Answer['body']) };
  }

  /** Again while the database could not be reached, which did nothing. */
  async ask(...asked: Parameters<Caller['call']>): Promise<Answered> {
    for (let i = 0; ; i++) {
      const answer = await this.call(...asked);
      if (answer.body.code !== 'database-down' || i === mostRepeats) return answer;
      Caller.repeats += 1;
      await pause(500);
    }
  }
}
