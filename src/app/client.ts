import { createClient } from '#src/api/client.ts';
import type { ApiPort } from '#src/render/ports.tsx';
import { hasRunOut } from '#src/session/session-limits.ts';
import { setParameters } from '#src/session/sign-in.ts';
import { sessionStore } from '#src/session/store.ts';
import { apiBase, productName } from './base-path.ts';
import { happened, tellMismatch } from './events.ts';

declare const __VERSION__: string;

let lastDefinitions: string | null = null;

function compare(kind: 'server' | 'client', version: string): void {
  if (version !== __VERSION__) tellMismatch({ kind, version });
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
    queueMicrotask(() => happened('sessionEnded'));
    return null;
  },
  onUnauthorized: () => happened('sessionEnded'),
  onVersion: (version) => compare('server', version),
  onClientVersion: (version) => compare('client', version),
  onSysparams: followParameters,
  onDefinitions: (stamp) => {
    const changed = lastDefinitions !== null && lastDefinitions !== stamp;
    lastDefinitions = stamp;
    if (changed) happened('definitionsChanged');
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
