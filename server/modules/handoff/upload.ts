import { refuseOther } from '../../import/refuse-other.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { givenBytes, givenName } from '../../plugins/given-file.ts';
import { readPids } from './pid-lines.ts';
import { refuseWrong, takePids } from './take-pids.ts';

/** Bytes of a file: fifty thousand PIDs in two bytes a letter. */
const most = 2 * 1024 * 1024;

export const handler: OperationHandler<'handoff.upload'> = async (call) => {
  const { request, query, context } = call;
  const caller = signedIn(call);
  const bytes = await givenBytes(request.body, most);
  const list = readPids(textOf(bytes));
  if (list.wrong.length > 0) await refuseOther(context, { name: query.name, bytes }, 'PIDS');
  refuseWrong(list, 'refused-file', '');
  return takePids(context, caller, list, {
    direction: 'IN',
    source: 'FILE',
    fileName: givenName(query.name, 'PIDs'),
  });
};

/** Figures are the same in every encoding but UTF-16, which says so at its begin. */
function textOf(bytes: Buffer): string {
  const wide =
    bytes.length >= 2 &&
    ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff));
  if (wide) return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
  return new TextDecoder('utf-8').decode(bytes);
}
