import type { ActionRunner } from '#src/render/action-runner.ts';
import { done, objectOf, stepsOf, textOf } from './step.ts';

const kinds = ['error', 'success', 'info', 'warning'] as const;

export const snackbar: ActionRunner = async (step, ports, extra) => {
  const kind = kinds.find((known) => known === step.kind) ?? 'info';
  const text = textOf(ports.resolve(step.text, extra));
  const timeout = typeof step.timeout === 'number' ? step.timeout : undefined;
  const button = objectOf(step.button);
  if (button) {
    // What was sent and kept quiet belongs to the event before, not to the press of this button.
    const later = { ...extra, body: {}, quiet: [] };
    ports.snackbar(kind, text, timeout, {
      label: textOf(button.label),
      run: () => void ports.run(stepsOf(button.on), later),
    });
  } else if (timeout === undefined) ports.snackbar(kind, text);
  else ports.snackbar(kind, text, timeout);
  return done();
};
