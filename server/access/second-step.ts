import type { Database } from '../database/open-database.ts';
import type { Sealing } from './sealing.ts';
import { type ProvedBy, takeCode } from './second-factor.ts';
import { readTicket, spendTicket } from './sign-in-tickets.ts';

interface SecondStep {
  readonly userId: number;
  readonly token: string;
  readonly code: string;
  readonly now: Date;
}

class NoTicket extends Error {}

/** The code and the ticket are used up together, or neither. Null: the code is wrong, and the ticket holds. */
export async function takeSecondStep(
  database: Pick<Database, 'owner'>,
  sealing: Sealing,
  { userId, token, code, now }: SecondStep,
): Promise<ProvedBy | 'no-ticket' | null> {
  try {
    return await database.owner(async (client) => {
      const by = await takeCode(client, sealing, { userId, code, now });
      if (by === null) return null;
      const ticket = await readTicket(client, token, now);
      if (ticket?.user_id !== userId || !(await spendTicket(client, token))) throw new NoTicket();
      return by;
    });
  } catch (error) {
    if (error instanceof NoTicket) return 'no-ticket';
    throw error;
  }
}
