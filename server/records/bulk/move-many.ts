import type { Work } from '../in-transaction.ts';
import type { Values } from '../read.ts';
import { applyProposals, type Watch } from './apply.ts';

const unwatched: Watch = {
  signal: new AbortController().signal,
  report: () => {},
  keep: () => Promise.resolve(),
};

/**
 * Makes a move of many records as work of the server, such as an export, in the transaction that is open: also one that
 * no person makes by hand. `values` are written with the state. A record that is refused is in the answer with its reason.
 */
export function moveMany(
  work: Work,
  ids: readonly number[],
  move: string,
  { values, watch = unwatched }: { readonly values?: Values; readonly watch?: Watch } = {},
): ReturnType<typeof applyProposals> {
  const more = values ? { values } : {};
  const proposals = ids.map(
    (id) => ({ does: 'move', by: 'server', id, version: null, move, ...more }) as const,
  );
  return applyProposals(work, proposals, watch);
}
