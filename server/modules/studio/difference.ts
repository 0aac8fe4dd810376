import { whoOf } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import type { Writer } from '../../database/transaction.ts';
import { readDraft, versionsOf } from '../../definitions/published.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { differenceBetween, inForce, knownKind } from './studio.ts';

async function textOf(path: string, side: string, context: Context, who: Writer): Promise<string | null> {
  const { file, text } = inForce(path, context);
  if (side === 'file') return file?.text ?? null;
  if (side === 'published') return text;
  if (side === 'draft') return (await readDraft(context.database, who, path))?.content ?? null;
  const found = (await versionsOf(context.database, who, path)).find(
    ({ version }) => version === Number(side),
  );
  if (!found) throw new Problem('not-found', `"${path}" has no version ${side}.`);
  return found.content ?? file?.text ?? null;
}

const names: { readonly [side: string]: string } = { published: 'in force' };

export const handler: OperationHandler<'studio.difference'> = async (call) => {
  const { query, context } = call;
  const who = whoOf(signedIn(call));
  const { path, from, to } = query;
  knownKind(path);
  return differenceBetween(
    path,
    await textOf(path, from, context, who),
    await textOf(path, to, context, who),
    [names[from] ?? from, names[to] ?? to],
  );
};
