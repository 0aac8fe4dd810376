import { listPeople } from '../../definitions/people.ts';
import type { OperationHandler } from '../../operation.ts';

export const handler: OperationHandler<'studio.people'> = async ({ context }) => listPeople(context.database);
