/** A page with one report and its SQL, by path. */
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

/** A page with a list of properties, by path. */
export function propertiesFile(
  name: string,
  columns: readonly string[],
): { readonly [path: string]: string } {
  const screen = {
    format: 1,
    id: name,
    route: `/${name}`,
    title: name,
    needs: 'propV',
    data: { rows: { records: 'properties', where: { status: 'A' } } },
    blocks: [
      { id: 'list', type: 'grid', data: 'rows', rowKey: 'id', columns: columns.map((id) => ({ id })) },
    ],
  };
  return { [`screens/${name}.json`]: JSON.stringify(screen) };
}
