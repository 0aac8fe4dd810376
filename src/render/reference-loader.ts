import { call } from '#src/api/call.ts';
import { collector } from '#src/api/collect.ts';
import { ApiFailure } from '#src/api/failure.ts';
import { listNamed } from '#src/core/reference-names.ts';
import { isJsonObject } from '#src/core/values.ts';
import { asFailure } from './failure.ts';
import type { ApiPort } from './ports.tsx';

/** What a person is told when a list does not come, whatever the reason. */
const notLoaded = 'Failed to load list ref item data. Please try refreshing the page.';
/** Parts of one page are drawn within a moment and ask together. */
const collectFor = 10;

type Load = (name: string) => Promise<readonly unknown[]>;

async function listsOf(
  api: ApiPort,
  names: readonly string[],
): Promise<{ readonly [name: string]: unknown }> {
  // One that does not exist is left out of the answer.
  const answer = await call(api, 'reference.lists', { query: { which: names.join(',') } });
  return isJsonObject(answer) ? answer : {};
}

const loaders = new WeakMap<ApiPort, Load>();

/** Loads reference lists by name; those asked for at the same time in one call. */
export function referenceLoader(api: ApiPort): Load {
  const known = loaders.get(api);
  if (known) return known;
  const load = collector((names) => listsOf(api, names), collectFor);
  const made: Load = async (name) => {
    try {
      const items = await load(listNamed(name));
      if (Array.isArray(items)) return items;
    } catch (thrown) {
      const { status, code, reference } = asFailure(thrown);
      throw new ApiFailure(status, code, notLoaded, { reference });
    }
    throw new ApiFailure(404, 'not-found', notLoaded);
  };
  loaders.set(api, made);
  return made;
}
