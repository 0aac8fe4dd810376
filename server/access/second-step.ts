import type { DatabaseClient } from '../database/client.ts';
import type { Database } from '../database/open-database.ts';
import type { Proof } from './prove-factor.ts';
import { readTicket, spendTicket } from './sign-in-tickets.ts';

interface SecondStep {
  readonly userId: number;
  readonly token: string;
  readonly now: Date;
  /** Takes what was shown. */
  readonly prove: (client: DatabaseClient) => Promise<Proof>;
}

class NoTicket extends Error {}

/** What was shown and the ticket are used up together, or neither. Null: it is wrong, and the ticket holds. */
export async function takeSecondStep(
  database: Pick<Database, 'owner'>,
  { userId, token, now, prove }: SecondStep,
): Promise<Proof | 'no-ticket'> {
  try {
    return await database.owner(async (client) => {
      const by = await prove(client);
      if (by === null || by === 'counter') return by;
      const ticket = await readTicket(client, token, now);
      if (ticket?.user_id !== userId || !(await spendTicket(client, token))) throw new NoTicket();
      return by;
    });
  } catch (error) {
    if (error instanceof NoTicket) return 'no-ticket';
    throw error;
  }
}
