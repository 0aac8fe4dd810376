// One list under several names.

export const valuersList = 'valuers';

/** The names under which fields ask for the valuers, whatever they pick them for. */
export const valuerNames: ReadonlySet<string> = new Set(['vlstS', 'vlstA', 'vlstC', 'vlstW', 'valuer all']);

/** The name under which the server keeps a reference list that is asked for by any of its names. */
export function listNamed(name: string): string {
  return valuerNames.has(name) ? valuersList : name;
}
