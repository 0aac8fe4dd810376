import type { ActionRunner } from '#src/render/action-runner.ts';
import { answerOfIds } from '#src/render/answer-of-ids.ts';
import { done, refusal, stepsOf } from './step.ts';

/** Gives ids to another window; where none takes them, the steps of `nobody` run. */
export const handOff: ActionRunner = async (step, ports, extra) => {
  const given = ports.resolve(step.ids, extra);
  const ids = (Array.isArray(given) ? given : []).map(Number).filter((id) => Number.isSafeInteger(id));
  if (ids.length === 0) throw refusal('Nothing is chosen. Choose what is to be handed over first.');
  const taken = await ports.handOff(step.window === 'map' ? 'map' : 'search', ids);
  const next = stepsOf(taken ? step.then : step.nobody);
  return next.length === 0 ? done() : ports.run(next, { ...extra, answer: answerOfIds(ids) });
};
