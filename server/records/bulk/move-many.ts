import type { Work } from '../in-transaction.ts';
import { applyProposals } from './apply.ts';
import type { Tally } from './proposal.ts';

/**
 * Makes a move of many records as work of the server, such as an export, in the transaction that is open: also one that
 * no person makes by hand. A record that is refused is in the answer with its reason.
 */
export function moveMany(
  work: Work,
  ids: readonly number[],
  move: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<Tally> {
  const proposals = ids.map((id) => ({ does: 'move', by: 'server', id, version: null, move }) as const);
  return applyProposals(work, proposals, {
    signal,
    report: () => {},
    keep: () => Promise.resolve(),
  });
}
