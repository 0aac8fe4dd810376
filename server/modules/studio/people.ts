import { listPeople } from '../../definitions/people.ts';
import type { OperationHandler } from '../../operation.ts';

export const handler: OperationHandler = async ({ context }) => listPeople(context.database);
