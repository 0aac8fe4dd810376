import { type OperationHandler, signedIn } from '../../operation.ts';
import type { Versioned } from '../../records/conflict.ts';
import { moveRecord } from '../../records/move.ts';
import { entityFor } from '../../records/served.ts';

type Body = Versioned & { readonly move: string };

export const handler: OperationHandler<{ params: { list: string; id: number }; body: Body }> = (call) => {
  const { params, body, context } = call;
  return moveRecord(context, signedIn(call), entityFor(params.list, context), params.id, body);
};
