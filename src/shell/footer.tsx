import { Link } from 'react-router-dom';
import { baseYear, useSession } from '#src/session/store.ts';
import { useKnownRoute } from './use-known-route.ts';

declare const __VERSION__: string;

const updates = '/app/updates';

export function Footer({ product, credit }: { readonly product: string; readonly credit: string }) {
  const company = useSession((s) => s.userInfo?.company.name ?? '');
  const name = useSession((s) => s.user?.full_name ?? '');
  const year = useSession(baseYear);
  const unseen = useSession((s) => s.unseenUpdates);
  const knows = useKnownRoute();
  const version = `Version ${__VERSION__}`;
  return (
    <footer className="cad-footer">
      <span>
        © {new Date().getFullYear()} {product}
      </span>
      {knows(updates) ? (
        <Link to={updates} className="cad-footer-version">
          {version}
          {unseen > 0 ? <span className="cad-footer-unseen">{unseen} new</span> : null}
        </Link>
      ) : (
        <span>{version}</span>
      )}
      <span className="cad-footer-company" title={company}>
        {company}
      </span>
      <span className="cad-footer-name" title={name}>
        {name}
      </span>
      <span>LT year {year}</span>
      <span className="cad-credit" title={credit}>
        {credit}
      </span>
    </footer>
  );
}
