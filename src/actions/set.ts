import type { ActionRunner } from '#src/render/action-runner.ts';
import { done, objectOf, textOf } from './step.ts';

type Mode = 'set' | 'add' | 'remove' | 'toggle';

function listOf(value: unknown): readonly unknown[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((one) => one !== null && one !== undefined && one !== '');
}

/** The values of a filter of several after a step; null where none is left, so that it filters no more. */
export function changedList(mode: Mode, before: unknown, given: unknown): readonly unknown[] | null {
  const now = listOf(before);
  const named = listOf(given);
  const has = (list: readonly unknown[], value: unknown): boolean =>
    list.some((one) => String(one) === String(value));
  const kept = mode === 'add' ? now : now.filter((value) => !has(named, value));
  const added = mode === 'remove' ? [] : named.filter((value) => !has(now, value));
  const after = [...kept, ...added];
  return after.length > 0 ? after : null;
}

export const set: ActionRunner = async (step, ports, extra) => {
  const given = objectOf(ports.resolve(step.params, extra)) ?? {};
  const mode = textOf(step.mode);
  const params =
    mode === 'add' || mode === 'remove' || mode === 'toggle'
      ? Object.fromEntries(
          Object.entries(given).map(([id, value]) => [id, changedList(mode, ports.param(id), value)]),
        )
      : given;
  const remembered = objectOf(ports.resolve(step.session, extra));
  if (remembered) ports.session.remember({ exportedDistrict: textOf(remembered.exportedDistrict) || null });
  if (step.params !== undefined) ports.setParams(params);
  return done(params);
};
