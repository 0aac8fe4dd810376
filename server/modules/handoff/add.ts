import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { readPids } from './pid-lines.ts';
import { refuseWrong, takePids } from './take-pids.ts';

export const handler: OperationHandler<'handoff.add'> = async (call) => {
  const { body, context } = call;
  const { direction, pids, ids } = body;
  if ((pids === undefined) === (ids === undefined)) {
    const message = 'Give a list of PIDs, pasted or from a result.';
    throw new Problem('refused', message, { errors: [{ pointer: '/pids', message }] });
  }
  const list = readPids(pids ?? (ids ?? []).join('\n'));
  refuseWrong(list, 'refused', '/pids');
  const source = pids === undefined ? 'RESULT' : 'PASTED';
  return takePids(context, signedIn(call), list, { direction, source, fileName: null });
};
