import { type OperationHandler, signedIn } from '../../operation.ts';
import { contentsOf } from './contents-of.ts';
import { yearOf } from './manifest.ts';
import { openKept } from './open-kept.ts';

export const handler: OperationHandler<'valuationfile.members'> = async (call) => {
  const { archive } = await openKept(call.params.id, signedIn(call), call.context);
  try {
    const { manifest, hash } = archive;
    return { base_year: yearOf(manifest), hash, members: contentsOf(manifest) };
  } finally {
    archive.close();
  }
};
