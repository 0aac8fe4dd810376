import type { ActionRunner } from '#src/render/action-runner.ts';
import { loadPart } from '#src/render/load-part.ts';
import { call } from './call.ts';
import { close } from './close.ts';
import { confirm } from './confirm.ts';
import { dialog } from './dialog.ts';
import { guarded } from './guard.ts';
import { navigate } from './navigate.ts';
import { refresh } from './refresh.ts';
import { refreshSession } from './refresh-session.ts';
import { set } from './set.ts';
import { share } from './share.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { snackbar } from './snackbar.ts';

/** An action whose code comes when it is first asked for: the sign-in page, which all others wait for, has none of them. */
function later(load: () => Promise<ActionRunner>): ActionRunner {
  return async (step, ports, extra) => (await loadPart(load))(step, ports, extra);
}

const manyRecords = later(async () => (await import('./many-records.ts')).manyRecords);

/** Every action that a definition can name, by its `type`. */
export const actionRunners: ReadonlyMap<string, ActionRunner> = new Map([
  ['navigate', guarded(navigate)],
  ['call', guarded(call)],
  ['dialog', guarded(dialog)],
  ['close', guarded(close)],
  ['snackbar', guarded(snackbar)],
  ['download', guarded(later(async () => (await import('./download.ts')).download))],
  ['refresh', guarded(refresh)],
  ['confirm', guarded(confirm)],
  ['refresh-session', guarded(refreshSession)],
  ['search', guarded(later(async () => (await import('./search.ts')).search))],
  ['set', guarded(set)],
  ['share', guarded(share)],
  ['bulk', guarded(manyRecords)],
  ['command', guarded(manyRecords)],
  ['sign-in', guarded(signIn)],
  ['sign-out', guarded(signOut)],
]);
