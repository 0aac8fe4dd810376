import { PopoverNext } from '@blueprintjs/core';
import type { ButtonHTMLAttributes, ReactElement } from 'react';

interface MenuButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'content'> {
  readonly placement?: 'bottom-start' | 'bottom-end' | 'top-end';
  /** What opens beside the button. */
  readonly content: ReactElement;
}

/** A button that opens a menu, or a few inputs, beside itself. */
export function MenuButton({ placement = 'bottom-end', content, ...button }: MenuButtonProps) {
  return (
    <PopoverNext placement={placement} content={content}>
      <button type="button" className="cad-button" {...button} />
    </PopoverNext>
  );
}
