import { describe, expect, it } from 'vitest';
import { followed, run, world } from './test-support.ts';

const step = followed({ type: 'passkey', options: '{answer.options}' }, [
  { type: 'call', operation: 'reader.open', body: { name: '{form.name}', card: '{answer.credential}' } },
]);

describe('a step that asks for a passkey', () => {
  it('goes on without one where the answer has no options', async () => {
    const ports = world();
    const extra = { answer: { options: null }, form: { name: 'Ann' } };
    expect((await run(step, ports, extra)).done).toBe(true);
    expect(ports.log).toEqual([['call', 'reader.open', { body: { name: 'Ann', card: null } }]]);
  });

  it('stops with a sentence in a browser that has none', async () => {
    const ports = world();
    const extra = { answer: { options: { challenge: 'AAAA', rpId: 'library.example' } } };
    await expect(run(step, ports, extra)).rejects.toMatchObject({
      message: expect.stringContaining('This browser has no passkeys at this address'),
    });
    expect(ports.log).toEqual([]);
  });
});
