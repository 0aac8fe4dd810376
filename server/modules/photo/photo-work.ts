import type { Caller } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import type { DatabaseClient } from '../../database/client.ts';
import { Problem } from '../../problem.ts';
import type { Work } from '../../records/in-transaction.ts';
import { ownEntity } from '../../records/served.ts';
import { type Photo, readPhoto } from './photos.ts';

export function photoWork(client: DatabaseClient, context: Context, caller: Caller): Work {
  return { client, server: context, caller, entity: ownEntity('photo', context), what: 'this photo' };
}

/** The work on a photo of the caller; somebody else's is not there. */
export async function workOnOwn(
  client: DatabaseClient,
  context: Context,
  caller: Caller,
  id: number,
): Promise<{ readonly work: Work; readonly photo: Photo }> {
  const photo = await readPhoto(client, caller.id, id);
  if (!photo?.own) throw new Problem('not-found');
  const current = () => readPhoto(client, caller.id, id);
  return { work: { ...photoWork(client, context, caller), current }, photo };
}
