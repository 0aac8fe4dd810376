import type { ActionRunner } from '#src/render/action-runner.ts';
import { loadPart } from '#src/render/load-part.ts';
import { call } from './call.ts';
import { guarded } from './guard.ts';
import { signIn } from './sign-in.ts';
import { snackbar } from './snackbar.ts';

/** An action whose code comes when it is first asked for: the sign-in page, which all others wait for, has none of them. */
function later(load: () => Promise<ActionRunner>): ActionRunner {
  return async (step, ports, extra) => (await loadPart(load))(step, ports, extra);
}

const manyRecords = later(async () => (await import('./many-records.ts')).manyRecords);

const further = (name: keyof typeof import('./further.ts')): ActionRunner =>
  guarded(later(async () => (await import('./further.ts'))[name]));

/** Every action that a definition can name, by its `type`. */
export const actionRunners: ReadonlyMap<string, ActionRunner> = new Map([
  ['navigate', further('navigate')],
  ['call', guarded(call)],
  ['dialog', further('dialog')],
  ['close', further('close')],
  ['snackbar', guarded(snackbar)],
  ['download', guarded(later(async () => (await import('./download.ts')).download))],
  ['refresh', further('refresh')],
  ['confirm', further('confirm')],
  ['refresh-session', further('refreshSession')],
  ['search', guarded(later(async () => (await import('./search.ts')).search))],
  ['set', further('set')],
  ['share', further('share')],
  ['bulk', guarded(manyRecords)],
  ['command', guarded(manyRecords)],
  ['sign-in', guarded(signIn)],
  ['sign-out', further('signOut')],
]);
