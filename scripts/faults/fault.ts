import type { FaultOffice } from './fault-office.ts';

/** Something that happens to a server, and what has to hold then. */
export interface Fault {
  /** In the words of the line that tells how it went. */
  readonly name: string;
  /** Laid into the copied checkout before the server starts, by path. */
  readonly files?: { readonly [path: string]: string };
  /** What it needs in the database, as its owner, before anything happens. */
  readonly setUp?: string;
  /** Lets it happen; throws where what was promised does not hold. */
  readonly run: (office: FaultOffice) => Promise<void>;
}

export function demand(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

/** A page with one report and its SQL. */
export function reportFiles(
  name: string,
  sql: string,
  columns: readonly string[],
): { readonly [path: string]: string } {
  const screen = {
    format: 1,
    id: `report/${name}`,
    route: `/report/${name}`,
    title: name,
    needs: 'repoV',
    data: { rows: { sql: name } },
    blocks: [{ id: 'list', type: 'grid', data: 'rows', columns: columns.map((id) => ({ id, title: id })) }],
  };
  return { [`screens/report/${name}.json`]: JSON.stringify(screen), [`screens/report/${name}.sql`]: sql };
}
