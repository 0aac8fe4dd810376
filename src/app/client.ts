import { createStore } from 'zustand/vanilla';
import { createClient } from '#src/api/client.ts';
import type { ApiPort } from '#src/render/ports.ts';
import { hasRunOut } from '#src/session/inactivity.ts';
import { setParameters } from '#src/session/sign-in.ts';
import { sessionStore } from '#src/session/store.ts';
import { apiBase, productName } from './base-path.ts';

declare const __VERSION__: string;

/** Set by the routes: what happens when the server no longer knows the session. */
export const onSessionEnd: { run: () => void } = { run: () => undefined };

/** Set by the application: what happens when definitions are others than at the last call. */
export const onDefinitions: { run: () => void } = { run: () => undefined };
let lastDefinitions: string | null = null;

/** What differs between this page and the server that answers it; told once for each version. */
export const mismatchStore = createStore<{
  readonly told: readonly string[];
  readonly shown: { readonly kind: 'server' | 'client'; readonly version: string } | null;
}>()(() => ({ told: [], shown: null }));

function compare(kind: 'server' | 'client', version: string): void {
  const { told, shown } = mismatchStore.getState();
  const key = `${kind} ${version}`;
  if (version === __VERSION__ || shown !== null || told.includes(key)) return;
  mismatchStore.setState({ told: [...told, key], shown: { kind, version } });
}

let asking = false;

/** One question for however many answers told that the parameters have changed. */
function followParameters(stamp: string): void {
  const { mvp4AuthToken, sysparamUpdateTime } = sessionStore.getState();
  if (mvp4AuthToken === null || sysparamUpdateTime === stamp || asking) return;
  if (sysparamUpdateTime === null) {
    // What came with the sign-in is of this moment.
    sessionStore.setState({ sysparamUpdateTime: stamp });
    return;
  }
  asking = true;
  client
    .call('sysparam.list')
    .then((answer) => setParameters(answer, stamp))
    .catch(() => undefined)
    .finally(() => {
      asking = false;
    });
}

const plain: ApiPort = createClient({
  base: apiBase,
  product: productName,
  token: () => {
    const { mvp4AuthToken } = sessionStore.getState();
    // A tab that was frozen past the end of the session asks nothing more with its token.
    if (mvp4AuthToken === null || !hasRunOut(Date.now())) return mvp4AuthToken;
    queueMicrotask(() => onSessionEnd.run());
    return null;
  },
  onUnauthorized: () => onSessionEnd.run(),
  onVersion: (version) => compare('server', version),
  onClientVersion: (version) => compare('client', version),
  onSysparams: followParameters,
  onDefinitions: (stamp) => {
    const changed = lastDefinitions !== null && lastDefinitions !== stamp;
    lastDefinitions = stamp;
    if (changed) onDefinitions.run();
  },
});

let underWay = 0;

export const client: ApiPort = {
  ...plain,
  call: async (operation, input, signal) => {
    underWay++;
    try {
      return await plain.call(operation, input, signal);
    } finally {
      underWay--;
    }
  },
};

/** Resolves when every call has its answer, or after a second: a session that ends under a call would refuse it. */
export async function whenAnswered(): Promise<void> {
  // Longer than what is collected before it is asked.
  for (let i = 0; i === 0 || (underWay > 0 && i < 25); i++)
    await new Promise((resolve) => setTimeout(resolve, 40));
}
