import type { OperationAnswer, OperationId, OperationInput } from '#src/generated/operations.ts';
import type { Client } from './client.ts';

/** Left out where the operation takes nothing, or nothing that it needs. */
type Input<K extends OperationId> =
  Record<never, never> extends OperationInput[K]
    ? [input?: OperationInput[K], signal?: AbortSignal]
    : [input: OperationInput[K], signal?: AbortSignal];

/**
 * Calls an operation that is known where the call is written: what it takes and answers is what its file says. That the
 * server keeps to it is held by the contract tests; a definition's own operations go by `api.call` and answer anything.
 */
export function call<K extends OperationId>(
  api: Pick<Client, 'call'>,
  operation: K,
  ...[input, signal]: Input<K>
): Promise<OperationAnswer[K]> {
  const answer = signal ? api.call(operation, input, signal) : api.call(operation, input);
  return answer as Promise<OperationAnswer[K]>;
}
