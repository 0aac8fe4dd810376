import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import { fields, rowCount, valueAt } from './rows.ts';

/** TanStack Virtual over rows and columns, the headless way: plain cells, no other feature. */
export function TanStack() {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useMemo(
    () =>
      Array.from({ length: rowCount }, (_, row) =>
        Object.fromEntries(fields.map(({ id }) => [id, valueAt(row, id)])),
      ),
    [],
  );
  const number = useMemo(() => new Intl.NumberFormat('en-AU'), []);
  const vertical = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => 28,
    overscan: 3,
  });
  const horizontal = useVirtualizer({
    horizontal: true,
    count: fields.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 120,
    overscan: 1,
  });
  return (
    <div ref={scroller} id="scroller" style={{ height: '100%', overflow: 'auto' }}>
      <div
        style={{ position: 'relative', height: vertical.getTotalSize(), width: horizontal.getTotalSize() }}
      >
        {vertical.getVirtualItems().map((row) => (
          <div
            key={row.key}
            style={{ position: 'absolute', top: 0, height: 28, transform: `translateY(${row.start}px)` }}
          >
            {horizontal.getVirtualItems().map((column) => {
              const value = rows[row.index]?.[fields[column.index]?.id ?? ''];
              return (
                <div
                  key={column.key}
                  style={{
                    position: 'absolute',
                    left: column.start,
                    width: 120,
                    height: 28,
                    overflow: 'hidden',
                    whiteSpace: 'nowrap',
                  }}
                >
                  {typeof value === 'number' ? number.format(value) : (value ?? '–')}
                </div>
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}
