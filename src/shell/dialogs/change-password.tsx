import { type ReactNode, useId, useState } from 'react';
import { call } from '#src/api/call.ts';
import { Dialog } from '#src/render/dialog.tsx';
import { asFailure } from '#src/render/failure.ts';
import { useStrength } from '#src/render/password/strength.ts';
import { StrengthMeter } from '#src/render/password/strength-meter.tsx';
import { useApi } from '#src/render/ports.tsx';
import { useSession } from '#src/session/store.ts';
import { type Faults, faultsOf, type Typed } from '../password/rules.ts';
import { showSnackbar } from '../snackbars.tsx';
import './change-password.css';

const pointers: { readonly [pointer: string]: keyof Typed } = { '/currPass': 'current', '/newPass': 'next' };

function Field({
  label,
  value,
  fault,
  autoComplete,
  onChange,
  children,
}: {
  readonly label: string;
  readonly value: string;
  readonly fault: string | undefined;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly onChange: (text: string) => void;
  readonly children?: ReactNode;
}) {
  const id = useId();
  return (
    <div className="cad-password-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="password"
        className="cad-input"
        autoComplete={autoComplete}
        value={value}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : `${id}-fault`}
        onChange={(event) => onChange(event.target.value)}
      />
      {fault === undefined ? null : (
        <p id={`${id}-fault`} className="cad-field-problem" role="alert">
          {fault}
        </p>
      )}
      {children}
    </div>
  );
}

export function ChangePassword({ onClose }: { readonly onClose: () => void }) {
  const api = useApi();
  const username = useSession((s) => s.user?.username ?? '');
  const company = useSession((s) => s.userInfo?.company.name ?? '');
  const [typed, setTyped] = useState<Typed>({ current: '', next: '', again: '' });
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const level = useStrength(typed.next, { username, companyName: company });
  const faults: Faults = { ...(tried ? faultsOf(typed, level) : {}), ...refused };
  const set = (field: keyof Typed) => (text: string) => {
    setTyped((before) => ({ ...before, [field]: text }));
    setRefused({});
  };
  const change = async () => {
    setTried(true);
    if (busy || Object.keys(faultsOf(typed, level)).length > 0) return;
    setBusy(true);
    try {
      await call(api, 'password.change', { body: { currPass: typed.current, newPass: typed.next } });
      showSnackbar('success', 'Your password has been changed.');
      onClose();
    } catch (thrown) {
      const failure = asFailure(thrown);
      const own = failure.errors.flatMap(({ pointer, message }) => {
        const field = pointers[pointer];
        return field ? [[field, message] as const] : [];
      });
      if (own.length > 0) setRefused(Object.fromEntries(own));
      else showSnackbar('error', failure.message);
      setBusy(false);
    }
  };
  return (
    <Dialog closing="cross" title="Change my password" onClose={onClose}>
      <form
        className="cad-change-password"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void change();
        }}
      >
        {/* For the browser's store of passwords, which wants to know whose it is. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <Field
          label="Current password"
          value={typed.current}
          fault={faults.current}
          autoComplete="current-password"
          onChange={set('current')}
        />
        <Field
          label="New password"
          value={typed.next}
          fault={faults.next}
          autoComplete="new-password"
          onChange={set('next')}
        >
          <StrengthMeter level={level} />
        </Field>
        <Field
          label="New password again"
          value={typed.again}
          fault={faults.again}
          autoComplete="new-password"
          onChange={set('again')}
        />
        <div className="cad-dialog-buttons">
          <button type="button" className="cad-button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="cad-button cad-primary" disabled={busy}>
            Change password
          </button>
        </div>
      </form>
    </Dialog>
  );
}
