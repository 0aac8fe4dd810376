import type { ActionRunner } from '#src/render/action-runner.ts';
import { done, stepsOf, stopped, textOf } from './step.ts';

export const confirm: ActionRunner = async (step, ports, extra) => {
  const agreed = await ports.confirm({
    title: textOf(ports.resolve(step.title, extra)),
    text: textOf(ports.resolve(step.text, extra)),
    confirm: textOf(ports.resolve(step.confirm, extra)),
    intent: textOf(step.intent),
  });
  if (!agreed) return stopped;
  const then = stepsOf(step.then);
  return then.length === 0 ? done() : ports.run(then, extra);
};
