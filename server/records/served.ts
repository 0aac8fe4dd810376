import type { Config } from '../config.ts';
import type { DefinitionStore } from '../definitions/store.ts';

/** What records ask of the server that serves them. */
export interface RecordServer {
  readonly definitions: DefinitionStore;
  readonly config: Pick<Config, 'linkHosts'>;
}
