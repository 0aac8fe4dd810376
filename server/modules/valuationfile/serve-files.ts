import type { Context } from '../../context.ts';
import { makeValuationFile } from './make-file.ts';

/** From here on jobs make valuation files: their documents need what only a whole server knows. */
export function serveValuationFiles(context: Context): void {
  context.valuationFiles.make = async (ask, work) => {
    await context.studio.catchUp();
    return makeValuationFile(ask, context, work);
  };
}
