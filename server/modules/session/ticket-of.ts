import { findTicket, type Ticket } from '../../access/sign-in-tickets.ts';
import type { AnyCall } from '../../operation.ts';
import { Problem } from '../../problem.ts';

/** 422 and not 401: nobody is signed in yet, so that nothing ends. */
export function refuseTicket(): Problem {
  const message = 'This sign-in took too long or is done already. Sign in again.';
  return new Problem('refused', message, { errors: [{ pointer: '/ticket', message }] });
}

/** Whose sign-in waits behind a ticket, or the refusal. */
export async function ticketOf({ context, request }: AnyCall, token: string): Promise<Ticket> {
  const ticket = await findTicket(context.database, token, context.now());
  if (ticket) return ticket;
  context.log.security('second-factor-refused', { from: request.ip });
  throw refuseTicket();
}
