import { createClient } from '#src/api/client.ts';
import type { ApiPort } from '#src/render/ports.ts';
import { sessionStore } from '#src/session/store.ts';
import { apiBase, productName } from './base-path.ts';

/** Set by the routes: what happens when the server no longer knows the session. */
export const onSessionEnd: { run: () => void } = { run: () => undefined };

/** Set by the application: what happens when definitions are others than at the last call. */
export const onDefinitions: { run: () => void } = { run: () => undefined };
let lastDefinitions: string | null = null;

export const client: ApiPort = createClient({
  base: apiBase,
  product: productName,
  token: () => sessionStore.getState().mvp4AuthToken,
  onUnauthorized: () => onSessionEnd.run(),
  onDefinitions: (stamp) => {
    const changed = lastDefinitions !== null && lastDefinitions !== stamp;
    lastDefinitions = stamp;
    if (changed) onDefinitions.run();
  },
});
