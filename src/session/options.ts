// What a user chose and finds again on any machine. The server has it; the browser remembers the last of it, so that a
// page is drawn as chosen before the server has answered.
import { call } from '#src/api/call.ts';
import { collector } from '#src/api/collect.ts';
import { isJsonObject } from '#src/core/values.ts';
import type { ApiPort } from '#src/render/ports.tsx';

/** Options asked for within so many ms are fetched in one call. */
const collectFor = 10;

export interface UserOptions {
  readonly get: (name: string) => Promise<unknown>;
  readonly save: (options: { readonly [name: string]: unknown }) => Promise<void>;
}

const known = new WeakMap<ApiPort, UserOptions>();

export function userOptions(api: ApiPort): UserOptions {
  const made = known.get(api) ?? {
    get: collector(async (names) => {
      const answer = await call(api, 'option.list', { query: { options: names.join(',') } });
      return isJsonObject(answer) ? answer : {};
    }, collectFor),
    save: async (options) => {
      await call(api, 'option.save', { body: options });
    },
  };
  known.set(api, made);
  return made;
}
