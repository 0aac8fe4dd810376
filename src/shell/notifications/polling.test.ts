import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Candidacy, type Election, type Lease, leaseElection, type Terms } from './election.ts';
import { type Message, type PollingPorts, startPolling } from './polling.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Tabs that hear each other, and an election that the test decides. */
function tabs() {
  const listeners = new Set<(message: Message) => void>();
  const shown = new Map<string, number>();
  const polls: { readonly tab: string; readonly at: number }[] = [];
  const failures: unknown[] = [];
  const takes: string[] = [];
  let answer: () => Promise<number> = async () => 3;
  const open = (tab: string, frozen = false) => {
    let terms: Terms | null = null;
    const elect: Election = (given): Candidacy => {
      terms = given;
      return { take: () => takes.push(tab), stop: () => undefined };
    };
    const mine = new Set<(message: Message) => void>();
    const ports: PollingPorts = {
      elect,
      channel: {
        post: (message) => {
          if (!frozen) for (const listen of listeners) if (!mine.has(listen)) listen(message);
        },
        listen: (take) => {
          mine.add(take);
          listeners.add(take);
          return () => listeners.delete(take);
        },
      },
      poll: () => {
        polls.push({ tab, at: Date.now() });
        return answer();
      },
      show: (count) => shown.set(tab, count),
      onMaster: () => undefined,
      onFailure: (thrown) => failures.push(thrown),
      now: () => Date.now(),
    };
    const polling = startPolling(ports);
    return {
      polling,
      lead: () => terms?.onLead(),
      lose: () => terms?.onLose(),
    };
  };
  return {
    open,
    shown,
    failures,
    takes,
    /** Seconds since the start at which each poll was sent, with its tab. */
    polls: (since: number) => polls.map(({ tab, at }) => `${tab} ${(at - since) / 1000}`),
    answer: (next: () => Promise<number>) => {
      answer = next;
    },
  };
}

describe('polling for notifications', () => {
  it('asks after 2 s, then every 30 s, in one tab; all tabs show the count', async () => {
    const world = tabs();
    const start = Date.now();
    const [a, b] = [world.open('a'), world.open('b')];
    a.lead();
    await vi.advanceTimersByTimeAsync(65_000);
    expect(world.polls(start)).toEqual(['a 2', 'a 32', 'a 62']);
    expect([...world.shown]).toEqual([
      ['a', 3],
      ['b', 3],
    ]);
    a.polling.stop();
    b.polling.stop();
  });

  it('goes on in the other tab when the leader is closed, at the time that was due', async () => {
    const world = tabs();
    const start = Date.now();
    const [a, b] = [world.open('a'), world.open('b')];
    a.lead();
    await vi.advanceTimersByTimeAsync(40_000);
    a.polling.stop();
    b.lead();
    await vi.advanceTimersByTimeAsync(55_000);
    expect(world.polls(start)).toEqual(['a 2', 'a 32', 'b 62', 'b 92']);
    b.polling.stop();
  });

  it('takes the lead from a tab of which nothing is heard, within 35 s', async () => {
    const world = tabs();
    const [a, b] = [world.open('a', true), world.open('b')];
    a.lead();
    await vi.advanceTimersByTimeAsync(35_000);
    expect(world.takes).toEqual(['b']);
    a.lose();
    b.lead();
    const since = Date.now();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(world.polls(since).at(-1)).toBe('b 0');
    a.polling.stop();
    b.polling.stop();
  });

  it('leaves a leader alone that only waits longer after failures', async () => {
    const world = tabs();
    world.answer(() => Promise.reject(new Error('503')));
    const [a, b] = [world.open('a'), world.open('b')];
    a.lead();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(world.takes).toEqual([]);
    a.polling.stop();
    b.polling.stop();
  });

  it('backs off while the server refuses, tells it once, and recovers', async () => {
    const world = tabs();
    world.answer(() => Promise.reject(new Error('429')));
    const start = Date.now();
    const a = world.open('a');
    a.lead();
    await vi.advanceTimersByTimeAsync(500_000);
    expect(world.polls(start)).toEqual(['a 2', 'a 62', 'a 182', 'a 422']);
    expect(world.failures).toHaveLength(1);
    world.answer(async () => 5);
    await vi.advanceTimersByTimeAsync(300_000);
    expect(world.polls(start).slice(-3)).toEqual(['a 722', 'a 752', 'a 782']);
    expect(world.shown.get('a')).toBe(5);
    a.polling.stop();
  });

  it('tells the other tabs what one of them has read, and a new tab what is known', async () => {
    const world = tabs();
    const [a, b] = [world.open('a'), world.open('b')];
    a.lead();
    await vi.advanceTimersByTimeAsync(3_000);
    b.polling.tell(2);
    expect(world.shown.get('a')).toBe(2);
    const c = world.open('c');
    expect(world.shown.get('c')).toBe(2);
    for (const tab of [a, b, c]) tab.polling.stop();
  });

  it('keeps what a tab has read while a poll was on its way', async () => {
    const world = tabs();
    const [a, b] = [world.open('a'), world.open('b')];
    a.lead();
    await vi.advanceTimersByTimeAsync(3_000);
    world.answer(() => new Promise((resolve) => setTimeout(() => resolve(3), 5_000)));
    await vi.advanceTimersByTimeAsync(30_000);
    b.polling.tell(2);
    await vi.advanceTimersByTimeAsync(10_000);
    expect([...world.shown]).toEqual([
      ['a', 2],
      ['b', 2],
    ]);
    world.answer(async () => 4);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(world.shown.get('b')).toBe(4);
    for (const tab of [a, b]) tab.polling.stop();
  });

  it('drops an answer that comes after the tab has stopped', async () => {
    const world = tabs();
    let give: (count: number) => void = () => undefined;
    world.answer(
      () =>
        new Promise((resolve) => {
          give = resolve;
        }),
    );
    const a = world.open('a');
    a.lead();
    await vi.advanceTimersByTimeAsync(3_000);
    a.polling.stop();
    give(9);
    await vi.advanceTimersByTimeAsync(0);
    expect(world.shown.size).toBe(0);
  });
});

describe('the lease that stands in for locks', () => {
  it('has one holder; a dead one is followed within 35 s', async () => {
    let lease: Lease | null = null;
    const store = {
      read: () => lease,
      write: (next: Lease | null) => {
        lease = next;
      },
    };
    const log: string[] = [];
    const stand = (id: string) =>
      leaseElection(store, id, () => Date.now())({
        onLead: () => log.push(`${id} leads`),
        onLose: () => log.push(`${id} loses`),
      });
    const [a, b] = [stand('a'), stand('b')];
    await vi.advanceTimersByTimeAsync(60_000);
    expect(log).toEqual(['a leads']);
    a.stop();
    await vi.advanceTimersByTimeAsync(35_000);
    expect(log).toEqual(['a leads', 'b leads']);
    b.stop();
    // Left behind by a tab that died.
    lease = { id: 'dead', until: Date.now() + 25_000 };
    const c = stand('c');
    await vi.advanceTimersByTimeAsync(35_000);
    expect(log.at(-1)).toBe('c leads');
    c.stop();
  });

  it('is not kept for ever by one that a wrong clock wrote', async () => {
    let lease: Lease | null = { id: 'ahead', until: Date.now() + 86_400_000 };
    const store = {
      read: () => lease,
      write: (next: Lease | null) => {
        lease = next;
      },
    };
    const log: string[] = [];
    const c = leaseElection(store, 'c', () => Date.now())({
      onLead: () => log.push('leads'),
      onLose: () => log.push('loses'),
    });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(log).toEqual(['leads']);
    c.stop();
  });
});
