import { whoOf } from '../../access/caller.ts';
import { isPublishable } from '../../definitions/kinds.ts';
import { readDraft, versionsOf } from '../../definitions/published.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { findingsAt, inForce, knownKind, stateOf } from './studio.ts';

export const handler: OperationHandler<'studio.get'> = async (call) => {
  const { query, context } = call;
  const who = whoOf(signedIn(call));
  const { path } = query;
  const kind = knownKind(path);
  const { file, version, text, hash } = inForce(path, context);
  const draft = await readDraft(context.database, who, path);
  if (text === null && !draft && !version)
    throw new Problem('not-found', `There is no definition at "${path}" yet.`);
  // What was published and withdrawn can be put in force again: its last text is shown.
  const last =
    text === null && !draft
      ? (await versionsOf(context.database, who, path)).find(({ content }) => content !== null)?.content
      : null;
  return {
    path,
    kind,
    publishable: isPublishable(kind),
    state: stateOf(path, draft, context),
    file,
    published: version?.content ? version : null,
    draft,
    /** What is in force: a publish sends it back. */
    base_hash: hash,
    text: draft?.content ?? text ?? last ?? '',
    findings: findingsAt(path, context),
  };
};
