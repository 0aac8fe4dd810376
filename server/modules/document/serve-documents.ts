import type { Context } from '../../context.ts';
import { makeDocument } from './paper-server.ts';

/** From here on jobs make documents: they ask what operations answer, which only a whole server knows. */
export function serveDocuments(context: Context): void {
  context.documents.make = ({ ask, format }, caller, turn) =>
    makeDocument(ask, format, caller, context, turn);
}
