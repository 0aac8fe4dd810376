// The studio's calls as an editor makes them, over a test server.
import { expect } from 'vitest';
import type { Answer, TestServer } from './http.ts';

export interface Studio {
  readonly get: (operation: string, query?: { readonly [name: string]: string | number }) => Promise<Answer>;
  readonly post: (operation: string, body: object) => Promise<Answer>;
  readonly keep: (path: string, text: string, version?: number | null) => Promise<Answer>;
  /** Draft and publish in one go; the answer is that of the publish. */
  readonly publish: (path: string, definition: object | string, note?: string) => Promise<Answer>;
  /** Back to the file, without a draft. */
  readonly withdraw: (path: string) => Promise<void>;
  readonly rulesOf: (path: string, definition: object | string) => Promise<readonly string[]>;
}

const written = (definition: object | string) =>
  typeof definition === 'string' ? definition : JSON.stringify(definition, null, 2);

export function studioOf(server: Pick<TestServer, 'call'>, token: () => string): Studio {
  const get: Studio['get'] = (operation, query = {}) => {
    const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
    return server.call('GET', `/studio/${operation}?${search}`, { token: token() });
  };
  const post: Studio['post'] = (operation, body) =>
    server.call('POST', `/studio/${operation}`, { token: token(), body });
  const keep: Studio['keep'] = (path, text, version = null) =>
    server.call('PUT', '/studio/draft', { token: token(), body: { path, text, version } });
  return {
    get,
    post,
    keep,
    publish: async (path, definition, note = 'A try') => {
      const { json } = await get('definition', { path });
      const draft = await keep(path, written(definition), json?.draft?.version ?? null);
      expect(draft.status, draft.text).toBe(200);
      return post('publish', {
        path,
        draft_version: draft.json.version,
        base_hash: json?.base_hash ?? null,
        note,
      });
    },
    withdraw: async (path) => {
      const { json } = await get('definition', { path });
      if (json.draft) await post('discard', { path, version: json.draft.version });
      if (!json.published) return;
      const answer = await post('withdraw', { path, base_hash: json.base_hash, note: 'Back' });
      expect(answer.status, answer.text).toBe(200);
    },
    rulesOf: async (path, definition) => {
      const { json } = await post('check', { path, text: written(definition) });
      return json.findings.map(({ rule }: { rule: string }) => rule);
    },
  };
}
