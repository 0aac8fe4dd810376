import type { Answer, TestServer } from './http.ts';

export interface SentFile {
  /** What the server takes the file for. */
  readonly kind: string;
  /** Of its import's job. */
  readonly state: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails where it is not there
  readonly result: any;
}

/** Uploads a file as the page of imports does; `query` has options, as `&dry_run=true`. */
export function uploadFile(
  server: TestServer,
  token: string | null | undefined,
  name: string,
  content: Buffer | string,
  query = '',
): Promise<Answer> {
  return server.call('POST', `/imports/upload?name=${encodeURIComponent(name)}${query}`, {
    token: token ?? null,
    raw: content,
    headers: { 'content-type': 'application/octet-stream' },
  });
}

/** The same, and waits until the file has come in. */
export async function sendFile(
  server: TestServer,
  token: string | undefined,
  name: string,
  content: Buffer | string,
  query = '',
): Promise<SentFile> {
  const answer = await uploadFile(server, token, name, content, query);
  if (answer.status !== 200) throw new Error(`"${name}" was answered with ${answer.status}: ${answer.text}`);
  await server.context.jobs.idle();
  const job = await server.call('GET', `/jobs/${answer.json.job_id}`, { token: token ?? null });
  return { kind: answer.json.kind, state: job.json.state, result: job.json.result };
}
