// What Blueprint's table takes from Blueprint's core, less the menus that no table of ours asks it for: what places them
// beside their buttons is an eighth of a page. The build puts this module in the core's place, for the table alone.
import type { CSSProperties, ReactNode, Ref } from 'react';

export * from '@blueprintjs/core';

/** The table's own menu is never on; what is left of it is the element that it stands for. */
export function ContextMenu({
  className,
  style,
  children,
  ref,
}: {
  readonly className?: string;
  readonly style?: CSSProperties;
  readonly children?: ReactNode;
  readonly ref?: Ref<HTMLDivElement>;
}) {
  return (
    <div className={className} style={style} ref={ref}>
      {children}
    </div>
  );
}

/** Of headings and long texts of the table's own, which are not drawn. */
export function PopoverNext(): ReactNode {
  return null;
}

export const popoverPropsToNextProps = (): object => ({});
