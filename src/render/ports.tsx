// What the engine asks of whoever runs it, in one context. The composition root gives all of it, a preview other calls
// and screens, a test what it needs.
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Client } from '#src/api/client.ts';
import type { ManifestEntry } from '#src/core/linked.ts';
import type { AppPorts } from './dispatch.ts';
import type { Registries } from './registries.ts';

/** The calls the spine and its parts may make. */
export type ApiPort = Client;

export interface Workspace {
  /** Real or synthetic data, null while that is not known; a page shows other data where its address says so. */
  readonly dataset: 'real' | 'synthetic' | null;
  /** Years with data of it, the newest first. */
  readonly years: readonly number[];
  readonly chooseDataset: (dataset: 'real' | 'synthetic') => void;
  /** Rows of results that the person has put out of sight, by the name of the search. */
  readonly hiddenRows: { readonly [search: string]: readonly number[] };
  readonly hideRows: (search: string, rows: readonly number[]) => void;
  /** Carries a choice to the pages that are opened next; null where the person chose all districts. */
  readonly remember: (choice: { readonly district?: string | null; readonly baseYear?: number }) => void;
}

export interface Ports {
  readonly api: ApiPort;
  /** What actions may do besides calling. */
  readonly app: AppPorts;
  readonly registries: Registries;
  /** The screens that this user may open. */
  readonly manifest: readonly ManifestEntry[];
  /** Whether a system parameter of the company is switched on. */
  readonly switches: (name: string) => boolean;
  /** What the person works with on every page. */
  readonly workspace: Workspace;
  /** Tells that something which is shown could not be loaded; the place where it would stand says so besides. */
  readonly tell: (thrown: unknown) => void;
}

const nowhere: Workspace = {
  dataset: null,
  years: [],
  chooseDataset: () => undefined,
  hiddenRows: {},
  hideRows: () => undefined,
  remember: () => undefined,
};
const none: Partial<Ports> = {
  manifest: [],
  switches: () => false,
  workspace: nowhere,
  tell: () => undefined,
};
const PortsContext = createContext(none);

/** Gives ports to what is inside; those that are not named stay as they are outside. */
export function PortsProvider({ children, ...given }: Partial<Ports> & { readonly children: ReactNode }) {
  const outer = useContext(PortsContext);
  const { api, app, registries, manifest, switches, workspace, tell } = { ...outer, ...given };
  const value = useMemo(() => {
    const named = { api, app, registries, manifest, switches, workspace, tell };
    return Object.fromEntries(Object.entries(named).filter(([, port]) => port !== undefined));
  }, [api, app, registries, manifest, switches, workspace, tell]);
  return <PortsContext value={value}>{children}</PortsContext>;
}

function usePort<Name extends keyof Ports>(name: Name): Ports[Name] {
  const port = useContext(PortsContext)[name];
  if (port === undefined) throw new Error(`No "${name}" is provided. Give it to a PortsProvider around.`);
  return port;
}

export const useApi = (): ApiPort => usePort('api');
export const useAppPorts = (): AppPorts => usePort('app');
export const useRegistries = (): Registries => usePort('registries');
export const useManifest = (): readonly ManifestEntry[] => usePort('manifest');
export const useWorkspace = (): Workspace => usePort('workspace');
export const useTell = (): Ports['tell'] => usePort('tell');
export const useSwitch = (name: string): boolean => usePort('switches')(name);
