import { describe, expect, it } from 'vitest';
import {
  answer,
  type Channel,
  type Clock,
  handOver,
  type Message,
  patience,
  readMessage,
} from './hand-off.ts';

/** A clock that stands until it is turned, and windows that hear each other at once, or late. */
function desk() {
  let time = 1_000_000;
  const due: { readonly at: number; readonly then: () => void }[] = [];
  const clock: Clock = {
    now: () => time,
    after: (milliseconds, then) => void due.push({ at: time + milliseconds, then }),
  };
  const ears = new Set<{ readonly window: object; readonly take: (message: Message) => void }>();
  const said: Message[] = [];
  const flush = async () => {
    for (let i = 0; i < 20; i++) await Promise.resolve();
  };
  const turn = async (milliseconds: number) => {
    const until = time + milliseconds;
    await flush();
    for (;;) {
      const next = due.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      due.splice(due.indexOf(next), 1);
      time = next.at;
      next.then();
      await flush();
    }
    time = until;
  };
  /** What is said is heard by all other windows, `late` milliseconds after. */
  const channelOf = (late = 0): Channel => {
    const window = {};
    return {
      post: (message) => {
        const deliver = () => {
          said.push(message);
          // What goes between windows is copied.
          const copy = readMessage(JSON.parse(JSON.stringify(message)));
          for (const ear of [...ears]) if (ear.window !== window && copy) ear.take(copy);
        };
        if (late === 0) deliver();
        else clock.after(late, deliver);
      },
      listen: (take) => {
        const ear = { window, take };
        ears.add(ear);
        return () => ears.delete(ear);
      },
    };
  };
  return { clock, channelOf, turn, said, listening: () => ears.size };
}

type Desk = ReturnType<typeof desk>;

interface Window {
  readonly taken: (readonly number[])[];
  readonly close: () => void;
  lastSearch: number;
  user: number | null;
  isFree: boolean;
}

function searchWindow({ clock, channelOf }: Desk, tab: string, lastSearch: number, late = 0): Window {
  const window: Window = { taken: [], close: () => stop(), lastSearch, user: 1, isFree: true };
  const stop = answer(
    {
      window: 'search',
      lastSearch: () => window.lastSearch,
      isFree: () => window.isFree,
      take: (ids) => window.taken.push(ids),
    },
    { tab, user: () => window.user },
    channelOf(late),
    clock,
  );
  return window;
}

const ids = [7, 9, 12];

/** Hands the ids over and says whether a window took them, after as long as it may take. */
async function handed(at: Desk, given: readonly number[] = ids, user: number | null = 1): Promise<boolean> {
  let done: boolean | null = null;
  void handOver('search', given, { tab: 'map', user: () => user }, at.channelOf(), at.clock).then((taken) => {
    done = taken;
  });
  await at.turn(patience * 4);
  if (done === null) throw new Error('It still waits.');
  return done;
}

describe('ids from window to window', () => {
  it('find no window, and then know it after 200 ms', async () => {
    const at = desk();
    let taken: boolean | null = null;
    void handOver('search', ids, { tab: 'map', user: () => 1 }, at.channelOf(), at.clock).then((is) => {
      taken = is;
    });
    await at.turn(199);
    expect(taken).toBe(null);
    await at.turn(1);
    expect(taken).toBe(false);
    expect(at.listening()).toBe(0);
  });

  it('go to the one window there is, though it never searched', async () => {
    const at = desk();
    const only = searchWindow(at, 'a', 0);
    expect(await handed(at)).toBe(true);
    expect(only.taken).toEqual([ids]);
    expect(
      at.said.map(({ v, kind, user, tab, for: to, lastSearch, ids }) => [
        v,
        kind,
        user,
        tab,
        to,
        lastSearch,
        ids,
      ]),
    ).toEqual([
      [1, 'poll', 1, 'map', null, 0, []],
      [1, 'ready', 1, 'a', 'map', 0, []],
      [1, 'ids', 1, 'map', 'a', 0, ids],
      [1, 'ready', 1, 'a', 'map', 0, []],
    ]);
  });

  it('go to the window of three that searched last, and to no other', async () => {
    const at = desk();
    const [first, last, never] = [
      searchWindow(at, 'c', 500),
      searchWindow(at, 'b', 900),
      searchWindow(at, 'a', 0),
    ];
    expect(await handed(at)).toBe(true);
    expect([first.taken, last.taken, never.taken]).toEqual([[], [ids], []]);
  });

  it('hear an answer of 200 ms, and none that is one late', async () => {
    const at = desk();
    const [punctual, late] = [searchWindow(at, 'a', 1, 200), searchWindow(at, 'b', 999, 201)];
    const polled = handOver('search', ids, { tab: 'map', user: () => 1 }, at.channelOf(), at.clock);
    await at.turn(1000);
    expect(await polled).toBe(true);
    expect([punctual.taken, late.taken]).toEqual([[ids], []]);
  });

  it('find nobody where the only answer is late', async () => {
    const at = desk();
    const late = searchWindow(at, 'a', 999, 201);
    expect(await handed(at)).toBe(false);
    expect(late.taken).toEqual([]);
  });

  it('go to the lower tab of two that searched at the same time, whichever answers first', async () => {
    for (const order of [
      ['a', 'b'],
      ['b', 'a'],
    ]) {
      const at = desk();
      const windows = new Map(order.map((tab) => [tab, searchWindow(at, tab, 700)]));
      expect(await handed(at)).toBe(true);
      expect([windows.get('a')?.taken, windows.get('b')?.taken]).toEqual([[ids], []]);
    }
  });

  it('pass by windows that are signed out, of another user, or hold something unsaved', async () => {
    const at = desk();
    const [out, other, busy] = [
      searchWindow(at, 'a', 900),
      searchWindow(at, 'b', 800),
      searchWindow(at, 'c', 700),
    ];
    out.user = null;
    other.user = 2;
    busy.isFree = false;
    expect(await handed(at)).toBe(false);
    const mine = searchWindow(at, 'd', 1);
    expect(await handed(at)).toBe(true);
    expect([out.taken, other.taken, busy.taken, mine.taken]).toEqual([[], [], [], [ids]]);
    expect(await handed(at, ids, null)).toBe(false);
  });

  it('pass by a window that closed or froze after it answered, for the next', async () => {
    const at = desk();
    const [closing, next] = [searchWindow(at, 'a', 900), searchWindow(at, 'b', 100)];
    const polled = handOver('search', ids, { tab: 'map', user: () => 1 }, at.channelOf(), at.clock);
    await at.turn(100);
    closing.close();
    await at.turn(1000);
    expect(await polled).toBe(true);
    expect([closing.taken, next.taken]).toEqual([[], [ids]]);
  });

  it('are not run by a window that was frozen until nobody waited any more', async () => {
    const at = desk();
    const thawed = searchWindow(at, 'a', 900);
    const channel = at.channelOf();
    const sent = {
      v: 1,
      kind: 'ids',
      window: 'search',
      user: 1,
      at: at.clock.now(),
      lastSearch: 0,
      ids,
      tab: 'map',
      for: 'a',
    } as const;
    await at.turn(201);
    channel.post(sent);
    expect(thawed.taken).toEqual([]);
    channel.post({ ...sent, at: at.clock.now() });
    expect(thawed.taken).toEqual([ids]);
  });

  it('ask windows of their kind alone, and none after it was left', async () => {
    const at = desk();
    const map = { taken: [] as (readonly number[])[] };
    const leave = answer(
      { window: 'map', lastSearch: () => 5, isFree: () => true, take: (given) => map.taken.push(given) },
      { tab: 'a', user: () => 1 },
      at.channelOf(),
      at.clock,
    );
    expect(await handed(at)).toBe(false);
    leave();
    expect(at.listening()).toBe(0);
    expect(map.taken).toEqual([]);
  });

  it('are for nobody who answers after 200 ms, also where whoever asked is too busy to stop waiting', async () => {
    for (const [late, hears] of [
      [200, true],
      [201, false],
    ] as const) {
      const at = desk();
      searchWindow(at, 'a', 1, late);
      const busy: Clock = { now: at.clock.now, after: (ms, then) => at.clock.after(ms + 50, then) };
      void handOver('search', ids, { tab: 'map', user: () => 1 }, at.channelOf(), busy);
      await at.turn(patience + 50);
      expect([late, at.said.some(({ kind }) => kind === 'ids')]).toEqual([late, hears]);
    }
  });

  it('are as many as a list may have', async () => {
    const at = desk();
    const window = searchWindow(at, 'a', 1);
    const many = Array.from({ length: 50_000 }, (_, i) => i + 1);
    expect(await handed(at, many)).toBe(true);
    expect(window.taken).toEqual([many]);
  });
});

describe('a message', () => {
  const good = {
    v: 1,
    kind: 'poll',
    window: 'search',
    user: 1,
    at: 1,
    lastSearch: 0,
    ids: [],
    tab: 'a',
    for: null,
  };

  it('of another version, or of nothing that is known, is none', () => {
    expect(readMessage(good)).toEqual(good);
    const others = [
      null,
      'poll',
      { ...good, v: 2 },
      { ...good, kind: 'shout' },
      { ...good, window: 'door' },
      { ...good, user: null },
      { ...good, ids: ['7'] },
      { ...good, tab: 3 },
      { ...good, for: 3 },
    ];
    expect(others.map(readMessage)).toEqual(others.map(() => null));
  });
});
