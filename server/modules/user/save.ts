import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem, type Rejection } from '../../problem.ts';
import { checkVersion, type Versioned } from '../../records/check-version.ts';
import { writeAudit } from '../../records/record-save.ts';
import { readProfile, saveTheme, type Theme } from './own-profile.ts';

interface Body extends Versioned {
  readonly full_name?: string;
  readonly email?: string | null;
  readonly theme?: Theme | null;
}

function faultsOf({ full_name, email }: Body): readonly Rejection[] {
  const errors: Rejection[] = [];
  if (full_name !== undefined && full_name.trim() === '')
    errors.push({ pointer: '/full_name', message: 'Type your name.' });
  if (email && !/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(email.trim()))
    errors.push({ pointer: '/email', message: `"${email.slice(0, 80)}" is no e-mail address.` });
  return errors;
}

export const handler: OperationHandler<{ body: Body }> = async (call) => {
  const caller = signedIn(call);
  const { body, context } = call;
  const errors = faultsOf(body);
  if (errors.length > 0) throw new Problem('refused', errors[0]?.message, { errors });
  const saved = await context.database.owner(async (client) => {
    const before = await readProfile(client, caller.id, true);
    const forced = checkVersion(body, { version: before.version, current: before }, 'your settings');
    const wanted = {
      full_name: body.full_name?.trim() ?? before.full_name,
      email: body.email === undefined ? before.email : body.email?.trim() || null,
    };
    if (body.theme && body.theme !== before.theme) await saveTheme(client, caller.id, body.theme);
    const changed = Object.entries(wanted).filter(([field, value]) => before[field] !== value);
    if (changed.length === 0) return readProfile(client, caller.id);
    await client.query(
      `update app_user set full_name = $2::text, email = $3::text, version = version + 1, updated_by = $1::bigint
       where id = $1::bigint`,
      [caller.id, wanted.full_name, wanted.email],
    );
    await writeAudit(client, caller.id, {
      table: 'app_user',
      id: caller.id,
      action: 'update',
      fromVersion: before.version,
      fields: Object.fromEntries(
        changed.map(([field, value]) => [field, { old: before[field] ?? null, new: value }]),
      ),
      forced,
      district: null,
      synthetic: false,
    });
    return readProfile(client, caller.id);
  });
  // Whoever asks next who this is hears the new name.
  context.sessions.forget(caller.id);
  return saved;
};
