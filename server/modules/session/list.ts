import { deviceName } from '../../access/device-name.ts';
import { ownSessions } from '../../access/user-sessions.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';

export const handler: OperationHandler<'session.list'> = async (call) => {
  const { config, database, now } = call.context;
  const caller = signedIn(call);
  const sessions = await ownSessions(database, caller, { capHours: config.sessionCapHours, now: now() });
  return sessions.map(({ id, created_at, last_seen, address, agent }) => ({
    id,
    created_at,
    last_seen,
    address,
    device: deviceName(agent),
    own: id === caller.sessionId,
  }));
};
