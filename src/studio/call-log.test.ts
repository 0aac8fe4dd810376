import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Client } from '#src/api/client.ts';
import { observeCalls } from './call-log.ts';
import { placeOfBlock } from './definition-place.ts';
import { lastCallOf } from './last-call.ts';

function clientThat(call: Client['call']): Client {
  return {
    base: '/api',
    call,
    file: () => Promise.reject(new Error('No file is asked for here.')),
    upload: () => Promise.reject(new Error('Nothing is uploaded here.')),
  };
}

/** A clock that goes on by 5 ms whenever it is read. */
function clock(): () => Date {
  let ms = 0;
  return () => {
    ms += 5;
    return new Date(ms);
  };
}

describe('the log of calls', () => {
  it('tells how long the newest call of a source took', async () => {
    const log = observeCalls(
      clientThat(() => Promise.resolve('rows')),
      clock(),
    );
    await log.api.call('query.run', { body: { screen: 'shelf', source: 'books' } });
    await log.api.call('query.run', { body: { screen: 'shelf', source: 'loans' } });
    expect(lastCallOf(log.calls(), 'shelf', { id: 'books', operation: null })).toMatchObject({
      ms: 5,
      outcome: 'answered',
    });
    expect(lastCallOf(log.calls(), 'desk', { id: 'books', operation: null })).toBeNull();
  });

  it('hands failures on and keeps their reason', async () => {
    const log = observeCalls(
      clientThat(() => Promise.reject(new Error('No such book.'))),
      clock(),
    );
    await expect(log.api.call('book.get')).rejects.toThrow('No such book.');
    expect(log.calls()[0]).toMatchObject({ outcome: 'failed', problem: 'No such book.' });
  });

  it('forgets all but the last 200', async () => {
    const log = observeCalls(
      clientThat(() => Promise.resolve(null)),
      clock(),
    );
    for (let i = 0; i < 230; i++) await log.api.call(`call.${i}`);
    expect(log.calls()).toHaveLength(200);
    expect(log.calls()[0]?.operation).toBe('call.229');
  });
});

describe('the place of a block', () => {
  const text =
    '{\n  "blocks": [\n    { "id": "a", "type": "tabs", "tabs": [\n      { "id": "b", "blocks": [\n        { "id": "b", "type": "grid" }\n      ] } ] }\n  ]\n}\n';

  it('is its line and pointer in the file', () => {
    expect(placeOfBlock(text, 'b', 'grid')).toEqual({
      pointer: '/blocks/0/tabs/0/blocks/0',
      line: 5,
    });
  });

  it('is found for every block of the shipped screens', () => {
    const text = readFileSync('screens/sale/record.json', 'utf8');
    const lines = text.split('\n');
    for (const [id, type] of [
      ['main', 'tabs'],
      ['facts', 'facts'],
      ['form', 'form'],
      ['changes', 'history'],
    ] as const) {
      const line = placeOfBlock(text, id, type)?.line ?? 0;
      // An object of the layout stands in one line, or opens one and begins with its id in the next.
      expect(`${lines[line - 1]?.trim()} ${lines[line]?.trim()}`).toMatch(new RegExp(`^\\{ "id": "${id}",`));
    }
  });

  it('is nowhere for a block of a fragment', () => {
    expect(placeOfBlock(text, 'c', 'grid')).toBeNull();
  });
});
