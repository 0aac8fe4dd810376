import { describe, expect, it } from 'vitest';
import { createTurns } from './turns.ts';

interface Piece {
  readonly state: { started: boolean };
  readonly end: () => void;
  readonly done: Promise<unknown>;
}

function pieces(limits: { perUser: number; inAll: number; waiting: number }) {
  const turns = createTurns(limits);
  return (user: number): Piece => {
    const state = { started: false };
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const done = turns.run(user, () => {
      state.started = true;
      return ended;
    });
    return { state, end, done };
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('turns', () => {
  it('run two per user and four in all, the rest in line', async () => {
    const run = pieces({ perUser: 2, inAll: 4, waiting: 10 });
    const line = [run(1), run(1), run(1), run(2), run(2), run(3)];
    await settle();
    expect(line.map(({ state }) => state.started)).toEqual([true, true, false, true, true, false]);
    line[3]?.end();
    await settle();
    expect(line.map(({ state }) => state.started)).toEqual([true, true, false, true, true, true]);
    line[0]?.end();
    await settle();
    expect(line[2]?.state.started).toBe(true);
    for (const piece of line) piece.end();
    await Promise.all(line.map(({ done }) => done));
  });

  it('refuse what finds the line full, and go on after a failure', async () => {
    const turns = createTurns({ perUser: 1, inAll: 1, waiting: 1 });
    let fail = (_: Error) => {};
    const first = turns.run(
      1,
      () =>
        new Promise((_, reject) => {
          fail = reject;
        }),
    );
    const second = turns.run(1, async () => 'second');
    await expect(turns.run(2, async () => 'third')).rejects.toMatchObject({ status: 429 });
    fail(new Error('broken'));
    await expect(first).rejects.toThrow('broken');
    await expect(second).resolves.toBe('second');
  });
});
