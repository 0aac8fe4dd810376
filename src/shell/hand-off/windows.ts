// The browser's own way of talking between windows, behind the ports of the hand-off; without it nobody answers.
import {
  answer,
  type Channel,
  handOver,
  readMessage,
  type Self,
  type Taker,
  type Takes,
} from '#src/core/hand-off.ts';
import { unsavedStore } from '#src/render/unsaved.ts';
import { sessionStore } from '#src/session/store.ts';
import { lastSearch, searched } from './last-search.ts';

const name = 'cadastre.hand-off';

// Of this loading of the page: a window that is doubled is another one.
const tab = [...crypto.getRandomValues(new Uint32Array(4))]
  .map((part) => part.toString(16).padStart(8, '0'))
  .join('');

const self: Self = {
  tab,
  user: () => {
    const { mvp4AuthToken, user } = sessionStore.getState();
    return mvp4AuthToken === null ? null : (user?.id ?? null);
  },
};

const clock = { now: () => Date.now(), after: (ms: number, then: () => void) => void setTimeout(then, ms) };

let opened: Channel | null | undefined;

function channelOf(): Channel | null {
  if (opened !== undefined) return opened;
  if (typeof BroadcastChannel === 'undefined') {
    opened = null;
    return null;
  }
  const channel = new BroadcastChannel(name);
  opened = {
    post: (message) => channel.postMessage(message),
    listen: (take) => {
      const hear = (event: MessageEvent<unknown>) => {
        const message = readMessage(event.data);
        if (message) take(message);
      };
      channel.addEventListener('message', hear);
      return () => channel.removeEventListener('message', hear);
    },
  };
  return opened;
}

export async function giveToWindow(window: Takes, ids: readonly number[]): Promise<boolean> {
  const channel = channelOf();
  return channel !== null && handOver(window, ids, self, channel, clock);
}

/** `search` is the hash of the result that the window shows. */
export function takeFromWindows(window: Takes, search: string | null, take: Taker['take']): () => void {
  if (search) searched(search);
  const channel = channelOf();
  if (!channel) return () => undefined;
  const isFree = () => !unsavedStore.getState().dirty;
  return answer({ window, lastSearch, isFree, take }, self, channel, clock);
}
