import { whoOf } from '../../access/caller.ts';
import { editorNames } from '../../definitions/editor-names.ts';
import { editorSchemaFor } from '../../definitions/editor-schema.ts';
import { readHelpPages } from '../../definitions/files.ts';
import { layered } from '../../definitions/lay.ts';
import { readMeta } from '../../definitions/prepare.ts';
import { readDraft } from '../../definitions/published.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { knownKind } from './studio.ts';

export const handler: OperationHandler<'studio.schema'> = async (call) => {
  const { query, context } = call;
  const { path } = query;
  const kind = knownKind(path);
  const { root } = context.config;
  const { files, versions, refused } = context.studio.standing();
  const draft = await readDraft(context.database, whoOf(signedIn(call)), path);
  const standing = new Map(
    layered(files, [...versions.values()], refused).map((file) => [file.path, file] as const),
  );
  // A draft may have data sources that what is in force does not have yet.
  if (draft) standing.set(path, { path, bytes: Buffer.from(draft.content, 'utf8') });
  const { queries } = context.definitions.current();
  const names = editorNames([...standing.values()], queries, readHelpPages(root));
  return editorSchemaFor(kind, readMeta(root), names, path);
};
