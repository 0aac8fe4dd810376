import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem, type Rejection } from '../../problem.ts';
import { type Versioned, versionOf } from '../../records/conflict.ts';
import { saveIn } from '../../records/in-transaction.ts';
import type { Change } from '../../records/plan.ts';
import { ownEntity } from '../../records/served.ts';
import { readProfile, saveTheme, type Theme } from './own-profile.ts';

interface Body extends Versioned {
  readonly full_name?: string;
  readonly theme?: Theme | null;
}

function faultsOf({ full_name }: Body): readonly Rejection[] {
  return full_name !== undefined && full_name.trim() === ''
    ? [{ pointer: '/full_name', message: 'Type your name.' }]
    : [];
}

export const handler: OperationHandler<'user.save'> = async (call) => {
  const caller = signedIn(call);
  const { body, context } = call;
  const errors = faultsOf(body);
  if (errors.length > 0) throw new Problem('refused', errors[0]?.message, { errors });
  return context.database.write(whoOf(caller), async (client) => {
    const before = await readProfile(client, caller.id);
    const { theme } = body;
    const change: Change = {
      ...versionOf(body),
      ...(body.full_name === undefined ? {} : { full_name: body.full_name.trim() }),
    };
    const work = {
      client,
      server: context,
      caller,
      entity: ownEntity('user', context),
      current: () => readProfile(client, caller.id),
      what: 'your settings',
    };
    await saveIn(work, caller.id, change);
    if (theme && theme !== before.theme) await saveTheme(client, caller.id, theme);
    return readProfile(client, caller.id);
  });
};
