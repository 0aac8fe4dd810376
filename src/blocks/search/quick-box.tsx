import { useId, useState } from 'react';

/** Opens the record of an id at once. */
export function QuickBox({ noun, onOpen }: { readonly noun: string; readonly onOpen: (id: string) => void }) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  return (
    <form
      className="cad-quick"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const text = typed.trim();
        const isId = /^\d{1,15}$/.test(text);
        setWrong(!isId);
        if (isId) onOpen(String(Number(text)));
      }}
    >
      <label htmlFor={id}>{noun} ID</label>
      <input
        id={id}
        className="cad-input"
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        aria-invalid={wrong}
        aria-describedby={wrong ? `${id}-problem` : undefined}
        onChange={(event) => {
          setTyped(event.target.value);
          setWrong(false);
        }}
      />
      <button type="submit" className="cad-button">
        Open
      </button>
      {wrong ? (
        <span id={`${id}-problem`} className="cad-criterion-problem" role="alert">
          Type the digits of one ID.
        </span>
      ) : null}
    </form>
  );
}
