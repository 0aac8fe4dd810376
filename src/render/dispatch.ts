import type { Client } from '#src/api/client.ts';
import type { Takes } from '#src/core/hand-off.ts';
import type { LinkedAction, LinkedBlock } from '#src/core/linked.ts';
import type { Scope } from '#src/core/scope.ts';
import type { ActionPorts } from './action-runner.ts';
import type { ActExtra, ActOutcome, Failure } from './block-props.ts';
import type { OpenDialog } from './dialog.tsx';
import { asFailure, shownFor } from './failure.ts';
import type { Registries } from './registries.ts';
import { saveFile } from './save-file.ts';

/** What the application lends to actions besides the API; the composition root supplies it. */
export interface AppPorts {
  readonly navigate: ActionPorts['navigate'];
  readonly snackbar: ActionPorts['snackbar'];
  readonly confirm: ActionPorts['confirm'];
  readonly share: ActionPorts['share'];
  readonly changeMany: ActionPorts['changeMany'];
  readonly handOff: ActionPorts['handOff'];
  /** Takes ids that other windows give, until what it returns is called; `search` is the hash of what is found. */
  readonly takeIds: (
    window: Takes,
    search: string | null,
    take: (ids: readonly number[]) => void,
  ) => () => void;
  readonly session: ActionPorts['session'];
}

export interface DispatchContext {
  readonly registries: Registries;
  readonly api: Client;
  readonly app: AppPorts;
  /** The scope at the moment of the event. */
  readonly scope: () => Scope;
  readonly resolve: (value: unknown, scope: Scope) => unknown;
  readonly refresh: (sources: readonly string[]) => void;
  readonly setParams: (params: { readonly [id: string]: unknown }) => void;
  readonly mayOpen: (href: string) => boolean;
  readonly openDialog: (dialog: OpenDialog) => void;
  readonly closeDialog: () => void;
}

type Extra = ActExtra & { readonly answer?: unknown; readonly failure?: Failure };

/** Runs a plan step by step; the first step that fails ends it. */
export async function runPlan(
  context: DispatchContext,
  steps: readonly LinkedAction[],
  extra: Extra,
): Promise<ActOutcome> {
  const { registries, api, app } = context;
  const ports: ActionPorts = {
    ...app,
    navigate: (to, options) => app.navigate(extra.through?.(to) ?? to, options),
    call: (operation, input) => api.call(operation, input),
    openDialog: (dialog) =>
      context.openDialog({
        title: dialog.title,
        blocks: dialog.blocks as readonly LinkedBlock[],
        row: extra.row ?? null,
        answer: extra.answer,
      }),
    closeDialog: context.closeDialog,
    refresh: context.refresh,
    setParams: context.setParams,
    mayOpen: context.mayOpen,
    param: (id) => context.scope().params[id],
    download: async (operation, input, filename) => {
      const file = await api.file(operation, input);
      saveFile(file.blob, file.filename ?? filename);
    },
    resolve: (value, more) => context.resolve(value, scopeWith(context.scope(), { ...extra, ...more })),
    run: (inner, more) => runPlan(context, inner, { ...extra, ...more }),
  };
  let value: unknown;
  for (const step of steps) {
    const run = registries.actions.get(step.type);
    if (!run) throw new Error(`Action "${step.type}" is not registered.`);
    try {
      const outcome = await run(step, ports, extra);
      if (!outcome.done) return outcome;
      value = outcome.value;
    } catch (thrown) {
      const failure = asFailure(thrown);
      if (!extra.quiet?.includes(failure.status)) app.snackbar('error', failure.message, shownFor(failure));
      return { done: false, failure };
    }
  }
  return { done: true, value };
}

function scopeWith(scope: Scope, extra: Extra): Scope {
  return {
    ...scope,
    ...(extra.row ? { row: extra.row } : {}),
    ...(extra.form ? { form: extra.form } : {}),
    ...('answer' in extra ? { answer: extra.answer } : {}),
    ...(extra.failure ? { failure: extra.failure } : {}),
  };
}
