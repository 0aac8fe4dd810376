import type { LinkedAction } from '#src/core/linked.ts';
import type { ActionPorts } from '#src/render/action-runner.ts';
import type { ActOutcome, Failure } from '#src/render/block-props.ts';
import { actionRunners } from './index.ts';
import type { StepExtra } from './step.ts';

export const conflict: Failure = {
  status: 409,
  code: 'stale-version',
  message: 'Ann saved first.',
  reference: 'r-1',
  errors: [],
  details: { current: { id: 1 } },
};

export interface World extends ActionPorts {
  readonly log: unknown[];
}

/** Ports that write down what happened; `{row.x}` in a text is filled as the spine would do it. */
export function world(given: Partial<ActionPorts> = {}): World {
  const log: unknown[] = [];
  const note =
    (name: string) =>
    (...args: readonly unknown[]) =>
      void log.push([name, ...args]);
  const resolve = (value: unknown, extra: StepExtra): unknown => {
    if (typeof value === 'string') {
      const scope: { readonly [name: string]: unknown } = {
        row: extra.row,
        form: extra.form,
        answer: extra.answer,
        failure: extra.failure,
      };
      const read = (path: string) =>
        path
          .split('.')
          .reduce<unknown>((at, key) => (at as { [k: string]: unknown } | undefined)?.[key], scope);
      const whole = /^\{([^}]+)\}$/.exec(value);
      return whole?.[1]
        ? read(whole[1])
        : value.replace(/\{([^}]+)\}/g, (_, path: string) => String(read(path) ?? ''));
    }
    if (Array.isArray(value)) return value.map((entry) => resolve(entry, extra));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, resolve(entry, extra)]));
    return value;
  };
  const ports: World = {
    log,
    navigate: note('navigate'),
    call: async (...args) => {
      note('call')(...args);
      return { id: 7 };
    },
    snackbar: note('snackbar'),
    confirm: async (question) => {
      note('confirm')(question);
      return true;
    },
    openDialog: note('openDialog'),
    closeDialog: note('closeDialog'),
    refresh: note('refresh'),
    download: async (...args) => note('download')(...args),
    setParams: note('setParams'),
    param: () => null,
    mayOpen: () => true,
    share: note('share'),
    changeMany: async (request) => {
      note('changeMany')(request);
      return true;
    },
    handOff: async (...args) => {
      note('handOff')(...args);
      return true;
    },
    session: {
      signIn: note('signIn'),
      refresh: async () => note('refreshSession')(),
      signOut: async () => note('signOut')(),
      remember: note('remember'),
    },
    resolve,
    run: async (steps, extra): Promise<ActOutcome> => {
      let outcome: ActOutcome = { done: true, value: null };
      for (const step of steps) {
        outcome = await run(step, ports, extra);
        if (!outcome.done) return outcome;
      }
      return outcome;
    },
    ...given,
  };
  return ports;
}

// Definitions say "then"; nobody awaits a step.
export function followed(step: LinkedAction, steps: readonly LinkedAction[]): LinkedAction {
  // biome-ignore lint/suspicious/noThenProperty: the language's own word
  return { ...step, then: steps };
}

export function run(step: LinkedAction, ports: ActionPorts, extra: StepExtra = {}): Promise<ActOutcome> {
  const runner = actionRunners.get(step.type);
  if (!runner) throw new Error(`No runner for "${step.type}".`);
  return runner(step, ports, extra);
}
