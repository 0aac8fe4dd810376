// The only place that fetches: one function per kind of transport, one way for every failure.
import { publicOperations } from '#src/generated/public-operations.ts';
import { ApiFailure, brokenOff, failureOf, unreachable } from './failure.ts';
import { newId } from './new-id.ts';
import { safeContent } from './safe-content.ts';

export interface ClientInput {
  /** Values for the path's parameters; what the path does not name goes to the query. */
  readonly params?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: object | undefined;
}

export interface ClientOptions {
  readonly base: string;
  /** The product's short name; the field of every body is named after it. */
  readonly product: string;
  readonly token: () => string | null;
  /** Id of a draft that is looked at: every call then has the rights of both who looks and as whom, and changes nothing. */
  readonly preview?: string;
  /** The server no longer knows the session. Told once per token, however many calls run into it. */
  readonly onUnauthorized: () => void;
  readonly onVersion?: (version: string) => void;
  /** Version of the client that the server serves at present. */
  readonly onClientVersion?: (version: string) => void;
  readonly onSysparams?: (stamp: string) => void;
  /** Told with every answer; another stamp than before says that definitions have changed. */
  readonly onDefinitions?: (stamp: string) => void;
}

export interface ClientFile {
  readonly blob: Blob;
  readonly filename: string | null;
  readonly rows: number | null;
}

export interface Client {
  readonly base: string;
  /** The client of a draft that is looked at; the server gave its id. A stand-in of the server has none. */
  readonly looking?: (preview: string) => Client;
  readonly call: (operation: string, input?: ClientInput, signal?: AbortSignal) => Promise<unknown>;
  readonly file: (operation: string, input?: ClientInput) => Promise<ClientFile>;
  readonly upload: (
    operation: string,
    file: File,
    query: object,
    onProgress: (share: number) => void,
    signal?: AbortSignal,
  ) => Promise<unknown>;
}

interface Entry {
  readonly method: string;
  readonly path: string;
  readonly fallback?: string;
}

interface Table {
  readonly [id: string]: Entry;
}

const atOnce: Table = publicOperations;
let others: Promise<Table> | undefined;

/** The table of what only somebody signed in calls: 128 operations, which the sign-in page need not wait for. */
export function loadOperations(): Promise<Table> {
  others ??= import('#src/generated/operations.ts').then(
    ({ operations }) => operations,
    () => {
      others = undefined;
      throw new ApiFailure(0, 'unreachable', unreachable);
    },
  );
  return others;
}

async function entryOf(operation: string): Promise<Entry> {
  const entry = atOnce[operation] ?? (await loadOperations())[operation];
  if (!entry) throw new ApiFailure(0, 'unknown-operation', `Operation "${operation}" is unknown.`);
  return entry;
}

function requestOf(
  base: string,
  entry: Entry,
  input: ClientInput,
): { readonly method: string; readonly url: string } {
  const rest = new Map(Object.entries(input.params ?? {}));
  const inPath = new Set<string>();
  const path = entry.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    inPath.add(name);
    return encodeURIComponent(String(value ?? ''));
  });
  const query = new URLSearchParams();
  // A name given twice is sent once; what stands in the path is not repeated.
  const asked = new Map([...rest, ...Object.entries(input.query ?? {})]);
  for (const [name, value] of asked)
    for (const item of inPath.has(name) ? [] : Array.isArray(value) ? value : [value])
      if (item !== null && item !== undefined && item !== '') query.append(name, String(item));
  const text = query.toString();
  return { method: entry.method, url: `${base}${path}${text === '' ? '' : `?${text}`}` };
}

async function bodyOf(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (!/[/+]json\b/.test(type)) return undefined;
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

function failed(entry: Entry, response: Response, body: unknown, signal?: AbortSignal): unknown {
  // A question that is taken back while its answer arrives has no answer, and no failure either.
  if (signal?.aborted) return signal.reason;
  return failureOf(response.status, body, response.headers.get('x-request-id'), entry.fallback);
}

export function createClient(options: ClientOptions): Client {
  const {
    base,
    product,
    token,
    preview,
    onUnauthorized,
    onVersion,
    onClientVersion,
    onSysparams,
    onDefinitions,
  } = options;
  let refused: string | null = null;

  function headers(): Headers {
    const list = new Headers({ accept: 'application/json' });
    const current = token();
    if (current !== null) list.set('authorization', `JWT ${current}`);
    if (preview !== undefined) list.set('x-cadastre-preview', preview);
    return list;
  }

  function note(response: Response): void {
    const version = response.headers.get('x-cadastre-version');
    if (version !== null) onVersion?.(version);
    const served = response.headers.get('x-cadastre-client');
    if (served !== null) onClientVersion?.(served);
    const stamp = response.headers.get('x-cadastre-sysparams');
    if (stamp !== null) onSysparams?.(stamp);
    const definitions = response.headers.get('x-cadastre-definitions');
    if (definitions !== null) onDefinitions?.(definitions);
  }

  function refuse(sent: string | null): void {
    // Ten parallel refusals are one end of one session; a refused sign-in, which has no token, is none.
    if (sent === null || refused === sent || sent !== token()) return;
    refused = sent;
    onUnauthorized();
  }

  async function send(
    entry: Entry,
    input: ClientInput,
    signal?: AbortSignal,
    more: { readonly [header: string]: string } = {},
  ): Promise<Response> {
    const { method, url } = requestOf(base, entry, input);
    const sent = token();
    const list = headers();
    for (const [name, value] of Object.entries(more)) list.set(name, value);
    const hasBody = method === 'POST' || method === 'PUT' || method === 'PATCH';
    if (hasBody) list.set('content-type', 'application/json');
    // A proxy or the browser may send it a second time; it is done once.
    if (method !== 'GET') list.set('idempotency-key', newId());
    let response: Response;
    try {
      response = await fetch(url, {
        method,
        headers: list,
        ...(hasBody ? { body: safeContent(product, input.body ?? {}) } : {}),
        ...(signal ? { signal } : {}),
        // No cookie authenticates; the only one marks a known browser, and its path is that of signing in.
        credentials: 'same-origin',
      });
    } catch (thrown) {
      if (signal?.aborted) throw thrown;
      throw new ApiFailure(0, 'unreachable', unreachable);
    }
    note(response);
    if (response.ok) return response;
    if (response.status === 401) refuse(sent);
    throw failed(entry, response, await bodyOf(response), signal);
  }

  return {
    base,
    looking: (draft) => createClient({ ...options, preview: draft }),
    call: async (operation, input = {}, signal) => {
      const entry = await entryOf(operation);
      const response = await send(entry, input, signal);
      if (response.status === 204) return null;
      const body = await bodyOf(response);
      if (body === undefined) throw failed(entry, response, undefined, signal);
      return body;
    },
    file: async (operation, input = {}) => {
      const entry = await entryOf(operation);
      const response = await send(entry, input);
      const name =
        /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? null;
      const rows = response.headers.get('x-cadastre-rows');
      const whole = async () => {
        const tag = response.headers.get('etag');
        if (tag === null || response.headers.get('accept-ranges') !== 'bytes') return response.blob();
        const { readKept } = await import('./kept-file.ts');
        return readKept(response, tag, (more) => send(entry, input, undefined, more));
      };
      const blob = await whole().catch(() => {
        throw new ApiFailure(0, 'broken-off', brokenOff);
      });
      return { blob, filename: name, rows: rows === null ? null : Number(rows) };
    },
    upload: async (operation, file, query, onProgress, signal) => {
      const entry = await entryOf(operation);
      signal?.throwIfAborted();
      return new Promise((resolve, reject) => {
        const { method, url } = requestOf(base, entry, { query: { name: file.name, ...query } });
        const sent = token();
        // fetch tells no progress of what it sends.
        const request = new XMLHttpRequest();
        request.open(method, url);
        headers().forEach((value, name) => {
          request.setRequestHeader(name, value);
        });
        request.setRequestHeader('content-type', 'application/octet-stream');
        request.setRequestHeader('idempotency-key', newId());
        request.upload.addEventListener('progress', (event) => {
          if (event.lengthComputable) onProgress(event.loaded / event.total);
        });
        request.addEventListener('error', () => reject(new ApiFailure(0, 'unreachable', unreachable)));
        request.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError')));
        request.addEventListener('load', () => {
          const body = parsed(request.responseText);
          if (request.status >= 200 && request.status < 300 && body !== undefined) return resolve(body);
          if (request.status === 401) refuse(sent);
          const reference = request.getResponseHeader('x-request-id');
          reject(failureOf(request.status, body, reference, entry.fallback));
        });
        signal?.addEventListener('abort', () => request.abort());
        request.send(file);
      });
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
