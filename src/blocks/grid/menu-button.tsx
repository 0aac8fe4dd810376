import { type ButtonHTMLAttributes, type ReactElement, useState } from 'react';
import { late } from './late.tsx';

const OpenedMenu = late(async () => (await import('./grid-menus.tsx')).OpenedMenu, {
  meanwhile: ({ button }) => button,
});

interface MenuButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'content' | 'onClick'> {
  readonly placement?: 'bottom-start' | 'bottom-end' | 'top-end';
  /** What opens beside the button. */
  readonly content: ReactElement;
}

/** A button that opens a menu, or a few inputs, beside itself: what places these is loaded with the first of them. */
export function MenuButton({ placement = 'bottom-end', content, ...given }: MenuButtonProps) {
  const [asked, setAsked] = useState(false);
  const button = { type: 'button', className: 'cad-button', ...given } as const;
  return asked ? (
    <OpenedMenu {...{ placement, content, onClose: () => setAsked(false) }} button={<button {...button} />} />
  ) : (
    <button {...button} aria-haspopup="true" onClick={() => setAsked(true)} />
  );
}
