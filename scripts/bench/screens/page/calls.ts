// The calls of the hand-written pages: the least that a careful programmer would write.
const session = JSON.parse(localStorage.getItem('cadastre.session') ?? '{}') as { mvp4AuthToken?: string };

export async function get(path: string): Promise<unknown> {
  const answer = await fetch(`/api${path}`, { headers: { authorization: `JWT ${session.mvp4AuthToken}` } });
  if (!answer.ok) throw new Error(`GET ${path} answered ${answer.status}.`);
  return answer.json();
}

export async function send(method: 'POST' | 'PUT', path: string, body: object): Promise<unknown> {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  const content = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  const answer = await fetch(`/api${path}`, {
    method,
    headers: { authorization: `JWT ${session.mvp4AuthToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ CadastreSafeContent: content }),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}.`);
  return answer.json();
}
