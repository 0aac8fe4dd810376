import { baseYear, useSession } from '#src/session/store.ts';

declare const __VERSION__: string;

export function Footer({ credit }: { readonly credit: string }) {
  const company = useSession((s) => s.userInfo?.company.name ?? '');
  const name = useSession((s) => s.user?.full_name ?? '');
  const year = useSession(baseYear);
  return (
    <footer className="cad-footer">
      <span>© {company}</span>
      <span>Version {__VERSION__}</span>
      <span>{name}</span>
      <span>LT year {year}</span>
      <span className="cad-credit" title={credit}>
        {credit}
      </span>
    </footer>
  );
}
