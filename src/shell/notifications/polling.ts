// Counts the unread notifications: one tab asks, all tabs show.
import type { Election } from './election.ts';

/** The specification's times, in ms. */
const firstPoll = 2_000;
const pollEvery = 30_000;
/** After failures at most this long between two polls, in ms. */
const longestWait = 300_000;
/** How often the leader shows that it lives, and how long the others wait for it, in ms. */
const beatEvery = 10_000;
const deadAfter = 25_000;
const watchEvery = 5_000;

/** What tabs tell each other. */
export type Message =
  | { readonly kind: 'beat'; readonly dueIn: number }
  | { readonly kind: 'count'; readonly count: number; readonly dueIn: number | null }
  | { readonly kind: 'hello' };

export interface Channel {
  readonly post: (message: Message) => void;
  readonly listen: (take: (message: Message) => void) => () => void;
}

export interface PollingPorts {
  readonly elect: Election;
  readonly channel: Channel;
  readonly poll: (signal: AbortSignal) => Promise<number>;
  readonly show: (count: number) => void;
  readonly onMaster: (master: boolean) => void;
  /** Told of the first failure of a row of them. */
  readonly onFailure: (thrown: unknown) => void;
  /** Monotonic time in ms. */
  readonly now: () => number;
}

export interface Polling {
  /** Tells all tabs a count that this tab knows better, e.g. after reading a notification. */
  readonly tell: (count: number) => void;
  readonly stop: () => void;
}

export function startPolling(ports: PollingPorts): Polling {
  const { channel, now } = ports;
  let leads = false;
  let last: number | null = null;
  let dueAt = now() + firstPoll;
  let heardAt = now();
  let wait = pollEvery;
  let failing = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | null = null;
  // What a tab has read meanwhile is not in the answer to a poll that was sent before.
  let outdated = false;

  const show = (count: number) => {
    last = count;
    ports.show(count);
  };
  const plan = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), Math.max(0, dueAt - now()));
  };
  const ask = async () => {
    const mine = new AbortController();
    running = mine;
    outdated = false;
    dueAt = now() + wait;
    try {
      const count = await ports.poll(mine.signal);
      if (mine.signal.aborted) return;
      failing = false;
      wait = pollEvery;
      dueAt = Math.min(dueAt, now() + wait);
      if (!outdated) show(count);
      channel.post({ kind: 'count', count: last ?? count, dueIn: dueAt - now() });
    } catch (thrown) {
      if (mine.signal.aborted) return;
      if (!failing) ports.onFailure(thrown);
      failing = true;
      wait = Math.min(wait * 2, longestWait);
      dueAt = now() + wait;
    }
    plan();
  };
  const resign = () => {
    leads = false;
    clearTimeout(timer);
    running?.abort();
    heardAt = now();
    ports.onMaster(false);
  };
  const candidacy = ports.elect({
    onLead: () => {
      leads = true;
      ports.onMaster(true);
      plan();
    },
    onLose: resign,
  });
  const silence = channel.listen((message) => {
    if (message.kind === 'hello') {
      if (leads && last !== null) channel.post({ kind: 'count', count: last, dueIn: dueAt - now() });
      return;
    }
    if (message.kind === 'count') {
      outdated = true;
      show(message.count);
    }
    if (leads || message.dueIn === null) return;
    heardAt = now();
    dueAt = now() + message.dueIn;
  });
  const beat = setInterval(() => {
    if (leads) channel.post({ kind: 'beat', dueIn: Math.max(0, dueAt - now()) });
  }, beatEvery);
  const watch = setInterval(() => {
    if (leads || now() - heardAt < deadAfter) return;
    heardAt = now();
    candidacy.take();
  }, watchEvery);
  channel.post({ kind: 'hello' });

  return {
    tell: (count) => {
      outdated = true;
      show(count);
      channel.post({ kind: 'count', count, dueIn: leads ? dueAt - now() : null });
    },
    stop: () => {
      candidacy.stop();
      silence();
      clearInterval(beat);
      clearInterval(watch);
      clearTimeout(timer);
      running?.abort();
      leads = false;
      ports.onMaster(false);
    },
  };
}
