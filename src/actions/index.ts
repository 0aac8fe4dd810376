import type { ActionRunner } from '#src/render/action-runner.ts';
import { loadPart } from '#src/render/load-part.ts';
import { call } from './call.ts';
import { close } from './close.ts';
import { guarded } from './guard.ts';
import { refresh } from './refresh.ts';
import { refreshSession } from './refresh-session.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { snackbar } from './snackbar.ts';

/** A step whose code comes when one is first taken: the sign-in page, which all others wait for, has none of them. */
const further = (name: keyof typeof import('./further.ts')): ActionRunner =>
  guarded(async (step, ports, extra) =>
    (await loadPart(() => import('./further.ts')))[name](step, ports, extra),
  );

/** Every action that a definition can name, by its `type`. */
export const actionRunners: ReadonlyMap<string, ActionRunner> = new Map([
  ['navigate', further('navigate')],
  ['call', guarded(call)],
  ['dialog', further('dialog')],
  ['close', guarded(close)],
  ['snackbar', guarded(snackbar)],
  ['download', further('download')],
  ['refresh', guarded(refresh)],
  ['confirm', further('confirm')],
  ['refresh-session', guarded(refreshSession)],
  ['search', further('search')],
  ['set', further('set')],
  ['passkey', further('passkey')],
  ['share', further('share')],
  ['hand-off', further('handOff')],
  ['bulk', further('manyRecords')],
  ['command', further('manyRecords')],
  ['sign-in', guarded(signIn)],
  ['sign-out', guarded(signOut)],
]);
