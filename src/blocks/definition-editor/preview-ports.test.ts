import { describe, expect, it } from 'vitest';
import { operations } from '#src/generated/operations.ts';
import type { ApiPort } from '#src/render/ports.tsx';
import { readingApi } from './preview-ports.ts';

function asked() {
  const calls: string[] = [];
  const take = (operation: string) => {
    calls.push(operation);
    return Promise.resolve('answer');
  };
  const api: ApiPort = {
    base: '/api',
    call: take,
    file: async (operation) => {
      await take(operation);
      return { blob: new Blob([]), filename: null, rows: null };
    },
    upload: take,
  };
  return { calls, api: readingApi(api) };
}

describe('the calls of a preview', () => {
  it('read', async () => {
    const { api, calls } = asked();
    await api.call('record.get');
    await api.call('query.run');
    await api.file('query.export');
    expect(calls).toEqual(['record.get', 'query.run', 'query.export']);
  });

  it('never change anything, whatever operation a definition names', async () => {
    const { api, calls } = asked();
    const writing = Object.entries(operations)
      .filter(([id, { method }]) => method !== 'GET' && !id.startsWith('query.') && !id.startsWith('draft.'))
      .map(([id]) => id);
    expect(writing.length).toBeGreaterThan(10);
    for (const operation of writing) {
      await expect(api.call(operation), operation).rejects.toThrow('nothing is written');
      await expect(api.file(operation), operation).rejects.toThrow('nothing is written');
    }
    await expect(api.upload('import.upload', new File([], 'a'), {}, () => undefined)).rejects.toThrow();
    expect(calls).toEqual([]);
  });

  it('keep no typed text and find none', async () => {
    const { api, calls } = asked();
    expect(await api.call('draft.get')).toEqual({ draft: null });
    await api.call('draft.save');
    await api.call('draft.discard');
    expect(calls).toEqual([]);
  });
});
