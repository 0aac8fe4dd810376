import { describe, expect, it } from 'vitest';
import { createTurns, type TurnLimits } from './turns.ts';

interface Piece {
  readonly state: { started: boolean };
  readonly end: () => void;
  readonly done: Promise<unknown>;
}

function pieces(limits: TurnLimits) {
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

  it('refuse what finds the own line full, leave others their places, and go on after a failure', async () => {
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
    await expect(turns.run(1, async () => 'third')).rejects.toMatchObject({ status: 429 });
    const other = turns.run(2, async () => 'other');
    fail(new Error('broken'));
    await expect(first).rejects.toThrow('broken');
    await expect(second).resolves.toBe('second');
    await expect(other).resolves.toBe('other');
  });

  it('bound the line of all together', async () => {
    const run = pieces({ perUser: 1, inAll: 1, waiting: 2, waitingInAll: 3 });
    const line = [run(1), run(2), run(3), run(4)];
    await expect(run(5).done).rejects.toMatchObject({ status: 429 });
    for (const piece of line) piece.end();
    await Promise.all(line.map(({ done }) => done));
  });

  it('let those go first who have the fewest running', async () => {
    const run = pieces({ perUser: 2, inAll: 2, waiting: 10 });
    const greedy = [run(1), run(1), run(1), run(1)];
    const other = run(2);
    greedy[0]?.end();
    await settle();
    expect(other.state.started).toBe(true);
    expect(greedy[2]?.state.started).toBe(false);
    for (const piece of [...greedy, other]) piece.end();
    await Promise.all([...greedy, other].map(({ done }) => done));
  });

  it('forget who has left the line, and run nothing for them', async () => {
    const turns = createTurns({ perUser: 1, inAll: 1, waiting: 1 });
    let end = () => {};
    const first = turns.run(1, () => new Promise<void>((resolve) => (end = resolve)));
    const leaving = new AbortController();
    let ran = false;
    const second = turns.until(leaving.signal).run(1, async () => {
      ran = true;
    });
    await expect(turns.run(1, async () => {})).rejects.toMatchObject({ status: 429 });
    leaving.abort(new Error('left'));
    await expect(second).rejects.toThrow('left');
    const third = turns.run(1, async () => 'third');
    end();
    await first;
    await expect(third).resolves.toBe('third');
    expect(ran).toBe(false);
    await expect(turns.until(leaving.signal).run(1, async () => 'late')).rejects.toThrow('left');
  });

  it('tell how long the wait would be, by how long work takes', async () => {
    let at = 0;
    const turns = createTurns({ perUser: 1, inAll: 1, waiting: 1 }, () => at);
    // Each takes ten seconds, so that the mean comes to them.
    for (let i = 0; i < 60; i++)
      await turns.run(1, async () => {
        at += 10_000;
      });
    let end = () => {};
    const first = turns.run(1, () => new Promise<void>((resolve) => (end = resolve)));
    const second = turns.run(1, async () => {});
    await expect(turns.run(1, async () => {})).rejects.toMatchObject({ retryAfter: 20 });
    end();
    await Promise.all([first, second]);
  });
});
