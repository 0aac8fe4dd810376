import { AllCommunityModule, ModuleRegistry } from 'ag-grid-community';
import { AgGridReact } from 'ag-grid-react';
import { useMemo } from 'react';
import { fields, rowCount, valueAt } from './rows.ts';

ModuleRegistry.registerModules([AllCommunityModule]);

/** AG Grid Community as its documentation starts: client-side rows, 28 px high, numbers formatted. */
export function AgGrid() {
  const rows = useMemo(
    () =>
      Array.from({ length: rowCount }, (_, row) =>
        Object.fromEntries(fields.map(({ id }) => [id, valueAt(row, id)])),
      ),
    [],
  );
  const columns = useMemo(() => {
    const number = new Intl.NumberFormat('en-AU');
    return fields.map(({ id, title, type, format }) => ({
      field: id,
      headerName: title,
      width: 120,
      ...(type === 'text' || format === 'id' || type === 'date'
        ? {}
        : {
            valueFormatter: ({ value }: { value: unknown }) =>
              typeof value === 'number' ? number.format(value) : '–',
          }),
    }));
  }, []);
  return (
    <div style={{ height: '100%' }}>
      <AgGridReact
        rowData={rows}
        columnDefs={columns}
        rowHeight={28}
        headerHeight={32}
        suppressColumnVirtualisation={false}
      />
    </div>
  );
}
