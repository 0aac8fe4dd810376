import { describe, expect, it } from 'vitest';
import { run, world } from './test-support.ts';

const step = {
  type: 'hand-off',
  window: 'search',
  ids: '{form.selected}',
  // biome-ignore lint/suspicious/noThenProperty: the language's own word
  then: [{ type: 'snackbar', kind: 'success', text: '{answer.count} sent' }],
  nobody: [{ type: 'navigate', to: '/search/book?bookIds={answer.text}', newTab: true }],
};

describe('the hand-off', () => {
  it('says it where a window took the ids', async () => {
    const ports = world();
    await run(step, ports, { form: { selected: [7, 9], count: 2 } });
    expect(ports.log).toEqual([
      ['handOff', 'search', [7, 9]],
      ['snackbar', 'success', '2 sent'],
    ]);
  });

  it('goes another way where none took them', async () => {
    const ports = world({ handOff: () => Promise.resolve(false) });
    await run(step, ports, { form: { selected: [7, 9], count: 2 } });
    expect(ports.log).toEqual([['navigate', '/search/book?bookIds=7,9', { newTab: true, replace: false }]]);
  });

  it('asks nobody without ids', async () => {
    const ports = world();
    await expect(run(step, ports, { form: { selected: [] } })).rejects.toMatchObject({
      message: 'Nothing is chosen. Choose what is to be handed over first.',
    });
    expect(ports.log).toEqual([]);
  });
});
