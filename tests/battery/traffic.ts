// What a screen's data sources answer: fewer rows of the real answer, later, or not at all.
import type { CDPSession } from 'playwright';
import problems from '#server/problems.json' with { type: 'json' };
import type { LinkedScreen } from '#src/core/linked.ts';
import { isJsonObject } from '#src/core/values.ts';
import { operations } from '#src/generated/operations.ts';

const operationTable: { readonly [id: string]: { readonly method: string; readonly path: string } } =
  operations;

/** The problem of the server that each injected status stands for. */
const codes: { readonly [status: string]: keyof typeof problems } = {
  '403': 'not-allowed',
  '404': 'not-found',
  '409': 'conflict',
  '422': 'query-failed',
  '500': 'internal',
};

export function failureMessage(status: string): string {
  const code = codes[status];
  if (!code) throw new Error(`No problem of the server is injected for ${status}.`);
  return problems[code].message;
}

export interface Conditions {
  /** none, one or many: how many rows arrive. */
  readonly rows: string;
  /** ok, slow or a status. */
  readonly network: string;
}

export interface Traffic {
  /** Sets what the screen's sources meet from now on; null lets everything pass. */
  readonly set: (screen: LinkedScreen | null, conditions: Conditions) => void;
  /** Requests of the screen's sources since `set`, and the addresses that were made to fail since a screen was set. */
  readonly asked: () => number;
  readonly failed: ReadonlySet<string>;
  /** Lets go what `slow` holds back, and all that follows. */
  readonly release: () => void;
}

interface Paused {
  readonly requestId: string;
  readonly request: {
    readonly url: string;
    readonly method: string;
    readonly headers: { readonly [name: string]: string };
    readonly postData?: string;
  };
}

type Matcher = (method: string, pathname: string) => boolean;

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Which requests are those of the screen's sources. */
export function sourceMatcher(screen: LinkedScreen): Matcher {
  const wanted = Object.values(screen.data).map((source) => {
    const operation = operationTable[source.kind === 'operation' ? source.operation : 'query.run'];
    if (!operation) throw new Error(`Source "${source.id}" of ${screen.id} names no operation.`);
    const params = source.kind === 'operation' ? source.params : {};
    const path = operation.path
      .split(/\{(\w+)\}/)
      .map((part, i) => {
        if (i % 2 === 0) return escaped(part);
        const given = params[part];
        return typeof given === 'string' ? escaped(encodeURIComponent(given)) : '[^/]+';
      })
      .join('');
    return { method: operation.method, path: new RegExp(`^/api${path}$`) };
  });
  return (method, pathname) => wanted.some((one) => one.method === method && one.path.test(pathname));
}

/** The answer with at most `count` rows and otherwise as the server gave it. */
export function trimmed(answer: unknown, count: number): unknown {
  if (Array.isArray(answer)) return answer.slice(0, count);
  if (!isJsonObject(answer)) return answer;
  if (Array.isArray(answer.columns) && Array.isArray(answer.values) && typeof answer.total === 'number') {
    const offset = typeof answer.offset === 'number' ? answer.offset : 0;
    const left = Math.max(0, count - offset);
    const values = answer.values.map((column: unknown) =>
      Array.isArray(column) ? column.slice(0, left) : [],
    );
    const shown = Array.isArray(values[0]) ? values[0].length : 0;
    return {
      ...answer,
      values,
      count: shown,
      total: Math.min(answer.total, count),
      ...(Array.isArray(answer.also)
        ? { also: answer.also.map((page: unknown) => trimmed(page, count)) }
        : {}),
      ...(count === 0 && isJsonObject(answer.totals)
        ? { totals: Object.fromEntries(Object.keys(answer.totals).map((column) => [column, null])) }
        : {}),
    };
  }
  const list = Object.entries(answer).find(([, value]) => Array.isArray(value));
  if (!list || !Array.isArray(list[1])) return answer;
  const { total } = answer;
  return {
    ...answer,
    [list[0]]: list[1].slice(0, count),
    ...(typeof total === 'number' ? { total: Math.min(total, count) } : {}),
  };
}

/** Holds the page's calls of the API. The browser's own cache goes on working, as it would not with page.route. */
export async function directTraffic(session: CDPSession, origin: string): Promise<Traffic> {
  let matches: Matcher = () => false;
  let conditions: Conditions = { rows: 'many', network: 'ok' };
  let asked = 0;
  let held: (() => void)[] = [];
  let holding = false;
  const failed = new Set<string>();

  const pass = (id: string) => session.send('Fetch.continueRequest', { requestId: id });
  const fulfil = (id: string, status: number, type: string, body: unknown) =>
    session.send('Fetch.fulfillRequest', {
      requestId: id,
      responseCode: status,
      responseHeaders: [
        { name: 'content-type', value: type },
        { name: 'cache-control', value: 'no-store' },
      ],
      body: Buffer.from(JSON.stringify(body)).toString('base64'),
    });

  const answer = async ({ requestId, request }: Paused): Promise<unknown> => {
    const { rows, network } = conditions;
    if (network in codes) {
      const code = codes[network] ?? 'internal';
      const { status, title, message } = problems[code];
      failed.add(request.url);
      return fulfil(requestId, status, 'application/problem+json', {
        type: `about:blank#${code}`,
        title,
        status,
        code,
        message,
        errors: [],
        reference: `battery-${network}`,
      });
    }
    if (rows === 'many') return pass(requestId);
    const response = await fetch(request.url, {
      method: request.method,
      headers: Object.fromEntries(
        Object.entries(request.headers).filter(([name]) =>
          /^(?:authorization|content-type|accept)$/i.test(name),
        ),
      ),
      ...(request.postData === undefined ? {} : { body: request.postData }),
    });
    const type = response.headers.get('content-type') ?? 'application/json';
    return fulfil(requestId, response.status, type, trimmed(await response.json(), rows === 'none' ? 0 : 1));
  };

  session.on('Fetch.requestPaused', (event: Paused) => {
    const { requestId, request } = event;
    // A page that was left no longer waits for its answers.
    const gone = () => undefined;
    if (!matches(request.method, new URL(request.url).pathname)) {
      pass(requestId).catch(gone);
      return;
    }
    asked += 1;
    if (holding) held.push(() => void answer(event).catch(gone));
    else answer(event).catch(gone);
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: `${origin}/api/*` }] });

  return {
    set: (screen, next) => {
      matches = screen ? sourceMatcher(screen) : () => false;
      conditions = next;
      asked = 0;
      held = [];
      // The browser may complain of a failure after it was let pass: a page that asks by itself just had one more.
      if (screen) failed.clear();
      holding = next.network === 'slow';
    },
    asked: () => asked,
    failed,
    release: () => {
      holding = false;
      for (const go of held.splice(0)) go();
    },
  };
}
