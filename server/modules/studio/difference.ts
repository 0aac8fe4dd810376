import type { Context } from '../../context.ts';
import { readDraft, versionsOf } from '../../definitions/published.ts';
import type { OperationHandler } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { differenceBetween, inForce, knownKind } from './studio.ts';

interface Query {
  readonly path: string;
  /** `file`, `draft`, `published` (what is in force) or the number of a version. */
  readonly from: string;
  readonly to: string;
}

async function textOf(path: string, side: string, context: Context): Promise<string | null> {
  const { file, text } = inForce(path, context);
  if (side === 'file') return file?.text ?? null;
  if (side === 'published') return text;
  if (side === 'draft') return (await readDraft(context.database, path))?.content ?? null;
  const found = (await versionsOf(context.database, path)).find(({ version }) => version === Number(side));
  if (!found) throw new Problem('not-found', `"${path}" has no version ${side}.`);
  return found.content ?? file?.text ?? null;
}

const names: { readonly [side: string]: string } = { published: 'in force' };

export const handler: OperationHandler<{ query: Query }> = async ({ query, context }) => {
  const { path, from, to } = query;
  knownKind(path);
  return differenceBetween(path, await textOf(path, from, context), await textOf(path, to, context), [
    names[from] ?? from,
    names[to] ?? to,
  ]);
};
