/** Why a form that could save shows no button: the record lies where the person may look and not work. */
export function ElsewhereNote({ district }: { readonly district: string }) {
  return (
    <p className="cad-form-elsewhere" role="note">
      This record lies in district {district}, which you may search but not work in. Nothing can be changed
      here; ask somebody who works there.
    </p>
  );
}
