import type { ActionRunner } from '#src/render/action-runner.ts';
import { call } from './call.ts';
import { close } from './close.ts';
import { confirm } from './confirm.ts';
import { dialog } from './dialog.ts';
import { download } from './download.ts';
import { guarded } from './guard.ts';
import { manyRecords } from './many-records.ts';
import { navigate } from './navigate.ts';
import { refresh } from './refresh.ts';
import { refreshSession } from './refresh-session.ts';
import { search } from './search.ts';
import { set } from './set.ts';
import { share } from './share.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { snackbar } from './snackbar.ts';

/** Every action that a definition can name, by its `type`. */
export const actionRunners: ReadonlyMap<string, ActionRunner> = new Map([
  ['navigate', guarded(navigate)],
  ['call', guarded(call)],
  ['dialog', guarded(dialog)],
  ['close', guarded(close)],
  ['snackbar', guarded(snackbar)],
  ['download', guarded(download)],
  ['refresh', guarded(refresh)],
  ['confirm', guarded(confirm)],
  ['refresh-session', guarded(refreshSession)],
  ['search', guarded(search)],
  ['set', guarded(set)],
  ['share', guarded(share)],
  ['bulk', guarded(manyRecords)],
  ['command', guarded(manyRecords)],
  ['sign-in', guarded(signIn)],
  ['sign-out', guarded(signOut)],
]);
