import type { Takes } from '#src/core/hand-off.ts';
import type { LinkedAction } from '#src/core/linked.ts';
import type { ActExtra, ActOutcome, Failure } from './block-props.ts';
import type { ManyRequest } from './many-records.ts';

/** Beside a short message: what can be done about it. */
export interface SnackbarButton {
  readonly label: string;
  readonly run: () => void;
}

/** What actions may do to the world; the spine supplies it, tests supply their own. */
export interface ActionPorts {
  readonly navigate: (
    to: string,
    options?: { readonly replace?: boolean; readonly newTab?: boolean },
  ) => void;
  /** Whether an address that the data give is a page of this application that the person may open. */
  readonly mayOpen: (href: string) => boolean;
  readonly call: (
    operation: string,
    input: { readonly params?: object; readonly query?: object; readonly body?: object },
  ) => Promise<unknown>;
  readonly snackbar: (
    kind: 'error' | 'success' | 'info' | 'warning',
    text: string,
    timeout?: number,
    button?: SnackbarButton,
  ) => void;
  readonly confirm: (question: {
    readonly title: string;
    readonly text: string;
    readonly confirm: string;
    readonly intent: string;
  }) => Promise<boolean>;
  readonly openDialog: (dialog: { readonly title: string; readonly blocks: readonly unknown[] }) => void;
  readonly closeDialog: () => void;
  readonly refresh: (sources: readonly string[]) => void;
  readonly download: (
    operation: string,
    input: { readonly params?: object; readonly query?: object; readonly body?: object },
    filename: string,
  ) => Promise<void>;
  /** Sets parameters of the screen (they go to the URL). */
  readonly setParams: (params: { readonly [id: string]: unknown }) => void;
  /** The value of a parameter at this moment. */
  readonly param: (id: string) => unknown;
  /** Asks whom to share a stored search with, by its hash. */
  readonly share: (search: string) => void;
  /** Asks about many records and changes them; false where the person left without a change. */
  readonly changeMany: (request: ManyRequest) => Promise<boolean>;
  /** Gives ids to another window of this person; false where none takes them. */
  readonly handOff: (window: Takes, ids: readonly number[]) => Promise<boolean>;
  /** The session of this browser: takes the answer of a sign-in, asks anew who is signed in, or ends. */
  readonly session: {
    readonly signIn: (answer: unknown) => void;
    readonly refresh: () => Promise<void>;
    readonly signOut: () => Promise<void>;
    /** Keeps what later pages of this browser read of the session. */
    readonly remember: (values: { readonly exportedDistrict: string | null }) => void;
  };
  /** Resolves templates and expressions inside a step's properties with the scope at this moment. */
  readonly resolve: (value: unknown, extra: ActExtra & { readonly answer?: unknown }) => unknown;
  readonly run: (
    steps: readonly LinkedAction[],
    extra: ActExtra & { readonly answer?: unknown; readonly failure?: Failure },
  ) => Promise<ActOutcome>;
}

export type ActionRunner = (
  step: LinkedAction,
  ports: ActionPorts,
  extra: ActExtra & { readonly answer?: unknown },
) => Promise<ActOutcome>;
