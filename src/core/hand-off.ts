// How ids go from one window to another: a poll, the answers of a fifth of a second, and the ids for the window that
// searched last. The clock and the channel are given in. React-free.
import { isJsonObject } from './values.ts';

/** Milliseconds for which answers to a poll are waited for; what is older is for nobody any more. */
export const patience = 200;

const version = 1;

/** What a window is: one that searches, or one that shows a map. */
export type Takes = 'search' | 'map';

export interface Message {
  readonly v: typeof version;
  readonly kind: 'poll' | 'ready' | 'ids';
  /** Which windows are spoken to, or what the one that answers is. */
  readonly window: Takes;
  readonly user: number;
  /** When the poll or the ids were sent; an answer says it of what it answers. */
  readonly at: number;
  /** When the window that answers searched last; 0 where it never did. */
  readonly lastSearch: number;
  readonly ids: readonly number[];
  /** The window that speaks, and the one that is spoken to; a poll is for all. */
  readonly tab: string;
  readonly for: string | null;
}

/** What arrives on a channel may be of another version, or of anybody. */
export function readMessage(value: unknown): Message | null {
  if (!isJsonObject(value) || value.v !== version) return null;
  const { kind, window, user, at, lastSearch, ids, tab } = value;
  if (kind !== 'poll' && kind !== 'ready' && kind !== 'ids') return null;
  if (window !== 'search' && window !== 'map') return null;
  if (typeof user !== 'number' || typeof at !== 'number' || typeof lastSearch !== 'number') return null;
  if (typeof tab !== 'string' || (value.for !== null && typeof value.for !== 'string')) return null;
  if (!Array.isArray(ids) || !ids.every((id) => Number.isSafeInteger(id))) return null;
  return { v: version, kind, window, user, at, lastSearch, ids: ids as number[], tab, for: value.for };
}

export interface Channel {
  readonly post: (message: Message) => void;
  /** Stops when what it returns is called. */
  readonly listen: (take: (message: Message) => void) => () => void;
}

export interface Clock {
  readonly now: () => number;
  /** Calls once after so many milliseconds. */
  readonly after: (milliseconds: number, then: () => void) => void;
}

/** This window; `user` is null while nobody is signed in. */
export interface Self {
  readonly tab: string;
  readonly user: () => number | null;
}

/** Gives the ids to the window of the user that searched last; false where none takes them. */
export async function handOver(
  window: Takes,
  ids: readonly number[],
  self: Self,
  channel: Channel,
  clock: Clock,
): Promise<boolean> {
  const user = self.user();
  if (user === null) return false;
  const spoken = { v: version, window, user, lastSearch: 0, tab: self.tab } as const;
  const ready = await answersTo({ ...spoken, kind: 'poll', at: clock.now(), ids: [], for: null });
  const latestFirst = [...ready].sort(
    (a, b) => b.lastSearch - a.lastSearch || (a.tab < b.tab ? -1 : a.tab > b.tab ? 1 : 0),
  );
  // One that has closed or is frozen since says nothing, and the next is asked.
  for (const { tab } of latestFirst)
    if ((await answersTo({ ...spoken, kind: 'ids', at: clock.now(), ids, for: tab })).length > 0) return true;
  return false;

  function answersTo(asked: Message): Promise<readonly Message[]> {
    return new Promise((resolve) => {
      const answers: Message[] = [];
      const end = () => {
        stop();
        resolve(answers);
      };
      const stop = channel.listen((answer) => {
        const meant = answer.kind === 'ready' && answer.for === self.tab && answer.at === asked.at;
        if (!meant || answer.user !== user || answer.window !== window) return;
        if (clock.now() - asked.at > patience) return;
        if (answers.some(({ tab }) => tab === answer.tab)) return;
        answers.push(answer);
        if (answer.tab === asked.for) end();
      });
      channel.post(asked);
      clock.after(patience, end);
    });
  }
}

/** A window that takes ids. */
export interface Taker {
  readonly window: Takes;
  /** When it searched last; 0 where it never did. */
  readonly lastSearch: () => number;
  /** False while it would lose something that is typed. */
  readonly isFree: () => boolean;
  readonly take: (ids: readonly number[]) => void;
}

/** Answers the polls of the user's other windows and takes the ids that they give, until what it returns is called. */
export function answer(taker: Taker, self: Self, channel: Channel, clock: Clock): () => void {
  return channel.listen((asked) => {
    if (asked.kind === 'ready' || asked.window !== taker.window || asked.tab === self.tab) return;
    if (asked.user !== self.user() || !taker.isFree()) return;
    // Whoever asked waits no longer, as after this window was frozen.
    if (clock.now() - asked.at > patience) return;
    if (asked.kind === 'ids' && asked.for !== self.tab) return;
    channel.post({
      ...asked,
      kind: 'ready',
      lastSearch: taker.lastSearch(),
      ids: [],
      tab: self.tab,
      for: asked.tab,
    });
    if (asked.kind === 'ids') taker.take(asked.ids);
  });
}
