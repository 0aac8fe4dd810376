import { useMemo } from 'react';
import { useUsers } from '#src/render/users.ts';
import type { WidgetProps } from '#src/render/widget-props.ts';
import { Combobox } from '../combobox.tsx';

/** People are chosen by name and stored by id; one who left is shown where stored and not offered anew. */
export function UsersWidget(props: WidgetProps) {
  const { options } = props;
  // All of them: somebody who left is still the name of a stored id.
  const { data, isLoading } = useUsers(false);
  const rows = useMemo(
    () =>
      (data ?? [])
        .filter(({ valuer }) => valuer || options.valuersOnly !== true)
        .map(({ id, full_name, active }) => ({
          code: String(id),
          label: full_name,
          active: active || options.activeOnly === false,
        })),
    [data, options.valuersOnly, options.activeOnly],
  );
  return <Combobox {...props} rows={rows} loading={isLoading} />;
}
