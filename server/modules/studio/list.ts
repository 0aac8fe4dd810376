import { isJsonObject } from '#src/core/values.ts';
import { whoOf } from '../../access/caller.ts';
import { kindAt } from '../../definitions/kinds.ts';
import { readDrafts } from '../../definitions/published.ts';
import { countUses } from '../../definitions/uses.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { findingsAt, inForce, stateOf } from './studio.ts';

function described(text: string | null): { readonly title: string | null; readonly route: string | null } {
  try {
    const json: unknown = JSON.parse(text ?? 'null');
    if (!isJsonObject(json)) return { title: null, route: null };
    return {
      title:
        typeof json.title === 'string' ? json.title : typeof json.summary === 'string' ? json.summary : null,
      route: typeof json.route === 'string' ? json.route : null,
    };
  } catch {
    return { title: null, route: null };
  }
}

export const handler: OperationHandler<'studio.list'> = async (call) => {
  const { query, context } = call;
  const { files, versions } = context.studio.standing();
  const drafts = await readDrafts(context.database, whoOf(signedIn(call)));
  const paths = [...new Set([...files.keys(), ...versions.keys(), ...drafts.keys()])].sort();
  const texts = new Map(paths.map((path) => [path, inForce(path, context).text]));
  const uses = countUses(texts);
  const items = paths.flatMap((path) => {
    const kind = kindAt(path);
    if (kind === null) return [];
    const draft = drafts.get(path) ?? null;
    const version = versions.get(path) ?? null;
    if (texts.get(path) === null && !draft) return [];
    const { title, route } = described(texts.get(path) ?? draft?.content ?? null);
    const last = draft && (!version || draft.at > version.at) ? draft : version;
    return [
      {
        path,
        kind,
        title: title ?? path,
        route,
        state: stateOf(path, draft, context),
        has_draft: draft !== null,
        findings: findingsAt(path, context).length,
        uses: uses.get(path) ?? 0,
        version: version?.version ?? null,
        changed_by: last?.by ?? null,
        changed_at: last?.at ?? null,
      },
    ];
  });
  const { kind, state } = query;
  return {
    items: items.filter(
      (item) => (kind === undefined || item.kind === kind) && (state === undefined || item.state === state),
    ),
  };
};
