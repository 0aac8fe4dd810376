import { useEffect, useState } from 'react';
import { Dialog } from '#src/render/dialog.tsx';

/** Asked before a session ends. Any activity answers it, so its button needs no more than being there. */
export function StillThere({
  left,
  onStay,
}: {
  /** Milliseconds until the session ends. */
  readonly left: () => number;
  readonly onStay: () => void;
}) {
  const [seconds, setSeconds] = useState(() => Math.ceil(left() / 1000));
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.max(0, Math.ceil(left() / 1000))), 500);
    return () => clearInterval(timer);
  }, [left]);
  return (
    <Dialog closing="cross" title="Are you still there?" onClose={onStay}>
      <p>
        You have done nothing for a while. You will be signed out in{' '}
        <strong>{seconds === 1 ? '1 second' : `${seconds} seconds`}</strong>.
      </p>
      <div className="cad-dialog-buttons">
        <button type="button" className="cad-button cad-primary" onClick={onStay}>
          I am here
        </button>
      </div>
    </Dialog>
  );
}
