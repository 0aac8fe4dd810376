import { type OperationHandler, signedIn } from '../../operation.ts';
import { checkVersion, type Versioned } from '../../records/check-version.ts';
import { writeAudit } from '../../records/record-save.ts';
import { audited, holdJourney } from './journeys.ts';

export const handler: OperationHandler<{ params: { id: number }; query: Versioned }> = async (call) => {
  const caller = signedIn(call);
  const { params, query } = call;
  await call.context.database.owner(async (client) => {
    const before = await holdJourney(client, caller.id, params.id);
    checkVersion(query, { version: before.version, current: before }, 'this journey');
    await client.query('delete from journey where id = $1::bigint', [params.id]);
    const { title, stops } = audited(before);
    await writeAudit(client, caller.id, {
      table: 'journey',
      id: params.id,
      action: 'delete',
      fromVersion: before.version,
      fields: { title: { old: title, new: null }, stops: { old: stops, new: null } },
      forced: false,
      district: null,
      synthetic: false,
    });
  });
};
