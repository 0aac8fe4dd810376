// Somebody of a crowd, from an address of their own: what is sent is timed whole.
export interface Caller {
  readonly call: (
    method: string,
    path: string,
    body?: object | string | Buffer<ArrayBuffer>,
  ) => Promise<{ status: number; json: unknown }>;
}

export function callerAt(url: string, from: string, token = ''): Caller {
  return {
    call: async (method, path, body) => {
      const upload = typeof body === 'string' || body instanceof Uint8Array;
      const envelope = () => {
        const content = Buffer.from(JSON.stringify(body ?? {})).toString('base64');
        return JSON.stringify({ CadastreSafeContent: content });
      };
      const response = await fetch(`${url}/api${path}`, {
        method,
        headers: {
          'x-forwarded-for': from,
          ...(token ? { authorization: `JWT ${token}` } : {}),
          ...(method === 'GET'
            ? {}
            : { 'content-type': upload ? 'application/octet-stream' : 'application/json' }),
        },
        ...(method === 'GET' ? {} : { body: upload ? body : envelope() }),
      });
      const answer = await response.text();
      return { status: response.status, json: answer === '' ? null : JSON.parse(answer) };
    },
  };
}
